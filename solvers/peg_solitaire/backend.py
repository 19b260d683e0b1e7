"""What a backend for peg solitaire is."""

from __future__ import annotations

from typing import Protocol

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.backend import AnyBackend
from solvers.result import Limits, Result


class Backend(AnyBackend, Protocol):
    """One way to a play.

    A result has one term, named :attr:`models.peg_solitaire.problem.Kind.counts`. ``infeasible``
    is proven, and carries a certificate where there is one.

    Attributes
    ----------
    name, summary, exact
        As :class:`solvers.backend.AnyBackend` says.
    kinds
        The kinds of problem it supports.
    """

    @property
    def kinds(self) -> frozenset[Kind]: ...  # noqa: D102

    def refusal(self, problem: Problem) -> str | None:
        """Say why this backend can't take a problem, or ``None`` if it can.

        Whether it supports the kind is not asked here: that is data.
        """
        ...

    def solve(self, problem: Problem, limits: Limits) -> Result[Play]:
        """Find a play within the limits; the result is not verified yet."""
        ...
