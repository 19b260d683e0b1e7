"""Work that can't look up, in a thread of its own, while the thread that wants it looks up.

Compiled code and HiGHS run without the interpreter lock. The sweep looks at an array that says
stop; HiGHS asks back only between the steps of its branch and bound, and its presolve, which can
take seconds, asks nobody. So whoever waits for them does not wait longer than it must: work that
does not end soon after it was asked to is left behind, to end in its own time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from solvers.result import Budget, Stop

LOOK_SECONDS = 0.01
"""How often a watch is asked whether it wants a stop."""

PATIENCE_SECONDS = 0.025
"""How long work that was asked to stop is waited for."""


def aside[T](
    work: Callable[[], T],
    budget: Budget,
    interrupt: Callable[[], None],
    look: Callable[[], None] = lambda: None,
) -> tuple[T | None, Stop | None]:
    """Do work in a thread of its own, until it is done or the budget says stop.

    Where no clock runs and nobody looks on, it is simply done.

    Parameters
    ----------
    work
        What to do. It must not touch what anybody uses after this returns ``None``.
    budget
        Whose clock and watch are looked at.
    interrupt
        Asks the work to end. Called from this thread, once.
    look
        Called from this thread every so often while the work goes on, and once when it is over.

    Returns
    -------
    tuple[T | None, Stop | None]
        What the work returned, ``None`` if it was left behind; and why it was asked to end,
        ``None`` if it was not. What it raises is raised here.
    """
    if budget.seconds_left is None and not budget.watched:
        return work(), None
    over = threading.Event()
    returned: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            returned.append(work())
        except BaseException as error:
            # Whatever it is: it is raised in the thread that wants the work.
            raised.append(error)
        finally:
            over.set()

    # No daemon: at the end of a process, one that is amid foreign code would be torn down there.
    threading.Thread(target=run, name="aside").start()
    stop: Stop | None = None
    try:
        while not over.wait(_pause(budget)):
            look()
            stop = budget.stopped()
            if stop is not None:
                break
    finally:
        # Also when something is raised here: nobody waits for the work any more.
        if not over.is_set():
            interrupt()
    over.wait(PATIENCE_SECONDS)
    look()
    if raised:
        raise raised[0]
    return returned[0] if returned else None, stop


def _pause(budget: Budget) -> float:
    """Return the seconds until clock or watch are to be looked at."""
    longest = LOOK_SECONDS if budget.watched else threading.TIMEOUT_MAX
    left = budget.seconds_left
    return longest if left is None else min(left, longest)
