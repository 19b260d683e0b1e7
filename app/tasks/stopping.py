"""Who looks on while a worker solves: passes on that a stop is wanted, and each better answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.answered import as_json
from app.workers.work import Work
from solvers.result import Result, Stop
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


class _Reporting(Stopping):
    listens = True

    def __init__(
        self,
        work: Work,
        write: Callable[[Result[Any]], dict[str, Any]],
        report: Callable[[bytes], None],
    ) -> None:
        super().__init__(work)
        self._write = write
        self._report = report

    def improved(self, result: Result[Any]) -> None:
        """Pass a better answer on, and that the work goes on."""
        self._report(as_json(self._write(replace(result, stop=Stop.WORKING))))


def watching(work: Work, write: Callable[[Result[Any]], dict[str, Any]]) -> Watch:
    """Make the watch of a task.

    Parameters
    ----------
    work
        What the worker was given.
    write
        Verifies a better answer than the last, and writes it in the form of the final one. It is
        called only where somebody looks on.
    """
    return Stopping(work) if work.report is None else _Reporting(work, write, work.report)
