"""All exact backends on every class: from a position to a verified, proven move."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.peers import peers
from benchmarks.positions import Measured, by_class
from benchmarks.timing import Timed, percentile, timed
from models.rummikub.objective import DEFAULT_OBJECTIVE, Objective, Term
from solvers.result import Limits
from solvers.rummikub import auto
from solvers.rummikub.backend import Backend
from solvers.rummikub.registry import BACKENDS
from solvers.rummikub.solve import verified

OBJECTIVES: dict[str, Objective] = {
    "tiles": (Term.TILES,),
    "value": (Term.VALUE,),
    "tiles, kept_sets": DEFAULT_OBJECTIVE,
}


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print, for each objective, a table of times, one of work, and one of ratios."""
    for title, objective in OBJECTIVES.items():
        backends: list[Backend] = [auto.AUTO]
        backends += [b for b in BACKENDS.values() if b.exact and set(objective) <= b.terms]
        ways = {backend.name: _solver(backend, objective) for backend in backends}
        others = peers() if objective == (Term.TILES,) else {}
        ways |= others
        results: dict[str, dict[str, Timed]] = {}
        for name, cases in by_class(smoke=smoke).items():
            results[name] = {way: Timed() for way in ways}
            for case in cases:
                able = {
                    way: solve
                    for way, solve in ways.items()
                    if way not in BACKENDS
                    or BACKENDS[way].refusal(case.position, objective) is None
                }
                best = case.value if objective[0] is Term.VALUE else case.tiles
                for way, one in timed(able, case, best, repeat, others, smoke=smoke).items():
                    results[name][way].extend(one)
        every = {way: Timed() for way in ways}
        for by_way in results.values():
            for way, one in by_way.items():
                every[way].extend(one)
        _print(out, title, results | {"all": every})
        for name in others:
            wrong = every[name].wrong
            out.print(f"{name} plays fewer tiles than possible on {len(wrong)} positions: {wrong}")


def _solver(backend: Backend, objective: Objective) -> Callable[[Measured], tuple[int, int]]:
    def solve(case: Measured) -> tuple[int, int]:
        result = verified(backend, case.position, backend.solve(case.position, objective, Limits()))
        assert result.proven
        return result.terms[0].value or 0, result.stats.nodes

    return solve


def _print(out: Console, title: str, results: dict[str, dict[str, Timed]]) -> None:
    ways = list(results["all"])
    times = Table(title=f"objective {title}: milliseconds to a verified move, median / 99 % (work)")
    ratios = Table(title=f"objective {title}: times slower than auto, median of the ratios")
    for table in (times, ratios):
        table.add_column("class")
        for way in ways:
            table.add_column(way, justify="right")
    ratios.add_column("ilp-dhh / ilp (least)", justify="right")
    for name, by_way in results.items():
        if name == "all":
            times.add_section()
            ratios.add_section()
        times.add_row(name, *(_time(by_way[way]) for way in ways))
        programs = _ratio(by_way["ilp-dhh"], by_way["ilp"], least=True)
        ratios.add_row(name, *(_ratio(by_way[way], by_way["auto"]) for way in ways), programs)
    out.print(times)
    out.print(ratios)


def _time(one: Timed) -> str:
    if not one.milliseconds:
        return "-"
    middle, most = median(one.milliseconds.values()), percentile(one.milliseconds.values(), 99)
    work = f" ({median(one.work.values()):.0f})" if any(one.work.values()) else ""
    return f"{middle:.2f} / {most:.1f}{work}"


def _ratio(one: Timed, other: Timed, *, least: bool = False) -> str:
    shared = [name for name in one.milliseconds if name in other.milliseconds]
    if not shared:
        return "-"
    values = [one.milliseconds[name] / other.milliseconds[name] for name in shared]
    return f"{median(values):.1f}" + (f" ({min(values):.1f})" if least else "")
