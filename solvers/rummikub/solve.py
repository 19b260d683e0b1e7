"""The best move, verified: the one way in for the service, the command line and the tests."""

from __future__ import annotations

import time
from dataclasses import replace

from models.defects import Defect, Defects
from models.rummikub.check import check_move
from models.rummikub.move import Move
from models.rummikub.objective import DEFAULT_OBJECTIVE, Objective
from models.rummikub.position import Position
from solvers.result import Limits, Result
from solvers.rummikub.backend import Backend
from solvers.rummikub.registry import AUTO, choose


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

    Returns
    -------
    Result[Move]
        The result; ``verified`` when it holds a move, which the checker has then accepted.

    Raises
    ------
    InvalidInputError
        If there is no such backend, it does not support the request, or the objective is empty or
        names a term twice.
    RejectedAnswerError
        If the checker does not accept the answer.
    """
    defects = Defects()
    if not objective or len(set(objective)) < len(objective):
        detail = "give at least one term, and each term once"
        defects.add(("objective",), "wrong_objective", detail)
    chosen = choose(backend, position, objective, ("backend",), defects)
    defects.raise_if_any()
    if chosen is None:
        raise LookupError(f"no backend {backend} was chosen, and no reason given")
    return verified(chosen, position, chosen.solve(position, objective, limits or Limits()))


def verified(backend: Backend, position: Position, result: Result[Move]) -> Result[Move]:
    """Pass a result through the independent checker.

    Raises
    ------
    RejectedAnswerError
        If the checker does not accept it.
    """
    if result.answer is None:
        return result
    started = time.perf_counter()
    violations = check_move(position, result.answer)
    if violations:
        raise RejectedAnswerError(position, backend.name, violations)
    stats = replace(result.stats, check_seconds=time.perf_counter() - started)
    return replace(result, verified=True, stats=stats)
