"""The best move, verified: the one way in for the service, the command line and the tests."""

from __future__ import annotations

import time

from models.defects import Defect, Defects
from models.rummikub.check import check_move
from models.rummikub.move import Move
from models.rummikub.objective import DEFAULT_OBJECTIVE, Objective, Term, evaluate
from models.rummikub.position import Position
from solvers.result import Limits, Result, Status
from solvers.rummikub.backend import Backend
from solvers.rummikub.options import Options, configured
from solvers.rummikub.registry import AUTO, choose, choose_options


class RejectedAnswerError(RuntimeError):
    """A backend's answer that the independent checker does not accept: a fault of ours.

    Attributes
    ----------
    position, backend, violations
        What was asked, who answered, and what is wrong with the answer.
    """

    def __init__(self, position: Position, backend: str, violations: tuple[Defect, ...]) -> None:
        self.position = position
        self.backend = backend
        self.violations = violations
        super().__init__(f"{backend}: {'; '.join(map(str, violations))}")


def solve(
    position: Position,
    objective: Objective = DEFAULT_OBJECTIVE,
    backend: str = AUTO,
    limits: Limits | None = None,
    options: Options | None = None,
) -> Result[Move]:
    """Find the best move and have it verified.

    Parameters
    ----------
    position
        The position.
    objective
        The terms, in lexicographic order.
    backend
        The name of a backend, or ``auto``.
    limits
        How long it may take; without limits, as long as it takes.
    options
        What the backend lets a request choose, by name (:mod:`solvers.rummikub.options`).

    Returns
    -------
    Result[Move]
        The result; ``verified`` when it holds a move, which the checker has then accepted.

    Raises
    ------
    InvalidInputError
        If there is no such backend, it does not support the request or an option, or the objective
        is empty or names a term twice.
    RejectedAnswerError
        If the checker does not accept the answer.
    """
    defects = Defects()
    if not objective or len(set(objective)) < len(objective):
        detail = "give at least one term, and each term once"
        defects.add(("objective",), "wrong_objective", detail)
    chosen = choose(backend, position, objective, ("backend",), defects)
    given = choose_options(backend, options, ("options",), defects)
    defects.raise_if_any()
    if chosen is None:
        raise LookupError(f"no backend {backend} was chosen, and no reason given")
    chosen = configured(chosen, given)
    return verified(chosen, position, chosen.solve(position, objective, limits or Limits()))


def verified(backend: Backend, position: Position, result: Result[Move]) -> Result[Move]:
    """Pass a result through the independent checker.

    Raises
    ------
    RejectedAnswerError
        If the checker does not accept it.
    """
    started = time.perf_counter()
    if result.answer is None:
        violations = _without_move(position, result)
    else:
        violations = check_move(position, result.answer) or _misvalued(position, result)
    if violations:
        raise RejectedAnswerError(position, backend.name, violations)
    if result.answer is None:
        return result
    return result.checked(True, time.perf_counter() - started)


def _misvalued(position: Position, result: Result[Move]) -> tuple[Defect, ...]:
    """Name every term whose value is not what the move is worth, or beats its own bound."""
    defects = Defects()
    for term in result.terms:
        worth = evaluate(Term(term.name), position, result.answer) if result.answer else 0
        if term.value != worth:
            detail = f"{term.name} is said to be {term.value}, and the move is worth {worth}"
            defects.add(("objective",), "wrong_value", detail)
        if term.bound is not None and Term(term.name).better(worth, term.bound):
            detail = f"{term.name} {worth} beats its own bound {term.bound}"
            defects.add(("objective",), "wrong_bound", detail)
    return tuple(defects)


def _without_move(position: Position, result: Result[Move]) -> tuple[Defect, ...]:
    """Name what is wrong with a result that has no move."""
    defects = Defects()
    if result.status in (Status.OPTIMAL, Status.FEASIBLE):
        defects.add((), "no_move", f"{result.status} without a move")
    if result.status is Status.INFEASIBLE and not (position.opened and position.table_tiles):
        defects.add((), "never_infeasible", "infeasible, and leaving everything is always legal")
    return tuple(defects)
