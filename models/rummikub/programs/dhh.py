"""The program of Den Hertog & Hulshof (2006), as printed.

References
----------
.. [1] D. den Hertog, P. B. Hulshof. Solving Rummikub Problems by Integer Linear Programming.
   The Computer Journal 49(6), 665-669, 2006. https://doi.org/10.1093/comjnl/bxl033
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pulp import LpAffineExpression, LpMaximize, LpProblem, LpVariable

from models.program import Pause, Program, no_pause, whole_columns
from models.rummikub.catalogue import all_melds, meld_limit
from models.rummikub.move import Move, table_in_order
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.programs.goals import column_name, goals
from models.rummikub.tiles import Tile


def dhh_program(position: Position, objective: Objective, pause: Pause = no_pause) -> Program[Move]:
    r"""Write the program over all possible sets, the joker a kind of tile of its own.

    With :math:`s_{ij}` the number of tiles *i* in set *j*, :math:`t_i` those on the table and
    :math:`r_i` those in the hand, section 2 of [1]_ reads

    .. math::

        \max \sum_i y_i \quad\text{s.t.}\quad \sum_j s_{ij} x_j = t_i + y_i, \quad
        0 \le y_i \le r_i, \quad x_j, y_i \text{ whole},

    where :math:`x_j` says how often set *j* lies on the new table and :math:`y_i` how many tiles
    *i* are played. Section 4 adds, for each set *j* of which :math:`w_j` lie on the old table,
    :math:`z_j \le x_j` and :math:`z_j \le w_j`, and maximises the sum of the :math:`z_j`.

    Where the paper has a joker-free bound of two copies of a set, the bound here is what the tiles
    in the box allow. A table set longer than the listed runs is a column too when kept sets count.

    Parameters
    ----------
    position
        The position. While the initial meld is owed, the table is left out and the value of the
        sets laid must reach the rules' points.
    objective
        The terms, in lexicographic order.
    pause
        Called between columns and rows: under huge rules writing takes some seconds.
    """
    rules = position.rules
    problem = LpProblem("meldwise_rummikub_dhh", LpMaximize)
    movable = position.table_counts if position.opened else Counter()
    melds = {meld.key: meld for meld in all_melds(rules)}
    keeps = position.table_keys if position.opened and Term.KEPT_SETS in objective else Counter()
    for meld in position.table if keeps else ():
        melds.setdefault(meld.key, meld)

    pause()
    copies = {column_name(meld): meld_limit(meld, rules) for meld in melds.values()}
    laid = dict(zip(melds, whole_columns(problem, copies), strict=True))
    plays = {f"play_{tile}": position.hand_counts[tile] for tile in rules.order}
    played = dict(zip(rules.order, whole_columns(problem, plays), strict=True))
    keep = {f"keep_{column_name(melds[key])}": count for key, count in keeps.items()}
    kept = dict(zip(keeps, whole_columns(problem, keep), strict=True))

    pause()
    terms: dict[Tile, list[tuple[LpVariable, float]]] = {tile: [] for tile in rules.order}
    for key in melds:
        for tile, count in Counter(key).items():
            terms[tile].append((laid[key], count))
    for tile, entries in terms.items():
        pause()
        row = LpAffineExpression.from_list([*entries, (played[tile], -1)])
        problem.addConstraint(row == movable[tile], f"tile_{tile}")
    for key, variable in kept.items():
        problem.addConstraint(laid[key] - variable >= 0, f"kept_{column_name(melds[key])}")
    if not position.opened:
        points = LpAffineExpression.from_list([(laid[key], m.value) for key, m in melds.items()])
        problem.addConstraint(points >= rules.initial_meld_points, "initial_meld")

    columns = [(meld, laid[key].id) for key, meld in melds.items()]
    hand = [(tile, variable.id) for tile, variable in played.items()]

    def decode(values: Sequence[int]) -> Move:
        new = [meld for meld, column in columns for _ in range(values[column])]
        return Move(
            tuple(tile for tile, column in hand for _ in range(values[column])),
            table_in_order(position, new)
            if position.opened
            else (*position.table, *table_in_order(position, new)),
            () if position.opened else position.table_tiles,
        )

    hand_columns = {tile: played[tile] for tile in position.hand_counts}
    return Program("ilp-dhh", problem, goals(objective, position, hand_columns, kept), decode)
