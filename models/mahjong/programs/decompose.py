"""The program that splits a hand, and the cuts that leave out ways already known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from pulp import LpAffineExpression, LpMaximize, LpProblem, LpVariable

from models.mahjong.blocks import PAIR, Block
from models.mahjong.decomposition import Decomposition, in_order, wilds_in
from models.mahjong.hand import Hand
from models.mahjong.tiles import Tile
from models.program import Goal, Pause, Program, no_pause, whole_columns


def decompose_program(hand: Hand, pause: Pause = no_pause) -> Program[Decomposition]:
    r"""Write the program whose points are the ways to split a hand.

    Columns: :math:`b_{sq} \in \{0, 1\}`, whether block *s* is there at least *q* times, and
    :math:`g_i` wild tiles standing for tile *i*. With :math:`h_i` tiles held and :math:`n_{si}` of
    them in block *s*:

    .. math::

        \sum_{s,q} n_{si}\,b_{sq} - g_i &= h_i \quad\text{(each tile)} \\
        \sum_i g_i &= w, \qquad
        \sum_{\text{sets}} b_{sq} = k, \qquad \sum_{\text{pairs}} b_{sq} = p \\
        b_{s,q+1} &\le b_{sq}

    Copies are counted in steps of one so that a way can be cut off by one row: see :func:`forbid`.

    Parameters
    ----------
    hand
        The hand.
    pause
        Called every so often while the program is written.
    """
    rules = hand.rules
    problem = LpProblem("meldwise_mahjong_decompose", LpMaximize)
    held = dict(zip(rules.kinds, hand.counts, strict=True))
    upper: dict[str, int] = {}
    steps: list[tuple[Block, str]] = []
    for block in rules.blocks:
        for step in range(1, _most(block, held, hand) + 1):
            name = f"{block.kind}_{block}_{step}"
            upper[name] = 1
            steps.append((block, name))
    pause()
    wild_names = {
        f"wild_as_{tile}": min(hand.wilds, rules.copies - count) for tile, count in held.items()
    }
    columns = whole_columns(problem, upper)
    wilds = whole_columns(problem, wild_names) if hand.wilds else []
    by_block: defaultdict[Block, list[LpVariable]] = defaultdict(list)
    rows: defaultdict[Tile, list[tuple[LpVariable, float]]] = defaultdict(list)
    for (block, _), column in zip(steps, columns, strict=True):
        by_block[block].append(column)
        for tile in set(block.tiles):
            rows[tile].append((column, block.tiles.count(tile)))
    for tile, column in zip(rules.kinds, wilds, strict=False):
        rows[tile].append((column, -1))
    pause()
    for tile, count in held.items():
        if rows[tile] or count:
            row = LpAffineExpression.from_list(rows[tile])
            problem.addConstraint(row == count, f"tile_{tile}")
    problem.addConstraint(_sum(wilds) == hand.wilds, "wilds")
    for name, number, pairs in (("sets", hand.sets, False), ("pairs", int(rules.pair), True)):
        chosen = [c for block, cs in by_block.items() if (block.kind == PAIR) == pairs for c in cs]
        problem.addConstraint(_sum(chosen) == number, name)
    for block, copies in by_block.items():
        for step, (fewer, more) in enumerate(pairwise(copies), 1):
            problem.addConstraint(fewer - more >= 0, f"step_{block.kind}_{block}_{step}")

    def decode(values: Sequence[int]) -> Decomposition:
        blocks = [
            block for (block, _), column in zip(steps, columns, strict=True) if values[column.id]
        ]
        natural = hand.tiles[: len(hand.tiles) - hand.wilds]
        return Decomposition(in_order(rules, blocks), wilds_in(rules, natural, blocks))

    nothing = Goal("nothing", LpAffineExpression.empty())
    return Program("decompose", problem, (nothing,), decode)


def forbid(program: Program[Decomposition], point: Sequence[int], number: int) -> None:
    """Cut off one way to split the hand: at least one step of a block must differ.

    Parameters
    ----------
    program
        From :func:`decompose_program`; gets a row.
    point
        Column values of the way.
    number
        Tells the rows apart.
    """
    terms: list[tuple[LpVariable, float]] = []
    there = 0
    for column in program.problem.variables():
        if not column.name.startswith("wild_as_"):
            there += point[column.id]
            terms.append((column, -1 if point[column.id] else 1))
    row = LpAffineExpression.from_list(terms)
    program.problem.addConstraint(row >= 1 - there, f"not_way_{number}")


def _most(block: Block, held: dict[Tile, int], hand: Hand) -> int:
    """How many copies of a block the hand can make at once, by each of its tiles alone."""
    most = hand.sets if block.kind != PAIR else 1
    for tile in set(block.tiles):
        possible = min(hand.rules.copies, held[tile] + hand.wilds)
        most = min(most, possible // block.tiles.count(tile))
    return most


def _sum(columns: list[LpVariable]) -> LpAffineExpression:
    return LpAffineExpression.from_list([(column, 1) for column in columns])
