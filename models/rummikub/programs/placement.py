"""The placement program: sets without jokers as columns, and for each joker where it stands.

A set with jokers is a set without any in which jokers stand at some places. So instead of a column
for each of the 988 sets with jokers it is enough to count the jokers that stand at each numbered
tile: 52 columns. docs/rummikub-programs.md proves that the optima are the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pulp import LpAffineExpression, LpMaximize, LpProblem, LpVariable

from models.program import Pause, Program, no_pause, whole_columns
from models.rummikub.catalogue import jokerless_melds
from models.rummikub.meld import Meld, MeldKey
from models.rummikub.move import Move, table_in_order
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.programs.goals import column_name, goals
from models.rummikub.rules import Rules
from models.rummikub.tiles import JOKER, Tile

type _Terms = list[tuple[LpVariable, float]]


@dataclass(slots=True)
class _Columns:
    """The columns by what they stand for."""

    laid: list[tuple[Meld, LpVariable]] = field(default_factory=list)
    kept: dict[MeldKey, LpVariable] = field(default_factory=dict)
    played: dict[Tile, LpVariable] = field(default_factory=dict)
    jokers_at: dict[Tile, LpVariable] = field(default_factory=dict)
    jokers_in: dict[tuple[int, int], LpVariable] = field(default_factory=dict)


def placement_program(
    position: Position, objective: Objective, pause: Pause = no_pause
) -> Program[Move]:
    r"""Write the placement program of a position.

    Columns, all whole: :math:`x_s` copies of jokerless set *s* built anew, :math:`z_w` copies of
    table set *w* left as they are (only when kept sets count), :math:`y_q` tiles *q* played, and
    :math:`p_q` jokers standing for tile *q*. With :math:`t_q` tiles on the table and
    :math:`n_{wq}` tiles *q* in table set *w*:

    .. math::

        \sum_{s \ni q} x_s + \sum_w n_{wq} z_w - p_q - y_q &= t_q \quad\text{(each tile)} \\
        \sum_q p_q + \sum_w n_{wJ} z_w - y_J &= t_J \quad\text{(jokers)}

    Only sets that the tiles in play can make are columns, bounded by how often they can be made.
    Where the rules limit the jokers in one set to fewer than are in play, jokers are counted by
    place *and* set: :math:`p_{sq} \le x_s` and :math:`\sum_q p_{sq} \le m\,x_s`.

    Parameters
    ----------
    position
        The position. While the initial meld is owed, the table is left out and the value of the
        sets laid must reach the rules' points.
    objective
        The terms, in lexicographic order.
    pause
        Called between families of sets: under huge rules writing takes up to a second.
    """
    rules = position.rules
    problem = LpProblem("meldwise_rummikub_placement", LpMaximize)
    movable: Counter[Tile] = position.table_counts if position.opened else Counter()
    jokers = movable[JOKER] + position.hand_counts[JOKER]
    limit = min(jokers, rules.joker_limit)
    pause()
    copies = _copies(rules, movable + position.hand_counts, limit)
    pause()
    columns = _add_columns(problem, position, objective, copies)
    pause()
    rows = _tile_rows(columns)
    if limit < jokers:
        _count_jokers_by_set(problem, columns, rows, limit, pause)
    elif jokers:
        _count_jokers_by_tile(problem, columns, rows, jokers)
    pause()
    for tile in rules.order:
        # A table tile that no column takes makes the row 0 = 1, and the program infeasible.
        if rows[tile] or movable[tile]:
            row = LpAffineExpression.from_list(rows[tile])
            problem.addConstraint(row == movable[tile], f"tile_{tile}")
    if not position.opened:
        points = LpAffineExpression.from_list([(x, meld.value) for meld, x in columns.laid])
        problem.addConstraint(points >= rules.initial_meld_points, "initial_meld")

    def decode(values: Sequence[int]) -> Move:
        return _decode(position, columns, values)

    return Program("ilp", problem, goals(objective, position, columns.played, columns.kept), decode)


def _add_columns(
    problem: LpProblem, position: Position, objective: Objective, copies: dict[int, int]
) -> _Columns:
    columns = _Columns()
    melds = jokerless_melds(position.rules)
    names = _names(position.rules)
    laid = {names[index]: count for index, count in copies.items()}
    columns.laid = list(zip((melds[i] for i in copies), whole_columns(problem, laid), strict=True))
    if position.opened and Term.KEPT_SETS in objective:
        keys = position.table_keys
        shown = {meld.key: f"keep_{column_name(meld)}" for meld in position.table}
        kept = {shown[key]: count for key, count in keys.items()}
        columns.kept = dict(zip(keys, whole_columns(problem, kept), strict=True))
    hand = position.hand_counts
    played = {f"play_{tile}": count for tile, count in hand.items()}
    columns.played = dict(zip(hand, whole_columns(problem, played), strict=True))
    return columns


def _tile_rows(columns: _Columns) -> defaultdict[Tile, _Terms]:
    """Collect the left sides of the tile rows, jokers standing for tiles still missing."""
    rows: defaultdict[Tile, _Terms] = defaultdict(list)
    for meld, variable in columns.laid:
        for tile in meld.stands_for:
            rows[tile].append((variable, 1))
    for key, variable in columns.kept.items():
        for tile, count in Counter(key).items():
            rows[tile].append((variable, count))
    for tile, variable in columns.played.items():
        rows[tile].append((variable, -1))
    return rows


@lru_cache(maxsize=16)
def _names(rules: Rules) -> tuple[str, ...]:
    """Return the column names of all jokerless sets."""
    return tuple(column_name(meld) for meld in jokerless_melds(rules))


@lru_cache(maxsize=16)
def _places(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return, for each jokerless set, where its tiles stand in ``rules.tiles``."""
    return tuple(
        tuple(rules.order[tile] for tile in meld.stands_for) for meld in jokerless_melds(rules)
    )


