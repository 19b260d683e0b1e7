"""How far from the optimum each search stops with each heuristic, after so many nodes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.table import Table

from benchmarks.heatmap import heatmap
from benchmarks.positions import Measured, by_class
from models.rummikub.objective import Term
from solvers.result import Limits
from solvers.rummikub.best_first import Heuristic
from solvers.rummikub.experiments.samuelson_seibert import SEARCHES
from solvers.rummikub.options import Options
from solvers.rummikub.solve import solve

WORK = 500
"""Nodes each search may expand on a position."""

EACH = 10
"""Positions of each class."""

_DARKEST = 3.0
"""Tiles short at which a cell is as dark as can be."""

_FILE = Path(__file__).parent.parent / "docs" / "search.svg"


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print a table and, unless it is a smoke run, draw docs/search.svg anew."""
    del repeat  # The work is fixed, and no time is measured.
    work = WORK // 25 if smoke else WORK
    classes = {name: cases[:EACH] for name, cases in by_class(smoke=smoke).items()}
    each = max(map(len, classes.values()))
    title = f"tiles short of the optimum after {work} nodes, mean of {each} positions a class"
    rows: dict[str, list[float]] = {}
    for search, (backend, options) in SEARCHES.items():
        table = Table(title=f"{search}: {title}")
        table.add_column("class")
        found = {}
        for heuristic in Heuristic:
            table.add_column(heuristic, justify="right")
            chosen = {**options, "heuristic": heuristic.value}
            found[heuristic] = [_short(cases, backend, chosen, work) for cases in classes.values()]
            rows[f"{search}, {heuristic}"] = found[heuristic]
        for name, *short in zip(classes, *found.values(), strict=True):
            table.add_row(name, *(f"{mean:.1f}" for mean in short))
        table.add_row("all", *(f"{fmean(short):.1f}" for short in found.values()))
        out.print(table)
    if not smoke:
        _FILE.write_text(heatmap(list(classes), rows, _DARKEST, title))


def _short(cases: Sequence[Measured], backend: str, options: Options, work: int) -> float:
    """Return how many tiles fewer than the optimum are played, on average."""
    short = []
    for case in cases:
        result = solve(case.position, (Term.TILES,), backend, Limits(work=work), options)
        played = result.terms[0].value or 0
        assert played <= case.tiles, f"{backend} beats the optimum of {case.name}"
        assert not result.proven or played == case.tiles, f"{backend} is wrong on {case.name}"
        short.append(case.tiles - played)
    return fmean(short)
