"""Solving a program goal by goal: each optimum becomes a row of the next stage.

One weighted sum would have the same optima, but its relaxation is harder to round and its bound
says nothing about a single term; in stages every term gets a bound of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from models.program import Goal, Program
from solvers.branch_and_bound import search
from solvers.highs import Branched, Claim, Session
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
    """What is known after all stages, or after the one in which a limit was reached.

    Attributes
    ----------
    point
        The best whole point, or ``None``.
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


def solve(program: Program[Any], budget: Budget, method: Method) -> Outcome:
    """Solve a program, one goal after the other.

    Parameters
    ----------
    program
        The program.
    budget
        Limits over all stages.
    method
        How each stage is solved.
    """
    matrix = original = Matrix.of(program.problem)
    session = Session(matrix, whole=False) if method is Method.SEARCH and matrix.columns else None
    point: Integers | None = None
    stages: list[Stage] = []
    stop = Stop.COMPLETED
    for goal in program.goals:
        cost = matrix.cost(goal.expression)
        found = _stage(session, matrix, cost, budget, point)
        stop = found.stop
        if found.claim is Claim.INFEASIBLE:
            return Outcome(None, True, (), stop, original)
        point = found.point if found.point is not None else point
        value = None if point is None else int(cost @ point)
        stages.append(Stage(goal, value, found.bound))
        if found.claim is Claim.STOPPED or value is None:
            break
        matrix = matrix.with_row(cost, value, INFINITE)
        if session is not None:
            session.add_row(cost, value, INFINITE)
    for goal in program.goals[len(stages) :]:
        reached = None if point is None else int(original.cost(goal.expression) @ point)
        stages.append(Stage(goal, reached, None))
    return Outcome(point, False, tuple(stages), stop, original)


def _stage(
    session: Session | None,
    matrix: Matrix,
    cost: Integers,
    budget: Budget,
    start: Integers | None,
) -> Branched:
    if not matrix.columns:
        return _without_columns(matrix)
    bound = None
    if session is not None:
        searched = search(session, matrix, cost, budget, MOST_NODES, start)
        if searched.certain:
            claim = Claim.INFEASIBLE if searched.point is None else Claim.OPTIMAL
            return Branched(claim, searched.stop, searched.point, searched.bound, 0)
        start, bound = searched.point, searched.bound
        if searched.stop is not Stop.COMPLETED:
            return Branched(Claim.STOPPED, searched.stop, start, bound, 0)
    reached = budget.exhausted()
    if reached is not None:
        return Branched(Claim.STOPPED, reached, start, bound, 0)
    found = Session(matrix, whole=True).branch(cost, budget)
    if found.claim is not Claim.STOPPED:
        return found
    point = found.point if found.point is not None else start
    bounds = [b for b in (bound, found.bound) if b is not None]
    return Branched(found.claim, found.stop, point, min(bounds, default=None), found.nodes)


def _without_columns(matrix: Matrix) -> Branched:
    """Decide a program that has rows only: HiGHS calls it empty and says no more."""
    point = matrix.lower
    if matrix.is_satisfied_by(point):
        return Branched(Claim.OPTIMAL, Stop.COMPLETED, point, 0, 0)
    return Branched(Claim.INFEASIBLE, Stop.COMPLETED, None, None, 0)
