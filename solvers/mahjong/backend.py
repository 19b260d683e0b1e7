"""What a backend for Mahjong is."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import Distance, Forms
from models.mahjong.hand import Hand
from solvers.backend import AnyBackend
from solvers.result import Limits, Result


class Question(StrEnum):
    """What can be asked of a backend.

    ``win``: whether a hand splits into sets and a pair, and one way. ``decompositions``: every
    way. ``distance``: how far it is from that, and what to draw and discard.
    """

    WIN = "win"
    DECOMPOSITIONS = "decompositions"
    DISTANCE = "distance"


class Backend(AnyBackend, Protocol):
    """What all backends have.

    Attributes
    ----------
    name, summary, exact
        As :class:`solvers.backend.AnyBackend` says.
    questions
        What it answers.
    """

    @property
    def questions(self) -> frozenset[Question]: ...  # noqa: D102

    def refusal(self, hand: Hand) -> str | None:
        """Say why this backend can't take a hand, or ``None`` if it can.

        Whether it answers the question is not asked here: that is data.
        """
        ...


class Splitter(Backend, Protocol):
    """A backend that splits hands."""

    def decompose(self, hand: Hand, limits: Limits, *, every: bool) -> Result[Decompositions]:
        """Split a hand in every way, or in one; the result is not verified yet.

        ``optimal``: every way; or, if one was asked for, one. ``feasible``: some of the ways.
        ``infeasible``: there is none.
        """
        ...


class Measurer(Backend, Protocol):
    """A backend that tells how far a hand is from a complete one."""

    def distance(
        self, hand: Hand, forms: Forms, limits: Limits, *, details: bool
    ) -> Result[Distance]:
        """Measure the distance and, for ``details``, of every hand around; not verified yet.

        ``optimal``: all that was asked for. ``feasible``: the distances, and of the details the
        useful tiles or nothing.
        """
        ...
