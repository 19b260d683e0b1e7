"""The time-free system: a goal that no numbers of jumps lead to, and weights that show it.

Relaxations run in floating point, but what they say is only taken as a hint: the weights become
whole numbers, and count only if they hold in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import gcd

import numpy as np

from models.peg_solitaire.certificate import JumpCounts, Pagoda, Refuted, Split
from models.peg_solitaire.problem import Problem
from models.peg_solitaire.programs.time_free import time_free_program
from solvers.claims import Claim
from solvers.highs import Session
from solvers.matrix import Floats, Integers, Matrix
from solvers.result import Budget, StoppedError

MOST_NODES = 200
"""Relaxations after which the question is left to others; 15 ms suffice for most boards."""

_WHOLE = 1e-6
"""How far from a whole number a column of a relaxation may be to count as whole."""

# Weights are mostly small multiples of the smallest; else they are rounded finely.
_MULTIPLES = (1, 2, 3, 4, 5, 6, 8, 10, 12)
_FINE = 1 << 20

type Box = Mapping[int, tuple[int, int]]
"""How often a jump may be made, where that is not from 0 to as often as pegs must go."""


@dataclass(slots=True)
class _Refuter:
    """The relaxation of one problem's system, and how many more times it may be solved."""

    problem: Problem
    budget: Budget
    session: Session
    matrix: Matrix
    wanted: Integers
    most: int
    nodes_left: int = MOST_NODES

    def refute(self, box: Box) -> Refuted | Split | None:
        """Refute all numbers of jumps in a box; ``None`` if there are some, or it takes too long.

        Raises
        ------
        StoppedError
            If it is time to stop.
        """
        self.budget.pause()
        self.nodes_left -= 1
        relaxed = self.session.relax(self.budget.seconds_left, self.budget.watch)
        self.budget.spent += 1
        if relaxed.claim is Claim.STOPPED:
            raise StoppedError(relaxed.stop)
        if relaxed.point is None:
            return None if relaxed.multipliers is None else self._weights(relaxed.multipliers, box)
        jump = _most_fractional(relaxed.point)
        if jump is None or self.nodes_left < 2:
            return None
        low, high = box.get(jump, (0, self.most))
        most = int(np.floor(relaxed.point[jump]))
        ways = []
        for bounds in ((low, most), (most + 1, high)):
            self.session.bound_column(jump, *bounds)
            way = self.refute({**box, jump: bounds})
            self.session.bound_column(jump, low, high)
            if way is None:
                return None
            ways.append(way)
        return Split(jump, most, *ways)

    def _weights(self, ray: Floats, box: Box) -> Refuted | None:
        lower = np.zeros(self.matrix.columns, dtype=np.int64)
        upper = np.full(self.matrix.columns, self.most, dtype=np.int64)
        for jump, (low, high) in box.items():
            lower[jump], upper[jump] = low, high
        for weights in _whole_weights(ray):
            gains = self._gains(weights)
            reached = int(np.where(gains > 0, gains * upper, gains * lower).sum())
            if reached < int(weights @ self.wanted):
                return Refuted(tuple(weights.tolist()))
        return None

    def _gains(self, weights: Integers) -> Integers:
        """Return what each jump adds to the weighted sum of the pegs; shape (jumps,)."""
        jumps = self.problem.board.jumps
        return np.array(
            [weights[j.target] - weights[j.source] - weights[j.over] for j in jumps],
            dtype=np.int64,
        )

    def pagoda(self, weights: tuple[int, ...]) -> Pagoda:
        """Turn weights that refute everything into a pagoda function.

        Raising all of them alike lowers what each jump gains, until none gains anything. It lowers
        what is wanted by as much for each jump, which is no more than what the jumps could gain.
        """
        gain = max(0, int(self._gains(np.array(weights)).max(initial=0)))
        raised = [weight + gain for weight in weights]
        common = gcd(*raised) or 1
        return Pagoda(tuple(weight // common for weight in raised))


def counting_certificate(problem: Problem, budget: Budget) -> Pagoda | JumpCounts | None:
    """Find weights that show that no numbers of jumps lead from the start to the goal.

    Parameters
    ----------
    problem
        A problem with a goal.
    budget
        Limits; each relaxation counts as one unit of work.

    Returns
    -------
    Pagoda | JumpCounts | None
        A pagoda function if the linear relaxation has no solution, a tree of splits if only whole
        numbers have none; ``None`` if there are such numbers, or nobody knows.

    Raises
    ------
    StoppedError
        If it is time to stop.
    """
    board, goal, most = problem.board, problem.goal, problem.jumps_needed
    if goal is None or most is None or problem.start == goal:
        return None
    if most < 0:
        # The number of pegs itself never rises.
        return Pagoda((1,) * board.size)
    matrix = Matrix.of(time_free_program(problem).problem, budget.pause)
    wanted = np.array([(goal >> h & 1) - (problem.start >> h & 1) for h in range(board.size)])
    if not matrix.columns:
        # Nothing can be jumped: any hole that is to gain a peg shows it.
        return Pagoda(tuple(max(0, int(change)) for change in wanted))
    session = Session(matrix, whole=False)
    refuter = _Refuter(problem, budget, session, matrix, wanted, most)
    tree = refuter.refute({})
    if isinstance(tree, Refuted):
        return refuter.pagoda(tree.weights)
    return None if tree is None else JumpCounts(tree)


def _whole_weights(ray: Floats) -> Iterator[Integers]:
    """Round a ray to whole numbers in likely ways, both ways round: HiGHS gives either."""
    sizes = np.abs(ray)
    used = sizes[sizes > 1e-9 * max(1e-9, sizes.max(initial=0.0))]
    if not len(used):
        return
    for scale in (*(multiple / used.min() for multiple in _MULTIPLES), _FINE / used.max()):
        if used.max() * scale > _FINE:
            continue
        for sign in (1.0, -1.0):
            yield np.rint(sign * scale * ray).astype(np.int64)


def _most_fractional(point: Floats) -> int | None:
    distance = np.abs(point - np.rint(point))
    column = int(distance.argmax())
    return column if distance[column] > _WHOLE else None
