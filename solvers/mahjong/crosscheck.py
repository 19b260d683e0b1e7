"""Several backends on one hand, side by side, and whether they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import DEFAULT_FORMS, Distance, Forms
from models.mahjong.hand import Hand
from solvers.mahjong.backend import Backend, Measurer, Question, Splitter
from solvers.mahjong.registry import MEASURERS, SPLITTERS
from solvers.mahjong.solve import RejectedAnswerError, verified_decompositions, verified_distance
from solvers.mahjong.watching import only_stopped
from solvers.result import Limits, Result, Status, Stop

_NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Opinion[Answer]:
    """What one backend says.

    Attributes
    ----------
    backend
        Its name.
    result
        Its result; verified, unless there is a fault. ``None`` if it failed.
    fault
        How it failed, or what the checker has against its result; else empty.
    """

    backend: str
    result: Result[Answer] | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class CrossCheck[Answer]:
    """The opinions of several backends on one request.

    Attributes
    ----------
    opinions
        One a backend.
    disagreements
        A sentence for each contradiction; empty where they agree.
    """

    opinions: tuple[Opinion[Answer], ...]
    disagreements: tuple[str, ...]

    @property
    def agree(self) -> bool:
        """Whether no two opinions contradict each other."""
        return not self.disagreements


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
    opinions = _opinions(
        asked, limits, given, ask, lambda result: verified_decompositions(hand, result)
    )
    return CrossCheck(opinions, tuple(_contradictions(opinions, _splits_apart)))


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
    opinions = _opinions(
        asked,
        limits,
        given,
        lambda backend: backend.distance(hand, forms, limits, details=details),
        lambda result: verified_distance(hand, forms, result),
    )
    return CrossCheck(opinions, tuple(_contradictions(opinions, _distances_apart)))


def _opinions[B: Backend, Answer](
    backends: Iterable[B],
    limits: Limits,
    given: Opinion[Answer] | None,
    ask: Callable[[B], Result[Answer]],
    verify: Callable[[Result[Answer]], Result[Answer]],
) -> tuple[Opinion[Answer], ...]:
    found = [] if given is None else [given]
    found += [
        _opinion(backend, limits, ask, verify)
        for backend in backends
        if given is None or backend.name != given.backend
    ]
    return tuple(found)


def _opinion[B: Backend, Answer](
    backend: B,
    limits: Limits,
    ask: Callable[[B], Result[Answer]],
    verify: Callable[[Result[Answer]], Result[Answer]],
) -> Opinion[Answer]:
    if limits.watch.wants_stop():
        # It is not asked, and knows nothing: what it claims is nothing too.
        nothing: Result[Answer] = Result(Status.NO_ANSWER, Stop.CANCELLED, None, (), backend.name)
        return Opinion(backend.name, nothing)
    try:
        result = ask(backend)
    except Exception as error:
        # Whatever it is, it is a finding: what the other backends say is worth more for it.
        return Opinion(backend.name, None, f"failed: {type(error).__name__}: {error}")
    try:
        return Opinion(backend.name, verify(result))
    except RejectedAnswerError as error:
        # The rejected answer is the evidence.
        found = "; ".join(map(str, error.violations))
        return Opinion(backend.name, result, f"the checker rejects its answer: {found}")


def _contradictions[Answer](
    opinions: Sequence[Opinion[Answer]],
    apart: Callable[[Result[Answer], Result[Answer]], str | None],
) -> list[str]:
    """Find what can't all be true."""
    found = [f"{opinion.backend}: {opinion.fault}" for opinion in opinions if opinion.fault]
    results = [o.result for o in opinions if o.result is not None and not o.fault]
    for one, other in combinations(results, 2):
        what = apart(one, other)
        if what is not None:
            found.append(f"{one.backend} and {other.backend} differ: {what}")
    return found


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
