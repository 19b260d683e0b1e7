"""What the two integer-program backends share: write the program, solve it, read the move."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from models.program import Program
from models.rummikub.move import Move, stay
from models.rummikub.objective import Objective, Term, evaluate_all, is_better
from models.rummikub.position import Position
from solvers.lexicographic import Method, Outcome, solve
from solvers.result import Budget, Limits, Result, Stats, Status, Stop, TermResult


@dataclass(frozen=True, slots=True)
class ProgramBackend:
    """A backend that hands an integer program to HiGHS; see :class:`Backend` for the attributes."""

    name: str
    summary: str
    write: Callable[[Position, Objective], Program[Move]]
    method: Method
    exact: bool = True
    terms: frozenset[Term] = field(default=frozenset(Term))

    def refusal(self, position: Position, objective: Objective) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a request: there is none it can't take."""
        return None

    def solve(self, position: Position, objective: Objective, limits: Limits) -> Result[Move]:
        """Find the best move within the limits."""
        budget = Budget(limits)
        started = time.perf_counter()
        program = self.write(position, objective)
        built = time.perf_counter()
        outcome = solve(program, budget, self.method)
        stats = Stats(
            build_seconds=built - started,
            solve_seconds=time.perf_counter() - built,
            rows=outcome.matrix.rows,
            columns=outcome.matrix.columns,
            nodes=budget.spent,
        )
        status, move = _read(position, objective, program, outcome)
        terms = _terms(position, objective, move, outcome, proven=status is Status.OPTIMAL)
        stop = Stop.COMPLETED if status in (Status.OPTIMAL, Status.INFEASIBLE) else outcome.stop
        return Result(status, stop, move, terms, self.name, stats)


def _read(
    position: Position, objective: Objective, program: Program[Move], outcome: Outcome
) -> tuple[Status, Move | None]:
    """Read status and move, with drawing a tile as the alternative to every move."""
    if outcome.infeasible:
        # While the initial meld is owed, no program for it means: draw. Once opened, it means
        # that the tiles of the table can't be laid out at all.
        return (Status.INFEASIBLE, None) if position.opened else (Status.OPTIMAL, stay(position))
    if outcome.point is None:
        return Status.NO_ANSWER, None
    status = Status.OPTIMAL if outcome.proven else Status.FEASIBLE
    move = program.decode(outcome.point.tolist())
    if not move.played:
        # Nothing is gained by rearranging a table and then drawing.
        return status, stay(position) if position.table or not position.opened else move
    if not position.opened:
        draw = stay(position)
        worth, idle = (evaluate_all(objective, position, m) for m in (move, draw))
        if is_better(objective, idle, worth):
            return status, draw
    return status, move


def _terms(
    position: Position, objective: Objective, move: Move | None, outcome: Outcome, *, proven: bool
) -> tuple[TermResult, ...]:
    """Work out each term from the move; the bound is the program's, or the value once proven."""
    values: tuple[int | None, ...] = (None,) * len(objective)
    if move is not None:
        values = evaluate_all(objective, position, move)
    bounds: list[int | None] = [None] * len(objective)
    if proven:
        bounds = list(values)
    elif not outcome.infeasible:
        for place, stage in enumerate(outcome.stages):
            if stage.bound is None:
                break
            bound, value = stage.goal.value(stage.bound), values[place]
            bounds[place] = bound
            if value is not None and objective[place].better(value, bound):
                bounds[place] = value
            if value != bound:
                break
    return tuple(
        TermResult(term, value, bound)
        for term, value, bound in zip(objective, values, bounds, strict=True)
    )
