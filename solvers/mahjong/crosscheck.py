"""Several backends on one hand: whom to ask, and what contradicts what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import DEFAULT_FORMS, Distance, Forms
from models.mahjong.hand import Hand
from solvers.crosscheck import CrossCheck, Inquiry, Opinion, Said
from solvers.mahjong.backend import Measurer, Question, Splitter
from solvers.mahjong.registry import MEASURERS, SPLITTERS
from solvers.mahjong.solve import verified_decompositions, verified_distance
from solvers.mahjong.watching import only_stopped
from solvers.result import Limits, Result, Status, Stop

_NO_LIMITS = Limits()


def cross_check_decompositions(
    hand: Hand,
    limits: Limits = _NO_LIMITS,
    backends: Sequence[Splitter] | None = None,
    given: Opinion[Decompositions] | None = None,
) -> CrossCheck[Decompositions]:
    """Have every backend that can take a hand split it: in every way, or in one if that is all.

    Parameters
    ----------
    hand
        The hand.
    limits
        Limits of each backend. Their watch may want a stop, and is told of nothing: what one
        backend says on the way is no more than another has said.
    backends
        Which to ask; by default all that can take the hand.
    given
        An opinion that is known already, held against the others; its backend is not asked again.
    """
    limits = replace(limits, watch=only_stopped(limits.watch))

    def ask(backend: Splitter) -> Result[Decompositions]:
        every = Question.DECOMPOSITIONS in backend.questions
        return backend.decompose(hand, limits, every=every)

    asked = backends or [b for b in SPLITTERS.values() if b.refusal(hand) is None]
    inquiry: Inquiry[Splitter, Decompositions] = Inquiry(
        ask=ask,
        verify=lambda _, result: verified_decompositions(hand, result),
        unknown=_unknown,
        contradiction=lambda one, other: _differing(one, other, _splits_apart),
    )
    return inquiry.put(asked, limits, given)


def cross_check_distance(
    hand: Hand,
    forms: Forms = DEFAULT_FORMS,
    limits: Limits = _NO_LIMITS,
    backends: Sequence[Measurer] | None = None,
    given: Opinion[Distance] | None = None,
    *,
    details: bool = True,
) -> CrossCheck[Distance]:
    """Have every backend that can take a hand measure it.

    Parameters
    ----------
    hand
        The hand.
    forms
        The forms that a complete hand may have.
    limits
        Limits of each backend. Their watch may want a stop, and is told of nothing: what one
        backend says on the way is no more than another has said.
    backends
        Which to ask; by default all that can take the hand.
    given
        An opinion that is known already, held against the others; its backend is not asked again.
    details
        Whether useful tiles and discards are asked for.
    """
    limits = replace(limits, watch=only_stopped(limits.watch))
    asked = backends or [b for b in MEASURERS.values() if b.refusal(hand) is None]
    inquiry: Inquiry[Measurer, Distance] = Inquiry(
        ask=lambda backend: backend.distance(hand, forms, limits, details=details),
        verify=lambda _, result: verified_distance(hand, forms, result),
        unknown=_unknown,
        contradiction=lambda one, other: _differing(one, other, _distances_apart),
    )
    return inquiry.put(asked, limits, given)


def _unknown(backend: str) -> Result[Any]:
    return Result(Status.NO_ANSWER, Stop.CANCELLED, None, (), backend)


def _differing[Answer](
    one: Said[Answer],
    other: Said[Answer],
    apart: Callable[[Result[Answer], Result[Answer]], str | None],
) -> str | None:
    what = apart(one[1], other[1])
    return None if what is None else f"{one[0]} and {other[0]} differ: {what}"


def _splits_apart(one: Result[Decompositions], other: Result[Decompositions]) -> str | None:
    """Say how two results on the ways to split a hand contradict each other, or ``None``."""
    if Status.NO_ANSWER in (one.status, other.status):
        return None
    if one.answer is None or other.answer is None:
        same = one.answer is other.answer
        return None if same else f"{_win(one)} is said, and {_win(other)}"
    known, others = set(one.answer.found), set(other.answer.found)
    if (one.answer.complete and others - known) or (other.answer.complete and known - others):
        missing = " | ".join(map(str, sorted(known ^ others)[:3]))
        return f"{len(known)} ways, and {len(others)}; not in both: {missing}"
    return None


def _win(result: Result[Decompositions]) -> str:
    return "no win" if result.answer is None else "a win"


def _distances_apart(one: Result[Distance], other: Result[Distance]) -> str | None:
    """Say how two results on a distance contradict each other, or ``None``.

    Which nearest hand is shown is a choice.
    """
    if one.answer is None or other.answer is None:
        return None
    for name in ("exchanges", "without_copy_limit", "available", "useful", "discards"):
        said, said_too = getattr(one.answer, name), getattr(other.answer, name)
        optional = name in ("useful", "discards") and None in (said, said_too)
        if said != said_too and not optional:
            return name if name in ("useful", "discards") else f"{name} {said} and {said_too}"
    return None
