"""What a backend for Rummikub is."""

from __future__ import annotations

from typing import Protocol

from models.rummikub.move import Move
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from solvers.backend import AnyBackend
from solvers.result import Limits, Result


class Backend(AnyBackend, Protocol):
    """One way to the best move.

    Attributes
    ----------
    name, summary, exact
        As :class:`solvers.backend.AnyBackend` says.
    terms
        The objective terms it supports.
    """

    @property
    def terms(self) -> frozenset[Term]: ...  # noqa: D102

    def refusal(self, position: Position, objective: Objective) -> str | None:
        """Say why this backend can't take a request, or ``None`` if it can.

        Whether it supports the objective's terms is not asked here: that is data.
        """
        ...

    def solve(self, position: Position, objective: Objective, limits: Limits) -> Result[Move]:
        """Find the best move within the limits; the result is not verified yet."""
        ...
