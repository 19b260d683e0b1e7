"""Tasks for workers under test, and pools that do them."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from app.workers import Policy, PoolObserver, Work, WorkerPool


def nothing() -> None:
    """Warm up a worker that needs none."""


SLOW_START = "TEST_SLOW_START"


def maybe_slow() -> None:
    """Warm up for very long if the environment says so."""
    if os.environ.get(SLOW_START):
        time.sleep(600)


def double(_: Work, number: int) -> int:
    return 2 * number


def sleep(_: Work, seconds: float) -> int:
    """Ignore every wish to stop."""
    time.sleep(seconds)
    return os.getpid()


def patient(work: Work, seconds: float) -> str:
    """Work for so long, or until a stop is wanted; report on the way."""
    if work.report is not None:
        work.report(b"better")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if work.wants_stop():
            return "stopped"
        time.sleep(0.002)
    return "done"


def die(_: Work, __: None) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def fail(_: Work, __: None) -> None:
    raise ZeroDivisionError("on purpose")


def devour(_: Work, megabytes: int) -> int:
    return len(bytearray(megabytes * 2**20))


class Noted(PoolObserver):
    """Notes what happens."""

    def __init__(self) -> None:
        self.happened: list[str] = []

    def preempted(self) -> None:
        self.happened.append("preempted")

    def killed(self, reason: str) -> None:
        self.happened.append(f"killed: {reason}")

    def died(self, reason: str) -> None:
        self.happened.append(f"died: {reason}")

    def recycled(self) -> None:
        self.happened.append("recycled")

    def rejected(self, reason: str) -> None:
        self.happened.append(f"rejected: {reason}")


@asynccontextmanager
async def pool(
    size: int = 1,
    observer: PoolObserver | None = None,
    warm_up: Callable[[], None] = nothing,
    **policy: Any,
) -> AsyncIterator[WorkerPool]:
    workers = WorkerPool(Policy(size, **policy), warm_up, observer)
    workers.start()
    try:
        await until(lambda: workers.warm == size)
        yield workers
    finally:
        await workers.stop()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so; a test that waits for ever is ended by :func:`run`."""
    while not condition():
        await asyncio.sleep(0.01)


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_awaited(test), 60))


async def _awaited(test: Callable[[], Awaitable[None]]) -> None:
    await test()
