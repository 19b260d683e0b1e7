"""Decompositions and distances, verified: the one way in for service, command line and tests."""

from __future__ import annotations

import time
from collections.abc import Callable

from models.defects import Defect, Defects
from models.mahjong.check import check_decompositions, check_distance
from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import DEFAULT_FORMS, Distance, Forms, check_forms
from models.mahjong.hand import Hand
from solvers.mahjong.backend import Question
from solvers.mahjong.registry import AUTO, check_backend, measurer, splitter
from solvers.result import Limits, Result, Status

_NO_LIMITS = Limits()


class RejectedAnswerError(RuntimeError):
    """A backend's answer that the independent checker does not accept: a fault of ours.

    Attributes
    ----------
    hand, backend, violations
        What was asked, who answered, and what is wrong with the answer.
    """

    def __init__(self, hand: Hand, backend: str, violations: tuple[Defect, ...]) -> None:
        self.hand = hand
        self.backend = backend
        self.violations = violations
        super().__init__(f"{backend}: {'; '.join(map(str, violations))}")


def decompose(
    hand: Hand, backend: str = AUTO, limits: Limits = _NO_LIMITS, *, every: bool = True
) -> Result[Decompositions]:
    """Split a hand into sets and a pair, and have it verified.

    Parameters
    ----------
    hand
        The hand.
    backend
        The name of a backend, or ``auto``.
    limits
        How long it may take; without limits, as long as it takes.
    every
        Whether every way is asked for, or one.

    Returns
    -------
    Result[Decompositions]
        ``infeasible`` if there is no way: the hand is no win. ``feasible`` if some ways are known,
        and perhaps not all. ``verified`` when it holds ways, which the checker has then accepted.

    Raises
    ------
    InvalidInputError
        If there is no such backend, or it can't take the request.
    RejectedAnswerError
        If the checker does not accept the answer.
    """
    defects = Defects()
    question = Question.DECOMPOSITIONS if every else Question.WIN
    check_backend(backend, hand, question, ("backend",), defects)
    defects.raise_if_any()
    return verified_decompositions(hand, splitter(backend).decompose(hand, limits, every=every))


def distance(
    hand: Hand,
    forms: Forms = DEFAULT_FORMS,
    backend: str = AUTO,
    limits: Limits = _NO_LIMITS,
    *,
    details: bool = True,
) -> Result[Distance]:
    """Measure how far a hand is from a complete one, and have it verified.

    Parameters
    ----------
    hand
        The hand.
    forms
        The forms that a complete hand may have.
    backend
        The name of a backend, or ``auto``.
    limits
        How long it may take; without limits, as long as it takes.
    details
        Whether useful tiles and discards are asked for.

    Returns
    -------
    Result[Distance]
        ``feasible`` if a limit was reached before all details were known: what is not is left out.

    Raises
    ------
    InvalidInputError
        If there is no such backend, it can't take the request, or a form does not fit the hand.
    RejectedAnswerError
        If the checker does not accept the answer.
    """
    defects = Defects()
    check_backend(backend, hand, Question.DISTANCE, ("backend",), defects)
    check_forms(hand, forms, ("forms",), defects)
    defects.raise_if_any()
    found = measurer(backend).distance(hand, forms, limits, details=details)
    return verified_distance(hand, forms, found)


def verified_decompositions(hand: Hand, result: Result[Decompositions]) -> Result[Decompositions]:
    """Pass a result through the independent checker.

    Raises
    ------
    RejectedAnswerError
        If the checker does not accept it.
    """
    return _verified(hand, result, lambda answer: check_decompositions(hand, answer))


def verified_distance(hand: Hand, forms: Forms, result: Result[Distance]) -> Result[Distance]:
    """Pass a result through the independent checker.

    Raises
    ------
    RejectedAnswerError
        If the checker does not accept it.
    """
    return _verified(hand, result, lambda answer: check_distance(hand, forms, answer))


def _verified[Answer](
    hand: Hand, result: Result[Answer], check: Callable[[Answer], tuple[Defect, ...]]
) -> Result[Answer]:
    started = time.perf_counter()
    answer = result.answer
    if answer is None:
        violations: tuple[Defect, ...] = ()
        if result.status in (Status.OPTIMAL, Status.FEASIBLE):
            violations = (Defect("", "no_answer", f"{result.status} without an answer"),)
    else:
        violations = check(answer)
    if violations:
        raise RejectedAnswerError(hand, result.backend, violations)
    if answer is None:
        return result
    return result.checked(True, time.perf_counter() - started)
