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
        if position.opened:
            status, move = _read(position, program, outcome)
            bounds = _bounds(objective, outcome)
        else:
            status, move, bounds = _read_or_draw(position, objective, program, outcome)
        terms = _terms(position, objective, move, bounds, proven=status is Status.OPTIMAL)
        if status is Status.FEASIBLE and all(term.value == term.bound for term in terms):
            # A limit was reached on the way to a proof that what was found already gives.
            status = Status.OPTIMAL
        stop = Stop.COMPLETED if status in (Status.OPTIMAL, Status.INFEASIBLE) else outcome.stop
        return Result(status, stop, move, terms, self.name, stats)


type _Values = tuple[int | None, ...]


def _read(
    position: Position, program: Program[Move], outcome: Outcome
) -> tuple[Status, Move | None]:
    """Read status and move; infeasible means that the table's tiles can't be laid out at all."""
    if outcome.infeasible:
        return Status.INFEASIBLE, None
    if outcome.point is None:
        return Status.NO_ANSWER, None
    status = Status.OPTIMAL if outcome.proven else Status.FEASIBLE
    move = program.decode(outcome.point.tolist())
    # Nothing is gained by rearranging a table and then drawing.
    return status, stay(position) if not move.played and position.table else move


def _bounds(objective: Objective, outcome: Outcome) -> _Values:
    """Return the bound of each term: those up to the first that is not settled."""
    bounds: list[int | None] = [None] * len(objective)
    for place, stage in enumerate(outcome.stages):
        bounds[place] = None if stage.bound is None else stage.goal.value(stage.bound)
        if stage.value is None or stage.value != stage.bound:
            break
    return tuple(bounds)


def _read_or_draw(
    position: Position, objective: Objective, program: Program[Move], outcome: Outcome
) -> tuple[Status, Move | None, _Values]:
    """Read status, move and bounds while the initial meld is owed.

    The program only knows moves that lay it. Drawing is the other thing a player can do, and it is
    weighed here: against what was found, and against what could still be found.
    """
    draw = stay(position)
    idle = evaluate_all(objective, position, draw)
    if outcome.infeasible:
        return Status.OPTIMAL, draw, idle
    status, move = _read(position, program, outcome)
    bounds = _bounds(objective, outcome)
    values = None if move is None else evaluate_all(objective, position, move)
    for place, (term, still) in enumerate(zip(objective, idle, strict=True)):
        bound = bounds[place]
        if bound is None:
            break
        if term.better(still, bound):
            # No first move can be as good as drawing, whatever else it is worth.
            return Status.OPTIMAL, draw, idle
        if values is None or values[place] != bound or still != bound:
            break
    if values is not None and is_better(objective, idle, values):
        return status, draw, bounds
    return status, move, bounds


def _terms(
    position: Position, objective: Objective, move: Move | None, bounds: _Values, *, proven: bool
) -> tuple[TermResult, ...]:
    """Work out each term from the move; a proven value is its own bound."""
    values: _Values = (None,) * len(objective)
    if move is not None:
        values = evaluate_all(objective, position, move)
    if proven:
        bounds = values
    return tuple(
        TermResult(term, value, bound)
        for term, value, bound in zip(objective, values, bounds, strict=True)
    )
