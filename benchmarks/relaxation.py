"""The placement program solved in every way that was tried: what each gives.

The objective is ``tiles`` alone, so that every way solves the same single program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.positions import Measured, by_class
from benchmarks.timing import Timed, percentile, timed
from models.rummikub.objective import Term
from models.rummikub.position import Position
from models.rummikub.programs import dhh_program, placement_program
from models.rummikub.rules import PRESETS
from solvers.branch_and_bound import search
from solvers.claims import Claim
from solvers.highs import Session
from solvers.matrix import Integers, Matrix
from solvers.result import Budget, Limits

type Options = Mapping[str, str | float | bool]
type Found = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A position as a program in arrays."""

    case: Measured
    matrix: Matrix
    cost: Integers

    @property
    def name(self) -> str:
        """The name of the position."""
        return self.case.name


def run(out: Console, *, smoke: bool, repeat: int) -> None:
    """Print a row for each way, and how often the relaxation's bound is the optimum."""
    cases = [case for some in by_class(smoke=smoke).values() for case in some]
    loaded = [_load(case) for case in cases]
    ways: dict[str, Callable[[Loaded], Found]] = {
        "HiGHS branch and bound": _branch({}),
        "… presolve off": _branch({"presolve": "off"}),
        "… heuristics off": _branch({"mip_heuristic_effort": 0.0}),
        "… presolve and heuristics off": _branch({"presolve": "off", "mip_heuristic_effort": 0.0}),
        "relaxation, then HiGHS": _relax_then_branch({}, cut_off=False),
        "relaxation, then HiGHS, presolve off": _relax_then_branch(
            {"presolve": "off"}, cut_off=False
        ),
        "relaxation, then HiGHS, its bound as a row": _relax_then_branch(
            {"presolve": "off"}, cut_off=True
        ),
        "relaxation, then our search (ilp)": _search,
        "… all columns, not only those in play": _search_all_columns(hot=False),
        "… all columns, one instance kept hot": _search_all_columns(hot=True),
    }
    results = {name: Timed() for name in ways}
    for one in loaded:
        for name, found in timed(ways, one, one.case.tiles, repeat, smoke=smoke).items():
            results[name].extend(found)
    times = {name: list(found.milliseconds.values()) for name, found in results.items()}
    first = times["HiGHS branch and bound"]
    table = Table(title="solving the placement program, tiles alone: milliseconds")
    headings = ("way", "median", "99 %", "sum", "times faster than the first: median, of the sums")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "way" else "right")
    for name, values in times.items():
        ratio = median(slow / fast for slow, fast in zip(first, values, strict=True))
        table.add_row(
            name,
            f"{median(values):.2f}",
            f"{percentile(values, 99):.1f}",
            f"{sum(values):.0f}",
            f"{ratio:.1f}, {sum(first) / sum(values):.1f}",
        )
    out.print(table)
    _bounds(out, loaded)
    _columns(out, cases)


def _load(case: Measured) -> Loaded:
    program = placement_program(case.position, (Term.TILES,))
    matrix = Matrix.of(program.problem)
    return Loaded(case, matrix, matrix.cost(program.goals[0].expression))


def _branch(options: Options) -> Callable[[Loaded], Found]:
    def way(loaded: Loaded) -> Found:
        session = Session(loaded.matrix, whole=True)
        session.set_options(options)
        found = session.branch(loaded.cost, Budget(Limits()))
        assert found.claim is Claim.OPTIMAL
        return found.bound or 0, found.nodes

    return way


def _relax_then_branch(options: Options, *, cut_off: bool) -> Callable[[Loaded], Found]:
    def way(loaded: Loaded) -> Found:
        matrix, cost = loaded.matrix, loaded.cost
        session = Session(matrix, whole=False)
        session.maximise(cost)
        relaxed = session.relax(None)
        assert relaxed.point is not None
        point = np.rint(relaxed.point).astype(np.int64)
        if np.abs(relaxed.point - point).max() < 1e-6 and matrix.is_satisfied_by(point):
            return int(cost @ point), 1
        if cut_off and relaxed.multipliers is not None:
            bound = matrix.safe_bound(cost, relaxed.multipliers, matrix.lower, matrix.upper)
            return _branch(options)(replace(loaded, matrix=matrix.with_row(cost, 0, bound)))
        return _branch(options)(loaded)

    return way


def _search(loaded: Loaded) -> Found:
    budget = Budget(Limits())
    matrix = loaded.matrix
    found = search(Session(matrix, whole=False), matrix, loaded.cost, budget, 10_000)
    assert found.certain
    return found.bound or 0, budget.spent


def _search_all_columns(*, hot: bool) -> Callable[[Loaded], Found]:
    """Search the program of the whole box, in which a position is nothing but column bounds.

    With every tile in hand and none on the table the rows read ``sets - jokers - y = 0``. A
    position with ``t`` of a tile on the table and ``r`` in hand is ``t ≤ y ≤ t + r``.
    """
    rules = PRESETS["standard"]
    box = Position(rules, tuple(t for t in rules.order for _ in range(rules.count(t))))
    program = placement_program(box, (Term.TILES,))
    matrix = Matrix.of(program.problem)
    cost = matrix.cost(program.goals[0].expression)
    names = {variable.name: variable.id for variable in program.problem.variables()}
    columns = {tile: names[f"play_{tile}"] for tile in rules.order}
    kept = Session(matrix, whole=False)

    def way(loaded: Loaded) -> Found:
        position = loaded.case.position
        lower, upper = matrix.lower.copy(), matrix.upper.copy()
        session = kept if hot else Session(matrix, whole=False)
        for tile, column in columns.items():
            lower[column] = position.table_counts[tile]
            upper[column] = position.table_counts[tile] + position.hand_counts[tile]
            session.bound_column(column, int(lower[column]), int(upper[column]))
        bounded = replace(matrix, lower=lower, upper=upper)
        budget = Budget(Limits())
        found = search(session, bounded, cost, budget, 10_000)
        assert found.certain
        # A hot instance searches on from where the last position left it: no work to assert.
        work = 0 if hot else budget.spent
        return (found.bound or 0) - position.table_counts.total(), work

    return way


def _bounds(out: Console, loaded: list[Loaded]) -> None:
    """Say how often the relaxation is whole, and how often its rounded bound is the optimum."""
    whole = met = 0
    for one in loaded:
        matrix, cost = one.matrix, one.cost
        session = Session(matrix, whole=False)
        session.maximise(cost)
        relaxed = session.relax(None)
        assert relaxed.point is not None
        assert relaxed.multipliers is not None
        whole += bool(np.abs(relaxed.point - np.rint(relaxed.point)).max() < 1e-6)
        bound = matrix.safe_bound(cost, relaxed.multipliers, matrix.lower, matrix.upper)
        met += bound == one.case.tiles
    count = len(loaded)
    out.print(f"Of {count} relaxations {whole} are whole; {met} bounds, rounded, are the optimum.")


def _columns(out: Console, cases: list[Measured]) -> None:
    """Say how large the two programs are."""
    sizes = {"ilp": placement_program, "ilp-dhh": dhh_program}
    for name, write in sizes.items():
        columns = [write(c.position, (Term.TILES,)).problem.numVariables() for c in cases]
        out.print(
            f"{name}: {min(columns)} to {max(columns)} columns, median {median(columns):.0f}."
        )
