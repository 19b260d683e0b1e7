"""How the cost of each exact backend grows with the tiles on the table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.plot import Series, plot
from benchmarks.timing import percentile, timed
from models.rummikub.catalogue import all_melds
from models.rummikub.meld import Meld
from models.rummikub.objective import Term
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS
from solvers.result import Limits
from solvers.rummikub.auto import AUTO
from solvers.rummikub.backend import Backend
from solvers.rummikub.ilp import ILP
from solvers.rummikub.ilp_dhh import ILP_DHH
from solvers.rummikub.sweep import SWEEP

BACKENDS: tuple[Backend, ...] = (AUTO, SWEEP, ILP, ILP_DHH)
SIZES = range(0, 91, 10)
POSITIONS = 12
HAND = 12
_SEED = 13
_FILE = Path(__file__).parent.parent / "docs" / "growth.svg"


class Dealt:
    """A random position and its name."""

    def __init__(self, tiles: int, index: int) -> None:
        self.name = f"{tiles}-{index}"
        self.position = _deal(tiles, random.Random(f"{_SEED}-{self.name}"))


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print a table and, unless it is a smoke run, draw docs/growth.svg anew."""
    table = Table(title=f"tiles alone, {HAND} in hand, jokers as they fall: median milliseconds")
    table.add_column("tiles on the table", justify="right")
    for backend in BACKENDS:
        table.add_column(backend.name, justify="right")
    series = {backend.name: Series(backend.name) for backend in BACKENDS}
    for tiles in SIZES[::4] if smoke else SIZES:
        times: dict[str, list[float]] = {backend.name: [] for backend in BACKENDS}
        for index in range(1 if smoke else POSITIONS):
            case = Dealt(tiles, index)
            best = AUTO.solve(case.position, (Term.TILES,), Limits()).terms[0].value or 0
            ways = {backend.name: _solver(backend) for backend in BACKENDS}
            for name, one in timed(ways, case, best, repeat, smoke=smoke).items():
                times[name] += one.milliseconds.values()
        for name, values in times.items():
            series[name].add(tiles, median(values), percentile(values, 10), percentile(values, 90))
        table.add_row(str(tiles), *(f"{median(values):.2f}" for values in times.values()))
    out.print(table)
    if not smoke:
        labels = ("tiles on the table", "milliseconds, median and 10 to 90 %")
        _FILE.write_text(plot(list(series.values()), *labels))


def _solver(backend: Backend) -> Callable[[Dealt], tuple[int, int]]:
    def solve(case: Dealt) -> tuple[int, int]:
        result = backend.solve(case.position, (Term.TILES,), Limits())
        assert result.proven
        return result.terms[0].value or 0, result.stats.nodes

    return solve


def _deal(tiles: int, dealer: random.Random) -> Position:
    """Lay random sets until about so many tiles lie, then deal a hand out of the rest."""
    rules = PRESETS["standard"]
    box = Counter({tile: rules.count(tile) for tile in rules.order})
    table: list[Meld] = []
    melds = all_melds(rules)
    for _ in range(100_000):
        if sum(map(len, table)) >= tiles:
            break
        meld = dealer.choice(melds)
        if Counter(meld.tiles) <= box:
            box -= Counter(meld.tiles)
            table.append(meld)
    rest = sorted(box.elements())
    return Position(rules, tuple(dealer.sample(rest, min(HAND, len(rest)))), tuple(table))
