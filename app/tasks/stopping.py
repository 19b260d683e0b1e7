"""The stop that a worker is asked for, as backends heed it."""

from __future__ import annotations

from app.workers.work import Work
from solvers.watch import Watch


class Stopping(Watch):
    """Passes on to a backend that a stop is wanted.

    Parameters
    ----------
    work
        What the worker was given.
    """

    def __init__(self, work: Work) -> None:
        self._work = work

    def wants_stop(self) -> bool:
        """Whether whoever asked wants the best so far, now."""
        return self._work.wants_stop()
