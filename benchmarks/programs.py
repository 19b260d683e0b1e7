"""``ilp`` against ``ilp-dhh``: the whole way from a position to a verified move."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.positions import Measured, by_class
from benchmarks.timing import milliseconds, percentile
from models.rummikub.objective import DEFAULT_OBJECTIVE, Objective, Term
from solvers.result import Limits
from solvers.rummikub.registry import BACKENDS
from solvers.rummikub.solve import verified

OBJECTIVES: dict[str, Objective] = {
    "tiles": (Term.TILES,),
    "value": (Term.VALUE,),
    "tiles, kept_sets": DEFAULT_OBJECTIVE,
}


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print a table for each objective, a row a class."""
    for title, objective in OBJECTIVES.items():
        table = Table(title=f"objective {title}: milliseconds, building and checking included")
        for heading in ("class", "ilp", "ilp 99 %", "ilp-dhh", "ilp-dhh 99 %", "ilp-dhh / ilp"):
            table.add_column(heading, justify="left" if heading == "class" else "right")
        every: dict[str, list[float]] = {"ilp": [], "ilp-dhh": []}
        for name, cases in by_class(smoke=smoke).items():
            ways = {backend: _solver(backend, objective) for backend in every}
            times = milliseconds(ways, cases, lambda case: case.tiles, repeat)
            for backend, values in times.items():
                every[backend] += values
            table.add_row(name, *_row(times))
        table.add_section()
        table.add_row("all", *_row(every))
        out.print(table)


def _solver(name: str, objective: Objective) -> Callable[[Measured], int]:
    backend = BACKENDS[name]

    def solve(case: Measured) -> int:
        result = verified(backend, case.position, backend.solve(case.position, objective, Limits()))
        assert result.proven
        return result.terms[0].value or 0

    return solve


def _row(times: dict[str, list[float]]) -> list[str]:
    ilp, dhh = times["ilp"], times["ilp-dhh"]
    ratios = [slow / fast for fast, slow in zip(ilp, dhh, strict=True)]
    return [
        f"{median(ilp):.1f}",
        f"{percentile(ilp, 99):.1f}",
        f"{median(dhh):.1f}",
        f"{percentile(dhh, 99):.1f}",
        f"{median(ratios):.1f} (least {min(ratios):.1f})",
    ]
