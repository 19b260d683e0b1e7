"""Solving a program goal by goal: each optimum becomes a row of the next stage.

One weighted sum would have the same optima, but its relaxation is harder to round and its bound
says nothing about a single term; in stages every term gets a bound of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from models.program import Goal, Program
from solvers.branch_and_bound import search
from solvers.claims import Branched, Claim
from solvers.heard import Found
from solvers.highs import Session
from solvers.matrix import INFINITE, Integers, Matrix
from solvers.result import Budget, Stop

MOST_NODES = 400
"""Nodes of our own search before HiGHS's takes over a stage: a few tenths of a second of work."""


class Method(Enum):
    """How each stage is solved.

    ``SEARCH``: relaxation first, then our branch and bound, then HiGHS's if that gets long.
    ``BRANCH``: HiGHS's branch and bound alone.
    """

    SEARCH = auto()
    BRANCH = auto()


@dataclass(frozen=True, slots=True)
class Stage:
    """One goal: the value its expression reached and the bound on it, ``None`` if unknown."""

    goal: Goal
    value: int | None
    bound: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is known after all stages, after the one in which a limit was reached, or amid one.

    Attributes
    ----------
    point
        The best whole point by all goals in order, or ``None``.
    infeasible
        Whether it is proven that there is none.
    stages
        A stage for each goal, in order.
    stop
        Why it stopped.
    matrix
        The program as arrays.
    """

    point: Integers | None
    infeasible: bool
    stages: tuple[Stage, ...]
    stop: Stop
    matrix: Matrix

    @property
    def proven(self) -> bool:
        """Whether every stage's value meets its bound."""
        return all(s.value is not None and s.value == s.bound for s in self.stages)


def solve(
    program: Program[Any],
    budget: Budget,
    method: Method,
    report: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """Solve a program, one goal after the other.

    Parameters
    ----------
    program
        The program.
    budget
        Limits over all stages.
    method
        How each stage is solved.
    report
        Told what is known at each better point, and at the end of each stage.

    Raises
    ------
    StoppedError
        If it is time to stop before there are arrays.
    """
    matrix = original = Matrix.of(program.problem, budget.pause)
    session = Session(matrix, whole=False) if method is Method.SEARCH and matrix.columns else None
    best = _Best(program.goals, original, report)
    for cost in best.costs:
        found = _stage(session, matrix, cost, budget, best)
        if found.claim is Claim.INFEASIBLE:
            return Outcome(None, True, (), found.stop, original)
        best.close(found)
        if found.claim is Claim.STOPPED or best.point is None:
            return best.outcome(found.stop)
        value = int(cost @ best.point)
        matrix = matrix.with_row(cost, value, INFINITE)
        if session is not None:
            session.add_row(cost, value, INFINITE)
    return best.outcome(Stop.COMPLETED)


class _Best:
    """The best point so far by all goals in order, and the bounds of the stages.

    A stage can come by points that are no better by its own goal, but by a later one, or worse
    than what an earlier stage ended with: one place decides which is kept.
    """

    def __init__(
        self,
        goals: tuple[Goal, ...],
        matrix: Matrix,
        report: Callable[[Outcome], None] | None,
    ) -> None:
        self.costs = [matrix.cost(goal.expression) for goal in goals]
        self.point: Integers | None = None
        self._goals, self._matrix, self._report = goals, matrix, report
        self._values: tuple[int, ...] = ()
        self._bounds: list[int | None] = []

    def offer(self, point: Integers | None) -> bool:
        """Keep a point, if there is one and it is no worse; say whether it is better."""
        if point is None:
            return False
        values = tuple(int(cost @ point) for cost in self.costs)
        better = self.point is None or values > self._values
        if better or values == self._values:
            self.point, self._values = point, values
        return better

    @property
    def found(self) -> Found | None:
        """Takes a point come by amid a stage, and the stage's bound; ``None`` for nobody."""
        return None if self._report is None else self._amid

    def _amid(self, point: Integers, bound: int | None) -> None:
        if self._report is not None and self.offer(point):
            self._report(self.outcome(Stop.COMPLETED, bound))

    def close(self, found: Branched) -> None:
        """End a stage."""
        self.offer(found.point)
        self._bounds.append(found.bound)
        if self._report is not None and self.point is not None:
            self._report(self.outcome(Stop.COMPLETED))

    def outcome(self, stop: Stop, *bound: int | None) -> Outcome:
        """Say what is known; ``bound`` is that of a stage not yet ended."""
        known = (*self._bounds, *bound)
        bounds = (*known, *(None,) * (len(self._goals) - len(known)))
        values: tuple[int | None, ...] = self._values or (None,) * len(self._goals)
        stages = tuple(map(Stage, self._goals, values, bounds))
        return Outcome(self.point, False, stages, stop, self._matrix)


def _stage(
    session: Session | None, matrix: Matrix, cost: Integers, budget: Budget, best: _Best
) -> Branched:
    if not matrix.columns:
        return _without_columns(matrix)
    bound = None
    if session is not None:
        searched = search(session, matrix, cost, budget, MOST_NODES, best.point, best.found)
        if searched.certain:
            claim = Claim.INFEASIBLE if searched.point is None else Claim.OPTIMAL
            return Branched(claim, searched.stop, searched.point, searched.bound, 0)
        best.offer(searched.point)
        bound = searched.bound
        if searched.stop is not Stop.COMPLETED:
            return Branched(Claim.STOPPED, searched.stop, None, bound, 0)
    reached = budget.exhausted()
    if reached is not None:
        return Branched(Claim.STOPPED, reached, None, bound, 0)
    found = Session(matrix, whole=True).branch(cost, budget, _within(bound, best.found))
    if found.claim is not Claim.STOPPED:
        return found
    return Branched(found.claim, found.stop, found.point, _least(bound, found.bound), found.nodes)


def _within(bound: int | None, found: Found | None) -> Found | None:
    """Have points told of with the tighter of a bound known before and that of the moment."""
    if found is None:
        return None
    return lambda point, other: found(point, _least(bound, other))


def _least(*bounds: int | None) -> int | None:
    return min((bound for bound in bounds if bound is not None), default=None)


def _without_columns(matrix: Matrix) -> Branched:
    """Decide a program that has rows only: HiGHS calls it empty and says no more."""
    point = matrix.lower
    if matrix.is_satisfied_by(point):
        return Branched(Claim.OPTIMAL, Stop.COMPLETED, point, 0, 0)
    return Branched(Claim.INFEASIBLE, Stop.COMPLETED, None, None, 0)
