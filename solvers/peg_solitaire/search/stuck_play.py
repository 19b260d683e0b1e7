"""Fool's solitaire: the fewest jumps after which there is none left.

A beam that likes positions with few jumps finds some play. Then every position is looked at, level
by level, until one is stuck or the next could only be as good as the play that is known. Of that
last level nothing is made: it is enough to look.
"""

from __future__ import annotations

from collections.abc import Callable

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from solvers.peg_solitaire.greedy import greedy_play
from solvers.peg_solitaire.search.bounded import Bounded
from solvers.peg_solitaire.search.levels import Levels
from solvers.peg_solitaire.search.task import keeping, make_task
from solvers.peg_solitaire.search.trace import trace
from solvers.peg_solitaire.search.words import Counting, Stuck
from solvers.result import Budget, StoppedError

BEAM = 2_000
"""Positions of each level that the first search keeps."""

_UNFREEDOM = -100
"""What a jump that can be made costs it, where one hole's distance costs 10."""


def fewest_jumps(problem: Problem, budget: Budget, report: Callable[[Bounded], None]) -> Bounded:
    """Find a shortest play that ends stuck.

    Parameters
    ----------
    problem
        The problem; its goal is not looked at.
    budget
        Limits.
    report
        Told of each better play, and of what is known then.
    """
    if problem.board.is_stuck(problem.start):
        return Bounded(Play(()), 0)
    best = Bounded(greedy_play(problem), 1)
    report(best)
    try:
        play = _beam(problem, budget, len(_jumps(best)) - 1)
        if play is not None:
            best = Bounded(play, 1)
            report(best)
        return _every_position(problem, budget, best)
    except _StoppedAt as stopped:
        return Bounded(best.play, stopped.bound, stopped.stop)
    except StoppedError as stopped:
        return Bounded(best.play, best.bound, stopped.stop)


class _StoppedAt(StoppedError):
    """Stopped, and it is known that no play is shorter than ``bound``."""

    def __init__(self, stopped: StoppedError, bound: int) -> None:
        super().__init__(stopped.stop)
        self.bound = bound


def _jumps(best: Bounded) -> tuple[object, ...]:
    return () if best.play is None else best.play.jumps


def _beam(problem: Problem, budget: Budget, most: int) -> Play | None:
    """Look for a play of at most so many jumps among the positions with few jumps."""
    board = problem.board
    symmetries = keeping(board)
    task = make_task(board, symmetries)
    levels = Levels(task, Counting.NOTHING, budget)
    made = [levels.first(problem.start)]
    for _ in range(most):
        level, stuck = levels.after(made[-1], stuck=Stuck.THE_END)
        if stuck:
            made.append(level)
            end = len(level.pegs) - 1
            return trace(board, symmetries, task, Counting.NOTHING, made, end, problem.start)
        made.append(levels.best(level, BEAM, _UNFREEDOM))
    return None


def _every_position(problem: Problem, budget: Budget, best: Bounded) -> Bounded:
    board = problem.board
    symmetries = keeping(board)
    task = make_task(board, symmetries)
    levels = Levels(task, Counting.NOTHING, budget)
    made = [levels.first(problem.start)]
    kept, known = 1, len(_jumps(best))
    for jumps in range(1, known):
        look = Stuck.ONLY_LOOK if jumps == known - 1 else Stuck.THE_END
        try:
            level, stuck = levels.after(made[-1], kept, stuck=look)
        except StoppedError as stopped:
            raise _StoppedAt(stopped, jumps) from stopped
        made.append(level)
        kept += len(level.pegs)
        if stuck:
            end = len(level.pegs) - 1
            play = trace(board, symmetries, task, Counting.NOTHING, made, end, problem.start)
            return Bounded(play, jumps)
    return Bounded(best.play, known)
