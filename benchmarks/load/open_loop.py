"""Asking at a given rate, however slow the answers are: an open loop."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections import deque
from collections.abc import Sequence
from functools import partial

from benchmarks.load.asked import Asked
from benchmarks.load.connection import Address, Arrived, Connection
from benchmarks.load.samples import Samples

_FIRST, _MOST = 32, 1000
"""Connections: in the beginning, and at most."""

_SEED = 2006

_PATIENCE = 60.0
"""Seconds that the last answers may take."""


def schedule(rate: float, seconds: float) -> list[float]:
    """Return the times at which requests are due: callers that know nothing of each other.

    Parameters
    ----------
    rate
        Requests a second, in the mean.
    seconds
        When it ends.
    """
    dealer = random.Random(_SEED)
    due: list[float] = []
    at = dealer.expovariate(rate)
    while at < seconds:
        due.append(at)
        at += dealer.expovariate(rate)
    return due


async def open_loop(
    address: Address, asked: Sequence[Asked], rate: float, seconds: float
) -> Samples:
    """Ask at times that are fixed beforehand, however slow the answers are.

    Latency counts from the time a request was due. A service that is slow to answer thereby can't
    slow down its own measurement (coordinated omission).

    Parameters
    ----------
    address
        Where the service listens.
    asked
        What is asked, in turn.
    rate
        Requests a second, in the mean.
    seconds
        How long requests are sent; then those under way are waited for.

    Raises
    ------
    AssertionError
        If an answer is wrong, or has a status that is not expected.
    """
    callers = _Callers(address)
    await callers.connect(_FIRST)
    times = schedule(rate, seconds)
    began = time.perf_counter()
    async with asyncio.timeout(seconds + _PATIENCE):
        for index, (due, one) in enumerate(zip(times, itertools.cycle(asked), strict=False)):
            wait = began + due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            elif index % 8 == 0:
                # Behind its time: answers must be taken all the same.
                await asyncio.sleep(0)
            callers.send(one, began + due)
        await callers.finished()
    callers.samples.seconds = time.perf_counter() - began
    return callers.samples


class _Callers:
    """Connections for an open loop; where none is free, another one is opened."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._free: deque[Connection] = deque()
        self._waiting: deque[tuple[Asked, float]] = deque()
        self._under_way: dict[Connection, tuple[Asked, float]] = {}
        self._opening: set[asyncio.Task[Connection]] = set()
        self._failed: list[BaseException] = []
        self.samples = Samples()

    async def connect(self, count: int) -> None:
        """Open so many connections."""
        for _ in range(count):
            self._free.append(await Connection.open(self._address))

    def send(self, one: Asked, due: float) -> None:
        """Send a request that is due, or have it wait for a connection."""
        self._waiting.append((one, due))
        self._go_on()

    async def finished(self) -> None:
        """Wait until all is answered, and close."""
        while (self._waiting or self._under_way) and not self._failed:
            await asyncio.sleep(0.01)
        await asyncio.gather(*self._opening, return_exceptions=True)
        for connection in (*self._free, *self._under_way):
            connection.close()
        if self._failed:
            raise self._failed[0]

    def _go_on(self) -> None:
        while self._waiting:
            connection = self._take()
            if connection is None:
                self._open_enough()
                return
            one, due = self._waiting.popleft()
            self._under_way[connection] = one, due
            self.samples.late.append(time.perf_counter() - due)
            answer = connection.ask(one.raw)
            answer.add_done_callback(partial(self._answered, connection))

    def _take(self) -> Connection | None:
        while self._free:
            # The one that was free longest: the service closes those that are never used.
            connection = self._free.popleft()
            if not connection.closed:
                return connection
        return None

    def _open_enough(self) -> None:
        """Open a connection for each request that waits for one."""
        most = min(len(self._waiting), _MOST - len(self._under_way))
        while len(self._opening) < most:
            task = asyncio.get_running_loop().create_task(Connection.open(self._address))
            self._opening.add(task)
            task.add_done_callback(self._opened)

    def _opened(self, task: asyncio.Task[Connection]) -> None:
        self._opening.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self._free.append(task.result())
            self._go_on()
        else:
            self._failed.append(error)

    def _answered(self, connection: Connection, done: asyncio.Future[Arrived]) -> None:
        one, due = self._under_way.pop(connection)
        if done.exception() is not None:
            self.samples.lost += 1
        else:
            try:
                self.samples.note(one, done.result(), due)
            except AssertionError as error:
                self._failed.append(error)
            self._free.append(connection)
        self._go_on()
