"""A play or a proof, verified: the one way in for the service, the command line and the tests."""

from __future__ import annotations

import time

from models.defects import Defect, Defects
from models.peg_solitaire.certificate import Exhaustion, JumpCounts, Pagoda, PositionClass
from models.peg_solitaire.check import check_certificate, check_play, count_jumps_and_moves
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.backend import Backend
from solvers.peg_solitaire.registry import AUTO, choose
from solvers.result import Limits, Result, Status


class RejectedAnswerError(RuntimeError):
    """A backend's answer that the independent checker does not accept: a fault of ours.

    Attributes
    ----------
    problem, backend, violations
        What was asked, who answered, and what is wrong with the answer.
    """

    def __init__(self, problem: Problem, backend: str, violations: tuple[Defect, ...]) -> None:
        self.problem = problem
        self.backend = backend
        self.violations = violations
        super().__init__(f"{backend}: {'; '.join(map(str, violations))}")


def solve(problem: Problem, backend: str = AUTO.name, limits: Limits | None = None) -> Result[Play]:
    """Solve a problem and have the answer verified.

    Parameters
    ----------
    problem
        The problem.
    backend
        The name of a backend, or ``auto``.
    limits
        How long it may take; without limits, as long as it takes.

    Returns
    -------
    Result[Play]
        The result. It is ``verified`` when it holds a play, or a certificate that the checker can
        judge by itself; an infeasibility that rests on a solver's word is not.

    Raises
    ------
    InvalidInputError
        If there is no such backend, or it does not take the problem.
    RejectedAnswerError
        If the checker does not accept the answer.
    """
    defects = Defects()
    chosen = choose(backend, problem, ("backend",), defects)
    defects.raise_if_any()
    if chosen is None:
        raise LookupError(f"no backend {backend} was chosen, and no reason given")
    return verified(chosen, problem, chosen.solve(problem, limits or Limits()))


def verified(backend: Backend, problem: Problem, result: Result[Play]) -> Result[Play]:
    """Pass a result through the independent checker.

    Raises
    ------
    RejectedAnswerError
        If the checker does not accept it.
    """
    started = time.perf_counter()
    holds = result.answer is not None
    if result.answer is not None:
        violations = check_play(problem, result.answer) or _miscounted(problem, result)
    else:
        violations, holds = _without_play(problem, result)
    if violations:
        raise RejectedAnswerError(problem, backend.name, violations)
    return result.checked(holds, time.perf_counter() - started)


def _miscounted(problem: Problem, result: Result[Play]) -> tuple[Defect, ...]:
    """Name what is wrong with the count of a play, and with its bound."""
    defects = Defects()
    jumps, moves = count_jumps_and_moves(result.answer or Play(()))
    worth = {"jumps": jumps, "moves": moves, "pegs": problem.start.bit_count() - jumps}
    names = [term.name for term in result.terms]
    if names != [problem.kind.counts]:
        defects.add(("terms",), "wrong_terms", f"{names} instead of [{problem.kind.counts}]")
        return tuple(defects)
    term = result.terms[0]
    value = worth[term.name]
    if term.value != value:
        detail = f"{term.name} is said to be {term.value}, and the play has {value}"
        defects.add(("terms", 0), "wrong_value", detail)
    if term.bound is not None and term.bound > value:
        detail = f"{term.name} {value} beats its own bound {term.bound}"
        defects.add(("terms", 0), "wrong_bound", detail)
    if (result.status is Status.OPTIMAL) != (term.bound == value):
        detail = f"{result.status} with {term.name} {value} and a bound of {term.bound}"
        defects.add(("terms", 0), "wrong_status", detail)
    if result.status in (Status.INFEASIBLE, Status.NO_ANSWER):
        defects.add((), "wrong_status", f"{result.status} with a play")
    return tuple(defects)


def _without_play(problem: Problem, result: Result[Play]) -> tuple[tuple[Defect, ...], bool]:
    """Name what is wrong with a result that has no play, and say whether it is shown to hold."""
    defects = Defects()
    if result.status in (Status.OPTIMAL, Status.FEASIBLE):
        defects.add((), "no_play", f"{result.status} without a play")
    if result.status is Status.INFEASIBLE and problem.kind in (Kind.FOOLS, Kind.FEWEST_LEFT):
        defects.add((), "never_infeasible", f"infeasible, and {problem.kind} always has a play")
    certificate = result.certificate
    if certificate is None:
        return tuple(defects), False
    if result.status is not Status.INFEASIBLE:
        defects.add((), "wrong_status", f"{result.status} with a certificate that there is no play")
    if not isinstance(certificate, PositionClass | Pagoda | JumpCounts | Exhaustion):
        defects.add(("certificate",), "unknown_certificate", f"{certificate.kind} is not known")
        return tuple(defects), False
    judged = check_certificate(problem, certificate)
    return (*defects, *judged.violations), judged.verified
