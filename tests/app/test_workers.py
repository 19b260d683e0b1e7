"""The worker processes: what a worker that overruns, dies or fails costs."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from app.workers import DeadlineError, TaskError, WorkerDiedError, WorkerPool


def nothing() -> None:
    """Warm up a worker that needs none."""


def double(_: float, number: int) -> int:
    return 2 * number


def sleep(_: float, seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def die(_: float) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def fail(_: float) -> None:
    raise ZeroDivisionError("on purpose")


@asynccontextmanager
async def pool(size: int = 1) -> AsyncIterator[WorkerPool]:
    workers = WorkerPool(size, nothing)
    workers.start()
    try:
        while not workers.ready:
            await asyncio.sleep(0.01)
        yield workers
    finally:
        await workers.stop()


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_awaited(test), 60))


async def _awaited(test: Callable[[], Awaitable[None]]) -> None:
    await test()


def test_tasks_are_done_in_other_processes_at_the_same_time() -> None:
    async def test() -> None:
        async with pool(2) as workers:
            assert await workers.run(double, 21, seconds=5) == 42
            ids = await asyncio.gather(*(workers.run(sleep, 0.2, seconds=5) for _ in range(2)))
            assert len({os.getpid(), *ids}) == 3

    run(test)


def test_a_worker_that_overruns_is_killed_and_replaced() -> None:
    async def test() -> None:
        async with pool() as workers:
            first = await workers.run(sleep, 0, seconds=5)
            with pytest.raises(DeadlineError, match=r"no answer within 0\.2 seconds"):
                await workers.run(sleep, 60, seconds=0.2)
            second = await workers.run(sleep, 0, seconds=5)
            assert first != second
            with pytest.raises(ProcessLookupError):
                os.kill(first, 0)

    run(test)


def test_a_worker_that_dies_costs_one_request_and_nothing_else() -> None:
    async def test() -> None:
        async with pool() as workers:
            with pytest.raises(WorkerDiedError, match=f"exit code -{signal.SIGSEGV.value}"):
                await workers.run(die, seconds=5)
            assert await workers.run(double, 1, seconds=5) == 2

    run(test)


def test_a_task_that_fails_leaves_its_worker_alive_and_shows_its_trace() -> None:
    async def test() -> None:
        async with pool() as workers:
            before = await workers.run(sleep, 0, seconds=5)
            with pytest.raises(TaskError, match="ZeroDivisionError: on purpose"):
                await workers.run(fail, seconds=5)
            assert await workers.run(sleep, 0, seconds=5) == before

    run(test)


def test_a_caller_that_goes_away_frees_the_worker() -> None:
    async def test() -> None:
        async with pool() as workers:
            asked = asyncio.create_task(workers.run(sleep, 60, seconds=120))
            await asyncio.sleep(0.2)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            assert await workers.run(double, 4, seconds=5) == 8

    run(test)
