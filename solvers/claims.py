"""What HiGHS claims about a program, and what comes with the claim."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from solvers.matrix import Floats, Integers
from solvers.result import Stop


class Claim(Enum):
    """What a run of HiGHS claims about the program it was given."""

    OPTIMAL = auto()
    INFEASIBLE = auto()
    STOPPED = auto()


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A solved linear relaxation.

    Attributes
    ----------
    claim, stop
        What HiGHS claims, and why it stopped.
    point
        Column values, if it claims an optimum; shape (columns,).
    multipliers
        Row duals if it claims an optimum, a dual ray if it claims infeasibility and has one;
        shape (rows,).
    """

    claim: Claim
    stop: Stop
    point: Floats | None
    multipliers: Floats | None


@dataclass(frozen=True, slots=True)
class Branched:
    """A run of HiGHS's own branch and bound.

    Attributes
    ----------
    claim, stop
        What HiGHS claims, and why it stopped.
    point
        The best whole point found, verified against every row in whole numbers.
    bound
        No point is worth more; ``None`` if HiGHS has no bound.
    nodes
        Nodes of its search tree.
    """

    claim: Claim
    stop: Stop
    point: Integers | None
    bound: int | None
    nodes: int