def _copies(rules: Rules, in_play: Counter[Tile], limit: int) -> dict[int, int]:
    """Count how many copies of each set the tiles in play can make at once, jokers filling in.

    Returns
    -------
    dict[int, int]
        The number of copies of each jokerless set that can be made, by its place in the list.
    """
    counts = [in_play[tile] for tile in rules.tiles]
    jokers = in_play[JOKER]
    makeable: dict[int, int] = {}
    for index, places in enumerate(_places(rules)):
        have = [counts[place] for place in places]
        if have.count(0) > limit:
            continue
        copies = min(have)
        while jokers and sum(copies + 1 - count for count in have if count <= copies) <= jokers:
            copies += 1
        if copies:
            makeable[index] = copies
    return makeable


def _count_jokers_by_tile(
    problem: LpProblem,
    columns: _Columns,
    rows: defaultdict[Tile, _Terms],
    jokers: int,
) -> None:
    tiles = tuple(dict.fromkeys(tile for meld, _ in columns.laid for tile in meld.stands_for))
    variables = whole_columns(problem, {f"joker_as_{tile}": jokers for tile in tiles})
    columns.jokers_at = dict(zip(tiles, variables, strict=True))
    for tile, variable in columns.jokers_at.items():
        rows[tile].append((variable, -1))
        rows[JOKER].append((variable, 1))


def _count_jokers_by_set(
    problem: LpProblem,
    columns: _Columns,
    rows: defaultdict[Tile, _Terms],
    limit: int,
    pause: Pause,
) -> None:
    """Count jokers by set and place, so that no copy of a set needs more than ``limit``.

    ``p`` jokers at one place of ``x`` copies go to ``p ≤ x`` different copies. Dealing the jokers
    of all places of a set to its copies in turn gives no copy two at one place, and none more than
    ``⌈total / x⌉ ≤ limit``.
    """
    if not limit:
        return
    for index, (meld, laid) in enumerate(columns.laid):
        pause()
        names = [f"joker_as_{tile}_in_{laid.name}" for tile in meld.stands_for]
        in_set = whole_columns(problem, dict.fromkeys(names, round(laid.upBound)))
        for place, (tile, variable) in enumerate(zip(meld.stands_for, in_set, strict=True)):
            columns.jokers_in[index, place] = variable
            rows[tile].append((variable, -1))
            rows[JOKER].append((variable, 1))
            problem.addConstraint(laid - variable >= 0, f"room_{variable.name}")
        row = LpAffineExpression.from_list(
            [*((variable, 1) for variable in in_set), (laid, -limit)]
        )
        problem.addConstraint(row <= 0, f"jokers_in_{laid.name}")


def _decode(position: Position, columns: _Columns, values: Sequence[int]) -> Move:
    """Read a move from whole column values: deal the jokers to copies of sets."""
    jokers_left = {tile: values[v.id] for tile, v in columns.jokers_at.items()}
    melds: list[Meld] = []
    for index, (meld, variable) in enumerate(columns.laid):
        copies = values[variable.id]
        taken: list[set[int]] = [set() for _ in range(copies)]
        turn = 0
        for place, tile in enumerate(meld.stands_for):
            if columns.jokers_in:
                for _ in range(values[columns.jokers_in[index, place].id]):
                    taken[turn % copies].add(place)
                    turn += 1
                continue
            for copy in taken:
                if jokers_left.get(tile, 0):
                    jokers_left[tile] -= 1
                    copy.add(place)
        melds += [Meld(meld.kind, meld.stands_for, tuple(sorted(places))) for places in taken]
    old = {meld.key: meld for meld in position.table}
    melds += [old[key] for key, v in columns.kept.items() for _ in range(values[v.id])]
    played = tuple(tile for tile, v in columns.played.items() for _ in range(values[v.id]))
    table = table_in_order(position, melds)
    if position.opened:
        return Move(position.rules.in_order(played), table)
    return Move(position.rules.in_order(played), (*position.table, *table), position.table_tiles)
