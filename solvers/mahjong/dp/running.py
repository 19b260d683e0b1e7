"""Running compiled work within a budget."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solvers.aside import aside
from solvers.mahjong.dp.task import Integers, Task
from solvers.result import Budget, Stop, StoppedError

UNTIMED = 1_000_000
"""States stepped through without a clock: a millisecond or two, and some 20 where many copies, wild
and visible tiles make many states and many choices at each.
"""


def states(task: Task) -> int:
    """Return how many states one pass over the kinds of tile steps through at most."""
    width = task.most_runs + 1
    counted = (task.sets + 1) * (task.pairs + 1) * (task.forced + 1)
    return len(task.held) * width * width * counted


def within[T](work: Callable[[Integers], T], cost: int, budget: Budget) -> T:
    """Do work of a known size.

    Parameters
    ----------
    work
        What to do; it may look at an array of shape (1,) that becomes 1 when it shall stop.
    cost
        The states it steps through at most; what the budget's work counts.
    budget
        What is left.

    Raises
    ------
    StoppedError
        If the budget does not last.
    """
    reason = budget.exhausted()
    if reason is None and budget.work_left is not None and cost > budget.work_left:
        reason = Stop.WORK_LIMIT
    if reason is not None:
        raise StoppedError(reason)
    stop = np.zeros(1, dtype=np.int64)
    budget.spent += cost
    if cost <= UNTIMED:
        return work(stop)
    done, reason = aside(lambda: work(stop), budget, lambda: stop.fill(1))
    if done is None or reason is not None:
        raise StoppedError(reason or Stop.CANCELLED)
    return done
