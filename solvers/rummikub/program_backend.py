"""What the two integer-program backends share: write the program, solve it, read the move."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from models.program import Pause, Program
from models.rummikub.move import Move, stay
from models.rummikub.objective import Objective, Term, evaluate_all, is_better
from models.rummikub.position import Position
from solvers.lexicographic import Method, Outcome, solve
from solvers.result import Budget, Limits, Result, Stats, Status, Stop, StoppedError
from solvers.rummikub.results import Values, nothing_known, or_draw, term_results
from solvers.rummikub.watching import only_better


@dataclass(frozen=True, slots=True)
class ProgramBackend:
    """A backend that hands an integer program to HiGHS; see :class:`Backend` for the attributes."""

    name: str
    summary: str
    write: Callable[[Position, Objective, Pause], Program[Move]]
    method: Method
    refuse: Callable[[Position], str | None] = lambda _: None
    exact: bool = True
    terms: frozenset[Term] = field(default=frozenset(Term))

    def refusal(self, position: Position, objective: Objective) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a request, or ``None`` if it can."""
        return self.refuse(position)

    def solve(self, position: Position, objective: Objective, limits: Limits) -> Result[Move]:
        """Find the best move within the limits."""
        budget = Budget(limits)
        started = time.perf_counter()
        try:
            return self._solve(position, objective, budget)
        except StoppedError as stopped:
            # The program was not even written.
            stats = Stats(build_seconds=time.perf_counter() - started)
            return nothing_known(objective, self.name, stopped.stop, stats)

    def _solve(self, position: Position, objective: Objective, budget: Budget) -> Result[Move]:
        started = time.perf_counter()
        program = self.write(position, objective, budget.pause)
        built = time.perf_counter()

        def result(outcome: Outcome) -> Result[Move]:
            found = self._result(position, objective, program, outcome)
            # Reading the move from the point is a part of solving.
            stats = Stats(
                build_seconds=built - started,
                solve_seconds=time.perf_counter() - built,
                rows=outcome.matrix.rows,
                columns=outcome.matrix.columns,
                nodes=budget.spent,
            )
            return replace(found, stats=stats)

        watch = only_better(budget.watch, objective)

        def report(outcome: Outcome) -> None:
            watch.improved(result(outcome))

        return result(solve(program, budget, self.method, report if budget.listened_to else None))

    def _result(
        self,
        position: Position,
        objective: Objective,
        program: Program[Move],
        outcome: Outcome,
    ) -> Result[Move]:
        status, move = _read(position, objective, program, outcome)
        bounds = _bounds(objective, outcome)
        if not position.opened:
            status, move, bounds = or_draw(position, objective, status, move, bounds)
        terms = term_results(position, objective, move, bounds, proven=status is Status.OPTIMAL)
        if status is Status.FEASIBLE and all(term.value == term.bound for term in terms):
            # A limit was reached on the way to a proof that what was found already gives.
            status = Status.OPTIMAL
        stop = Stop.COMPLETED if status in (Status.OPTIMAL, Status.INFEASIBLE) else outcome.stop
        return Result(status, stop, move, terms, self.name)


def _read(
    position: Position, objective: Objective, program: Program[Move], outcome: Outcome
) -> tuple[Status, Move | None]:
    """Read status and move; infeasible means that the table's tiles can't be laid out at all."""
    if outcome.infeasible:
        return Status.INFEASIBLE, None
    if outcome.point is None:
        return Status.NO_ANSWER, None
    status = Status.OPTIMAL if outcome.proven else Status.FEASIBLE
    move = program.decode(outcome.point.tolist())
    if position.table:
        draw = stay(position)
        # Nothing is gained by rearranging a table and then drawing.
        if not move.played:
            return status, draw
        # What is not the best yet can be worse than leaving everything as it is.
        idle, values = (evaluate_all(objective, position, m) for m in (draw, move))
        if status is Status.FEASIBLE and is_better(objective, idle, values):
            return status, draw
    return status, move


def _bounds(objective: Objective, outcome: Outcome) -> Values:
    """Return the bound of each term: those up to the first that is not settled."""
    bounds: list[int | None] = [None] * len(objective)
    for place, stage in enumerate(outcome.stages):
        bounds[place] = None if stage.bound is None else stage.goal.value(stage.bound)
        if stage.value is None or stage.value != stage.bound:
            break
    return tuple(bounds)
