"""The 33 single-peg reversals of the English board (Jefferson et al., 2006), by every backend.

A reversal starts with one empty hole and ends with one peg in it. The symmetries of the board leave
seven that differ; each of these is solved once and counts for all that a symmetry takes it to.

References
----------
.. [1] C. Jefferson, A. Miguel, I. Miguel, S. A. Tarim. Modelling and solving English Peg Solitaire.
   Computers & Operations Research 33(10), 2935-2959, 2006. https://doi.org/10.1016/j.cor.2005.01.018
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from models.peg_solitaire.board import Cell
from models.peg_solitaire.boards import BOARDS
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.registry import BACKENDS
from solvers.peg_solitaire.solve import solve
from solvers.result import Limits, Status

BOARD = BOARDS["english33"]

SECONDS = 60.0
"""How long each backend has for each reversal."""

PUBLISHED: Mapping[str, int] = {
    "integer program (CPLEX 8.0)": 14,
    "integer program with pagoda rows (CPLEX 8.0)": 17,
    "Blackbox": 27,
    "FF": 22,
    "HSP": 15,
    "STAN": 1,
}
"""Reversals of 33 solved within one hour each in 2006 [1]_, on a Pentium III, 750 MHz, 256 MB."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one backend did on one reversal.

    Attributes
    ----------
    hole
        The hole that is empty at the start and holds the last peg.
    count
        How many reversals it stands for.
    solved
        Whether there was a play, accepted by the checker.
    seconds
        Wall-clock seconds of building, solving and checking.
    nodes
        Nodes of the search tree, or positions.
    """

    hole: Cell
    count: int
    solved: bool
    seconds: float
    nodes: int


def inequivalent() -> dict[Cell, int]:
    """Return a hole for each class of reversals, with how many are in the class."""
    classes: dict[Cell, int] = {}
    seen: set[int] = set()
    for hole, cell in enumerate(BOARD.holes):
        if hole not in seen:
            orbit = {symmetry[hole] for symmetry in BOARD.symmetries}
            seen |= orbit
            classes[cell] = len(orbit)
    return classes


def solves(backends: Sequence[str] = tuple(BACKENDS)) -> int:
    """Return how many solves :func:`run` makes."""
    return len(backends) * len(inequivalent())


def run(
    seconds: float = SECONDS,
    backends: Sequence[str] = tuple(BACKENDS),
    done: Callable[[], object] = lambda: None,
) -> Iterator[tuple[str, tuple[Outcome, ...]]]:
    """Have every backend solve the reversals.

    Parameters
    ----------
    seconds
        Time limit of each solve.
    backends
        Which.
    done
        Called after each solve.

    Yields
    ------
    tuple[str, tuple[Outcome, ...]]
        A backend, and how it did on each class.
    """
    for backend in backends:
        outcomes = []
        for hole, count in inequivalent().items():
            peg = BOARD.mask([hole])
            problem = Problem(BOARD, Kind.REACH, BOARD.full ^ peg, peg)
            result = solve(problem, backend, Limits(seconds))
            stats = result.stats
            spent = stats.build_seconds + stats.solve_seconds + stats.check_seconds
            solved = result.status is Status.OPTIMAL and result.verified
            outcomes.append(Outcome(hole, count, solved, spent, stats.nodes))
            done()
        yield backend, tuple(outcomes)
