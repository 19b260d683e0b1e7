"""``auto``: the fastest exact backend, which for every question is ``dp``.

It takes every hand, answers every question, and is hundreds of times faster than ``ilp``; how fast
each is says ``python -m benchmarks mahjong`` (docs/mahjong.md has the measurements).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import Distance, Forms
from models.mahjong.hand import Hand
from solvers.mahjong.backend import Question
from solvers.mahjong.dp import DP
from solvers.result import Limits, Result


@dataclass(frozen=True, slots=True)
class Auto:
    """The rule as a backend; see :class:`solvers.mahjong.backend.Backend` for the attributes."""

    name: str = "auto"
    summary: str = "the fastest exact backend that answers the question; the answer names it"
    exact: bool = True
    questions: frozenset[Question] = field(default=frozenset(Question))

    def refusal(self, hand: Hand) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a hand: there is none it can't take."""
        return None

    def decompose(
        self, hand: Hand, limits: Limits, *, every: bool = True
    ) -> Result[Decompositions]:
        """Split a hand."""
        return DP.decompose(hand, limits, every=every)

    def distance(
        self, hand: Hand, forms: Forms, limits: Limits, *, details: bool = True
    ) -> Result[Distance]:
        """Measure the distance."""
        return DP.distance(hand, forms, limits, details=details)


AUTO = Auto()
