"""The layered player: what share of the optimum each layer reaches, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.positions import Measured, by_class
from benchmarks.timing import Timed, percentile, timed
from models.rummikub.objective import Term
from solvers.result import Limits
from solvers.rummikub.backend import Backend
from solvers.rummikub.rule_based import LAYERS, RULE_BASED
from solvers.rummikub.solve import verified
from solvers.rummikub.sweep import SWEEP

HEADINGS = ("class", "optimum", *(name.replace("-", " ") for name in LAYERS), "optimal")
"""Of the table of shares: a class, the tiles that can be played in all, shares, optima reached."""

type Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """How far the player comes on a class of positions.

    Attributes
    ----------
    name
        The class.
    optimum
        The most tiles that can be played, over all its positions.
    tiles
        Those that are played with the first layer alone, with the first two, and so on.
    optimal, positions
        On how many positions all layers together play the most tiles, and of how many.
    """

    name: str
    optimum: int
    tiles: tuple[int, ...]
    optimal: int
    positions: int

    def row(self) -> Row:
        """Write it as a row of the table of shares, in percent."""
        shares = (f"{100 * tiles / self.optimum:.1f}" for tiles in self.tiles)
        return (self.name, str(self.optimum), *shares, f"{self.optimal} of {self.positions}")


def reached(*, smoke: bool) -> list[Reached]:
    """Play every position with the first layer, the first two, and so on: the classes, then all.

    Raises
    ------
    AssertionError
        If an answer is not legal, or better than the known optimum.
    """
    rows = [_reached(name, cases) for name, cases in by_class(smoke=smoke).items()]
    together = zip(*(row.tiles for row in rows), strict=True)
    every = Reached(
        "all",
        sum(row.optimum for row in rows),
        tuple(map(sum, together)),
        sum(row.optimal for row in rows),
        sum(row.positions for row in rows),
    )
    return [*rows, every]


def _reached(name: str, cases: list[Measured]) -> Reached:
    by_layers = [[tiles_played(player, case) for case in cases] for player in _players()]
    for tiles, case in zip(by_layers[-1], cases, strict=True):
        assert tiles <= case.tiles, f"{tiles} of {case.tiles}: {case.name}"
    optimal = sum(tiles == case.tiles for tiles, case in zip(by_layers[-1], cases, strict=True))
    optimum = sum(case.tiles for case in cases)
    return Reached(name, optimum, tuple(map(sum, by_layers)), optimal, len(cases))


def _players() -> Iterator[Backend]:
    names = tuple(LAYERS)
    for count in range(1, len(names) + 1):
        yield replace(RULE_BASED, layers=names[:count])


def tiles_played(backend: Backend, case: Measured) -> int:
    """Count the tiles that a backend plays, its move verified."""
    return _solver(backend)(case)[0]


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print the table of shares, and one of times beside those of the sweep."""
    shares = Table(title="tiles played with the layers up to each, in percent of the optimum")
    for heading in HEADINGS:
        shares.add_column(heading, justify="left" if heading == "class" else "right")
    for one in reached(smoke=smoke):
        shares.add_row(*one.row())
    out.print(shares)
    times = Table(title="milliseconds to a verified move, median / 99 % (work)")
    for heading in ("class", RULE_BASED.name, SWEEP.name, "ratio, median"):
        times.add_column(heading, justify="left" if heading == "class" else "right")
    ours, theirs = Timed(), Timed()
    for name, cases in by_class(smoke=smoke).items():
        some, others = Timed(), Timed()
        for case in cases:
            # The player's own answer is what it has to find again.
            some.extend(
                _timed(RULE_BASED, case, tiles_played(RULE_BASED, case), repeat, smoke=smoke)
            )
            others.extend(_timed(SWEEP, case, case.tiles, repeat, smoke=smoke))
        times.add_row(*_row(name, some, others))
        ours.extend(some)
        theirs.extend(others)
    times.add_row(*_row("all", ours, theirs))
    out.print(times)


def _timed(backend: Backend, case: Measured, best: int, repeat: int, *, smoke: bool) -> Timed:
    way = {backend.name: _solver(backend)}
    return timed(way, case, best, repeat, smoke=smoke)[backend.name]


def _solver(backend: Backend) -> Callable[[Measured], tuple[int, int]]:
    def solve(case: Measured) -> tuple[int, int]:
        answer = backend.solve(case.position, (Term.TILES,), Limits())
        result = verified(backend, case.position, answer)
        return result.terms[0].value or 0, result.stats.nodes

    return solve


def _row(name: str, ours: Timed, theirs: Timed) -> Row:
    ratios = [ms / theirs.milliseconds[case] for case, ms in ours.milliseconds.items()]
    return (name, _time(ours), _time(theirs), f"{median(ratios):.2f}")


def _time(one: Timed) -> str:
    values = one.milliseconds.values()
    return f"{median(values):.2f} / {percentile(values, 99):.1f} ({median(one.work.values()):.0f})"
