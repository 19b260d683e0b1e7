"""Going from level to level within the budget."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np

from models.peg_solitaire.boards import BOARDS
from solvers.aside import aside
from solvers.peg_solitaire.search.task import keeping, make_task
from solvers.peg_solitaire.search.words import (
    FULL,
    MOVES,
    NOTHING,
    PATHS,
    STOPPED,
    STUCK,
    Counting,
    Level,
    Stuck,
    Task,
)
from solvers.result import Budget, Stop, StoppedError

MOST_POSITIONS = 60_000_000
"""Positions that are held at a time at most (docs/peg-solitaire-search.md has the memory)."""

UNTIMED_POSITIONS = 4_000
"""Positions gone on from without a clock: a few milliseconds, less than starting it is worth."""

NO_LIMIT = 255
"""More moves than any play has."""


class Levels:
    """Makes levels from a task, and keeps within a budget.

    Parameters
    ----------
    task
        The board and the goal.
    counting
        What is counted.
    budget
        Whose work are the positions made.
    """

    def __init__(self, task: Task, counting: Counting, budget: Budget) -> None:
        self.task = task
        self._counting = counting
        self._budget = budget
        self._kernel = warm()

    def first(self, pegs: int) -> Level:
        """Return the level of the start alone."""
        standing, _ = self._kernel.least(self.task, np.uint64(pegs))
        count = 0 if self._counting is Counting.NOTHING else 1
        moved = 1 if self._counting is Counting.MOVES else 0
        # No peg has moved yet; and one way leads to the start.
        before = 1 if self._counting is Counting.PATHS else 0
        return Level(
            np.array([standing], dtype=np.uint64),
            np.zeros(moved, dtype=np.uint8),
            np.full(count, before, dtype=np.uint64),
        )

    def after(
        self,
        level: Level,
        held: int,
        *,
        most_moves: int = NO_LIMIT,
        stuck: Stuck = Stuck.LIKE_ANY,
    ) -> tuple[Level, bool]:
        """Make the next level.

        Parameters
        ----------
        level
            The level to go on from.
        held
            How many positions are held while the new ones are made, those of ``level`` included.
        most_moves, stuck
            See :func:`solvers.peg_solitaire.search.kernel.next_level`.

        Returns
        -------
        tuple[Level, bool]
            The level, and whether its last position is stuck and was looked for.

        Raises
        ------
        StoppedError
            If a limit is reached first; by ``work_limit`` if there is no room for the level.
        """
        budget = self._budget
        budget.pause()
        room = max(0, MOST_POSITIONS - held)
        if budget.work_left is not None:
            room = min(room, budget.work_left)
        stop = np.zeros(1, dtype=np.int64)

        def work() -> tuple[int, Level]:
            made: tuple[int, Level] = self._kernel.next_level(
                self.task, int(self._counting), level, most_moves, int(stuck), room, stop
            )
            return made

        reason: Stop | None = None
        done: tuple[int, Level] | None
        if len(level.pegs) <= UNTIMED_POSITIONS:
            done = work()
        else:
            done, reason = aside(work, budget, lambda: stop.fill(1))
        if done is None:
            raise StoppedError(reason or Stop.CANCELLED)
        how, made = done
        budget.spent += len(made.pegs)
        if how == STOPPED:
            raise StoppedError(reason or Stop.CANCELLED)
        if how == FULL:
            raise StoppedError(Stop.WORK_LIMIT)
        return made, how == STUCK

    def best(self, level: Level, width: int, freedom: int = 0, move: int = 0) -> Level:
        """Keep the best of a level: see :func:`solvers.peg_solitaire.search.kernel.narrowed`.

        Raises
        ------
        StoppedError
            If it is time to stop first.
        """
        if len(level.pegs) <= width:
            return level

        def work() -> Level:
            kept: Level = self._kernel.narrowed(
                self.task, int(self._counting), level, width, freedom, move
            )
            return kept

        if len(level.pegs) <= 10 * UNTIMED_POSITIONS:
            return work()
        kept, stop = aside(work, self._budget, lambda: None)
        if kept is None:
            raise StoppedError(stop or Stop.CANCELLED)
        return kept


@cache
def warm() -> ModuleType:
    """Load the compiled search, compiling it where that has not been done; once in a process."""
    # Only here, so that what never searches need not wait for Numba.
    from solvers.peg_solitaire.search import kernel  # noqa: PLC0415

    board = BOARDS["rect3x4"]
    task = make_task(board, keeping(board))
    stop = np.zeros(1, dtype=np.int64)
    start = np.array([board.full ^ 1], dtype=np.uint64)
    for counting in (NOTHING, MOVES, PATHS):
        level = Level(
            start,
            np.zeros(int(counting == MOVES), dtype=np.uint8),
            np.zeros(int(counting != NOTHING), dtype=np.uint64),
        )
        _, after = kernel.next_level(task, counting, level, NO_LIMIT, 0, 100, stop)
        kernel.narrowed(task, counting, after, 1, 1, 1)
        kernel.one_before(task, counting, level, after.pegs[0], 0, 1)
    kernel.classes_of(task, start)
    kernel.least(task, start[0])
    return kernel
