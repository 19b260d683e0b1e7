"""A task on its way through the pool."""

from __future__ import annotations

import asyncio
import math
import pickle
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.workers.worker import Worker


class Order:
    """A task, what it is given, and where it stands.

    Parameters
    ----------
    task
        A function of a module; it is called with a :class:`~app.workers.work.Work` and ``asked``.
    asked
        What it is given; can be pickled.
    seconds
        How long a worker may take before it is killed.
    long
        Whether it is known to be long.
    report
        Takes each better answer before the final one.

    Attributes
    ----------
    answer
        What the task returns, or one of :mod:`app.workers.errors`.
    worker
        Who is at work on it, if anybody.
    stop_within
        How many seconds it may take to come back with its best; ``None`` while nobody wants that.
    waited
        Seconds until a worker took it.
    """

    def __init__(
        self,
        task: Callable[..., Any],
        asked: Any,
        seconds: float,
        *,
        long: bool = False,
        report: Callable[[bytes], None] | None = None,
    ) -> None:
        self.task = task
        self.asked = asked
        self.seconds = seconds
        self.long = long
        self.report = report
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # It may be settled when nobody looks any more: its exception then has no reader.
        self.answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.worker: Worker | None = None
        self.stop_within: float | None = None
        self.preempted = False
        self.waited = 0.0
        self.asked_at = self.begun_at = time.perf_counter()
        self.timers: list[asyncio.TimerHandle] = []

    def frame(self) -> bytes:
        """Write the order for a worker."""
        asked = (self.task, self.asked, self.waited, self.report is not None)
        return pickle.dumps(asked, pickle.HIGHEST_PROTOCOL)

    def settle(self, value: Any) -> None:
        """Answer, once; an exception is raised where the answer is awaited."""
        self.quiet()
        if self.answer.done():
            return
        if isinstance(value, Exception):
            self.answer.set_exception(value)
        else:
            self.answer.set_result(value)

    def after(self, seconds: float, action: Callable[[Order], None]) -> None:
        """Have something done with the order, unless it is answered or taken back before."""
        if seconds == math.inf:
            return
        self.timers.append(asyncio.get_running_loop().call_later(seconds, action, self))

    async def left(self) -> None:
        """Wait until no worker is at work on it any more."""
        while self.worker is not None:
            await asyncio.sleep(0.005)

    def quiet(self) -> None:
        """Forget what was to be done later."""
        for timer in self.timers:
            timer.cancel()
        self.timers.clear()
