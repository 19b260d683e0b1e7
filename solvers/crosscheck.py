"""Several backends on one question, side by side, and whether they agree.

What is asked, and what contradicts what, is the game's: see :mod:`solvers.rummikub.crosscheck` and
:mod:`solvers.mahjong.crosscheck`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol, runtime_checkable

from models.defects import Defect
from solvers.backend import AnyBackend
from solvers.result import Limits, Result


@runtime_checkable
class Rejection(Protocol):
    """What a game raises when its checker does not accept an answer.

    Attributes
    ----------
    violations
        What is wrong with the answer.
    """

    violations: tuple[Defect, ...]


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


type Said[Answer] = tuple[str, Result[Answer]]
"""The name of a backend, and its result, against which the checker has nothing."""


@dataclass(frozen=True, slots=True)
class Inquiry[Backend: AnyBackend, Answer]:
    """What backends are asked side by side.

    Attributes
    ----------
    ask
        Has a backend answer.
    verify
        Passes its result through the independent checker; raises a :class:`Rejection`.
    unknown
        Makes the result of a backend, by its name, that was cancelled before it was asked.
    contradiction
        Says in a sentence how two results contradict each other; ``None`` if they don't.
    """

    ask: Callable[[Backend], Result[Answer]]
    verify: Callable[[Backend, Result[Answer]], Result[Answer]]
    unknown: Callable[[str], Result[Answer]]
    contradiction: Callable[[Said[Answer], Said[Answer]], str | None]

    def put(
        self, backends: Iterable[Backend], limits: Limits, given: Opinion[Answer] | None
    ) -> CrossCheck[Answer]:
        """Have backends answer one after the other, and hold their answers against each other.

        Once a watch wants a stop, the backend at work ends with the best it has, and the others are
        not started: what they claim is nothing, which contradicts nothing.

        Parameters
        ----------
        backends
            Whom to ask.
        limits
            Whose watch may want a stop.
        given
            An opinion that is known already; its backend is not asked again.
        """
        opinions = [] if given is None else [given]
        opinions += [
            self._opinion(backend, limits)
            for backend in backends
            if given is None or backend.name != given.backend
        ]
        return CrossCheck(tuple(opinions), tuple(self._contradictions(opinions)))

    def _opinion(self, backend: Backend, limits: Limits) -> Opinion[Answer]:
        if limits.watch.wants_stop():
            return Opinion(backend.name, self.unknown(backend.name))
        try:
            result = self.ask(backend)
        except Exception as error:
            # Whatever it is, it is a finding: what the other backends say is worth more for it.
            return Opinion(backend.name, None, f"failed: {type(error).__name__}: {error}")
        try:
            return Opinion(backend.name, self.verify(backend, result))
        except Exception as error:
            if not isinstance(error, Rejection):
                raise
            # The rejected answer is the evidence.
            found = "; ".join(map(str, error.violations))
            return Opinion(backend.name, result, f"the checker rejects its answer: {found}")

    def _contradictions(self, opinions: Sequence[Opinion[Answer]]) -> list[str]:
        """Find what can't all be true; what has a fault speaks for itself alone."""
        found = [f"{opinion.backend}: {opinion.fault}" for opinion in opinions if opinion.fault]
        said = [(o.backend, o.result) for o in opinions if o.result is not None and not o.fault]
        contradictions = (self.contradiction(one, other) for one, other in combinations(said, 2))
        return found + [sentence for sentence in contradictions if sentence is not None]
