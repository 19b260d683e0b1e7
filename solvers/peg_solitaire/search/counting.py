"""How many positions can be reached, and how many plays lead to a goal.

Neither is a question a user asks: they are tests of the rules and of the search, for the numbers of
the English board are known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.peg_solitaire.board import Board
from models.peg_solitaire.problem import Problem
from solvers.peg_solitaire.search.levels import Levels, warm
from solvers.peg_solitaire.search.task import keeping, make_task
from solvers.peg_solitaire.search.words import Counting, Level, Task
from solvers.result import Budget

_WORD = 1 << 64


@dataclass(frozen=True, slots=True)
class Reachable:
    """How many positions can be reached from a start, itself included.

    Attributes
    ----------
    positions
        After each number of jumps.
    classes
        The same, where those that a symmetry which keeps the start takes to each other are one.
    """

    positions: tuple[int, ...]
    classes: tuple[int, ...]


def count_positions(board: Board, start: int, budget: Budget) -> Reachable:
    """Count the positions that can be reached.

    Raises
    ------
    StoppedError
        If a limit is reached first, or there is no room for a level.
    """
    task = make_task(board, keeping(board, start))
    levels = Levels(task, Counting.NOTHING, budget)
    level = levels.first(start)
    positions, classes = [], []
    while len(level.pegs):
        _, images = warm().classes_of(task, level.pegs)
        positions.append(int(images.sum()))
        classes.append(len(level.pegs))
        level, _ = levels.after(level, len(level.pegs))
    return Reachable(tuple(positions), tuple(classes))


def count_plays(problem: Problem, budget: Budget) -> int:
    """Count the plays to the goal: orders of jumps, each another one.

    From the start to half way, and from the goal back: with pegs and holes exchanged that is a way
    forward too. A class of positions is reached in as many ways as all its members together, so
    where both halves meet, one of their numbers is shared out among the members.

    Raises
    ------
    StoppedError
        If a limit is reached first, or there is no room for a level.
    OverflowError
        If so many ways lead to half way that a word can't count them.
    """
    board, goal, needed = problem.board, problem.goal, problem.jumps_needed
    if goal is None or needed is None:
        raise ValueError(f"{problem.kind} has no goal")
    if needed < 0:
        return 0
    task = make_task(board, keeping(board, problem.start, goal))
    half = needed // 2
    forth = _paths(task, problem.start, half, budget)
    back = _paths(task, board.full ^ goal, needed - half, budget, len(forth.pegs))
    standing, images = warm().classes_of(task, np.uint64(board.full) ^ back.pegs)
    _, here, there = np.intersect1d(forth.pegs, standing, assume_unique=True, return_indices=True)
    return sum(
        a * b // n
        for a, b, n in zip(
            forth.last[here].tolist(),
            back.last[there].tolist(),
            images[there].tolist(),
            strict=True,
        )
    )


def _paths(task: Task, start: int, jumps: int, budget: Budget, held: int = 0) -> Level:
    levels = Levels(task, Counting.PATHS, budget)
    level = levels.first(start)
    # As many jumps of members of other classes can lead to a member of one.
    most = len(task.taken) * task.images.shape[0]
    for _ in range(jumps):
        if int(level.last.max(initial=0)) * most >= _WORD:
            raise OverflowError("too many ways lead there to be counted in a word")
        level, _ = levels.after(level, held + len(level.pegs))
    return level
