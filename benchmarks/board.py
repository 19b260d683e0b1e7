"""What a tile on the board costs as the board grows, against scanning the grid anew."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from rich.console import Console
from rich.table import Table

from models.rummikub.board import COLUMNS, ROWS, Board, Effect, Place
from models.rummikub.board.counting import CountedParts
from models.rummikub.catalogue import jokerless_melds
from models.rummikub.rules import PRESETS
from models.rummikub.tiles import Tile

SIZES = (
    *((times * ROWS, COLUMNS) for times in (1, 4, 16, 64, 256)),
    *((ROWS, times * COLUMNS) for times in (16, 256)),
)
"""Rows and columns: the usual board, then ever more rows, then longer ones."""

MOST_TO_PUT = {Effect.NEW: 17, Effect.EXTEND_LEFT: 22, Effect.EXTEND_RIGHT: 22, Effect.MERGE: 28}
MOST_TO_TAKE = 25
MOST_TO_CHECK = 200
"""Steps that docs/board.md promises, whatever the size: to check a move, between short sets."""

ACTIONS = 20
ROUNDS, SMOKE_ROUNDS = 50, 3
_SEED = 29
_RULES = PRESETS["standard"]

WAYS = PUT, TAKE, CHECK, ROW, GRID = (
    "put",
    "take off an edge",
    "check a move",
    "scan the row",
    "scan the grid",
)

type Rows = list[list[Tile | None]]


@dataclass(slots=True)
class Cost:
    """Microseconds of each way to learn the sets after one action, and the most steps."""

    tiles: int
    microseconds: dict[str, list[float]] = field(default_factory=dict)
    steps: dict[str, int] = field(default_factory=dict)

    def add(self, way: str, seconds: float, actions: int) -> None:
        """Add a measurement of so many actions."""
        self.microseconds.setdefault(way, []).append(1e6 * seconds / actions)

    def add_steps(self, way: str, steps: int, promised: int) -> None:
        """Note the steps of an action."""
        assert steps <= promised, (way, steps, promised)
        self.steps[way] = max(self.steps.get(way, 0), steps)

    def middle(self, way: str) -> float:
        """Return the median of a way."""
        return median(self.microseconds[way])


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print the costs by the size of the board, and how they compare.

    Raises
    ------
    AssertionError
        If an action takes more steps than promised, or the board does not have the sets that a
        scan finds.
    """
    rounds = SMOKE_ROUNDS if smoke else ROUNDS * repeat
    sizes = SIZES[::3] if smoke else SIZES
    costs = {f"{rows} × {columns}": _measure(rows, columns, rounds) for rows, columns in sizes}
    times = Table(title="learning the sets after one action: median microseconds (most steps)")
    ratios = Table(
        title="… as many times the smallest board's; and a scan of the grid beside a put"
    )
    for table in (times, ratios):
        table.add_column("board")
        table.add_column("tiles", justify="right")
        for way in WAYS:
            table.add_column(way, justify="right")
    ratios.add_column("grid / put", justify="right")
    smallest = next(iter(costs.values()))
    for name, cost in costs.items():
        middle = {way: cost.middle(way) for way in WAYS}
        steps = {way: f" ({most})" for way, most in cost.steps.items()}
        cells = [f"{middle[way]:.1f}{steps.get(way, '')}" for way in WAYS]
        times.add_row(name, str(cost.tiles), *cells)
        cells = [f"{middle[way] / smallest.middle(way):.1f}" for way in WAYS]
        ratios.add_row(name, str(cost.tiles), *cells, f"{middle[GRID] / middle[PUT]:.0f}")
    out.print(times)
    out.print(ratios)


def _measure(rows: int, columns: int, rounds: int) -> Cost:
    dealer = random.Random(f"{_SEED}-{rows}-{columns}")
    sets = _sets(rows * columns // 2, dealer)
    board = Board.from_sets(sets, _RULES, rows, columns)
    parts = CountedParts()
    counted = Board.from_sets(sets, _RULES, rows, columns, parts)
    firsts = list(board.placed_sets())
    every = (Place(row, column) for row in range(rows) for column in range(columns))
    empty = [place for place in every if board.tile(place) is None]
    grid: Rows = [[board.tile((row, c)) for c in range(columns)] for row in range(rows)]
    assert _scan(grid) == list(board.sets())
    cost = Cost(sum(map(len, sets)))
    for _ in range(rounds):
        places = dealer.sample(empty, ACTIONS)
        edges = dealer.sample(firsts, ACTIONS)
        tiles = dealer.choices(_RULES.tiles, k=ACTIONS)
        cost.add(PUT, _timed(partial(_put, board, places, tiles)), ACTIONS)
        board.undo_all()
        cost.add(TAKE, _timed(partial(_take, board, edges)), ACTIONS)
        board.undo_all()
        board.move(edges[0], places[0])
        cost.add(CHECK, _timed(board.check), 1)
        board.undo_all()
        row = grid[places[0].row : places[0].row + 1]
        cost.add(ROW, _timed(partial(_scan, row)), 1)
        cost.add(GRID, _timed(partial(_scan, grid)), 1)
        _count(counted, parts, cost, list(zip(places, tiles, strict=True)), edges)
    return cost


def _sets(tiles: int, dealer: random.Random) -> list[tuple[Tile, ...]]:
    """Draw sets of about so many tiles together."""
    melds = jokerless_melds(_RULES)
    sets: list[tuple[Tile, ...]] = []
    while tiles > 0:
        sets.append(dealer.choice(melds).tiles)
        tiles -= len(sets[-1])
    return sets


def _timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def _put(board: Board, places: list[Place], tiles: list[Tile]) -> None:
    for place, tile in zip(places, tiles, strict=True):
        board.put(place, tile)


def _take(board: Board, places: list[Place]) -> None:
    for place in places:
        board.take(place)


def _count(
    board: Board,
    parts: CountedParts,
    cost: Cost,
    puts: list[tuple[Place, Tile]],
    edges: list[Place],
) -> None:
    """Do the same on a board that counts."""
    for place, tile in puts:
        before = parts.steps
        effect = board.put(place, tile)
        cost.add_steps(PUT, parts.steps - before, MOST_TO_PUT[effect])
    board.undo_all()
    for place in edges:
        before = parts.steps
        board.take(place)
        cost.add_steps(TAKE, parts.steps - before, MOST_TO_TAKE)
    board.undo_all()
    board.move(edges[0], puts[0][0])
    before = parts.steps
    board.check()
    cost.add_steps(CHECK, parts.steps - before, MOST_TO_CHECK)
    board.undo_all()


def _scan(rows: Rows) -> list[tuple[Tile, ...]]:
    """Find the sets by looking at every place."""
    sets: list[tuple[Tile, ...]] = []
    for row in rows:
        tiles: list[Tile] = []
        for tile in row:
            if tile is not None:
                tiles.append(tile)
            elif tiles:
                sets.append(tuple(tiles))
                tiles = []
        if tiles:
            sets.append(tuple(tiles))
    return sets
