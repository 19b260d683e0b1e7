"""The program of a distance: what each family of rows does for its relaxation.

With *m* the tiles of a kind that come in, *h* those held, *t* and *y* its triplet and its pair:
the gap is the distance less the optimum of the relaxation. A relaxation that is rounded up to the
distance proves it without a branch.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from statistics import mean

from pulp import LpAffineExpression, LpVariable
from rich.console import Console
from rich.table import Table

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.distance import DEFAULT_FORMS, Form, Within
from models.mahjong.hand import Hand
from models.mahjong.programs import distance_program
from models.mahjong.rules import PRESETS
from models.mahjong.tiles import Tile
from models.program import Program
from solvers.highs import Session
from solvers.mahjong.dp import DP
from solvers.matrix import Matrix
from solvers.result import Limits

SEED = 60
HANDS, SMOKE_HANDS = 1_000, 20
_RULES = PRESETS["standard"]
_FEW = 60
_CLOSE = 1e-6

type Columns = Mapping[str, LpVariable]
type Terms = list[tuple[LpVariable, float]]
type Family = Callable[[Columns, Tile, int], Terms]
"""The terms that together are at most *m* of a tile, by how many of it are held; or none."""


def triplets(columns: Columns, tile: Tile, held: int) -> Terms:
    """Say that *m* ≥ (3 - *h*) *t*."""
    return [(columns[_name(Block(Shape.TRIPLET, tile))], 3 - held)] if held < 3 else []


def pairs(columns: Columns, tile: Tile, held: int) -> Terms:
    """Say that *m* ≥ (2 - *h*) *y*."""
    return [(columns[_name(Block(PAIR, tile))], 2 - held)] if held < 2 else []


def unheld(columns: Columns, tile: Tile, held: int) -> Terms:
    """Say that *m* ≥ all uses of a tile of which none is held."""
    if held:
        return []
    blocks = [block for block in _RULES.blocks if tile in block.tiles]
    return [(columns[_name(block)], block.tiles.count(tile)) for block in blocks]


def both(columns: Columns, tile: Tile, held: int) -> Terms:
    """Say that *m* ≥ (3 - *h*) *t* + (2 - *h*) *y*, in one row."""
    return triplets(columns, tile, held) + pairs(columns, tile, held)


NAMED, JOINT = "these three", "triplets and pairs in one row"
WAYS: Mapping[str, tuple[Family, ...]] = {
    "plain": (),
    "triplets: m ≥ (3 − h) t": (triplets,),
    "pairs: m ≥ (2 − h) y": (pairs,),
    "not held: m ≥ every use": (unheld,),
    NAMED: (triplets, pairs, unheld),
    JOINT: (both,),
}
"""The families of rows by what they are called; the last is what ``ilp`` solves."""


def random_hands(count: int) -> list[Hand]:
    """Deal hands of 14 tiles."""
    rng = random.Random(SEED)
    box = [tile for tile in _RULES.kinds for _ in range(_RULES.copies)]
    return [Hand(_RULES, tuple(rng.sample(box, 14))) for _ in range(count)]


def gaps(hand: Hand) -> list[float]:
    """Return the gap of each of :data:`WAYS`; the last is held against the program of ``ilp``."""
    answer = DP.distance(hand, DEFAULT_FORMS, Limits(), details=False).answer
    assert answer is not None
    assert answer.exchanges is not None
    relaxed = [relaxation(written(hand, families)) for families in WAYS.values()]
    ours = relaxation(distance_program(hand, Form.STANDARD, Within.GAME))
    assert math.isclose(relaxed[-1], ours, abs_tol=_CLOSE)
    assert all(bound <= answer.exchanges + _CLOSE for bound in relaxed)
    return [answer.exchanges - bound for bound in relaxed]


def written(hand: Hand, families: tuple[Family, ...]) -> Program[object]:
    """Write the plain program and families of rows more."""
    program = distance_program(hand, Form.STANDARD, Within.GAME, strong=False)
    columns = {column.name: column for column in program.problem.variables()}
    for tile, held in zip(_RULES.kinds, hand.counts, strict=True):
        for number, row in enumerate(_rows(families, columns, tile, held)):
            program.problem.addConstraint(row <= 0, f"more_{number}_{tile}")
    return program


def relaxation(program: Program[object]) -> float:
    """Return the optimum of the relaxation."""
    matrix = Matrix.of(program.problem)
    session = Session(matrix, whole=False)
    cost = matrix.cost(program.goals[0].expression)
    session.maximise(cost)
    relaxed = session.relax(None)
    assert relaxed.point is not None
    return -float(cost @ relaxed.point)


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print the mean gap of each way, and how many distances its relaxation proves."""
    del repeat
    hands = random_hands(SMOKE_HANDS if smoke else HANDS)
    by_way = list(zip(*map(gaps, hands), strict=True))
    table = Table(title=f"the relaxation of the distance of {len(hands)} hands of 14 random tiles")
    for heading in ("rows", "mean gap", "greatest", "rounded up it is the distance"):
        table.add_column(heading, justify="left" if heading == "rows" else "right")
    for name, found in zip(WAYS, by_way, strict=True):
        proven = sum(gap < 1 - _CLOSE for gap in found) / len(found)
        table.add_row(name, f"{mean(found):.2f}", f"{max(found):.2f}", f"{100 * proven:.0f} %")
    out.print(table)
    if not smoke:
        named = by_way[list(WAYS).index(NAMED)]
        means = [mean(named[start : start + _FEW]) for start in range(0, HANDS - _FEW + 1, _FEW)]
        out.print(
            f"{NAMED}: {min(means):.2f} to {max(means):.2f} over {_FEW} hands, "
            f"for the {len(means)} times {_FEW} of them."
        )


def _rows(
    families: tuple[Family, ...], columns: Columns, tile: Tile, held: int
) -> Iterator[LpAffineExpression]:
    # A tile of which all are held has no column: none of it can come in.
    lacking = [(columns[name], -1.0) for name in (f"draw_{tile}",) if name in columns]
    for family in families:
        terms = family(columns, tile, held)
        if terms:
            yield LpAffineExpression.from_list([*terms, *lacking])


def _name(block: Block) -> str:
    return f"{block.kind}_{block}"
