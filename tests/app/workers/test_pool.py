"""The worker processes: what a worker that overruns, dies or fails costs."""

import asyncio
import os
import signal
import stat
import time
from contextlib import suppress

import pytest

from app.workers import (
    BusyError,
    DeadlineError,
    Policy,
    PoolClosedError,
    TaskError,
    Work,
    WorkerDiedError,
    WorkerPool,
)
from app.workers.process import DONE, HEAD
from tests.app.workers.tasks import die, double, fail, pool, run, sleep


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
                await workers.run(die, None, seconds=5)
            assert await workers.run(double, 1, seconds=5) == 2

    run(test)


def test_a_task_that_fails_leaves_its_worker_alive_and_shows_its_trace() -> None:
    async def test() -> None:
        async with pool() as workers:
            before = await workers.run(sleep, 0, seconds=5)
            with pytest.raises(TaskError, match="ZeroDivisionError: on purpose"):
                await workers.run(fail, None, seconds=5)
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


def fail_to_start() -> None:
    """Warm up as a worker that can't."""
    raise ImportError("on purpose")


def half_an_answer(_: Work, __: None) -> None:
    """Send the announcement of a long message, and then nothing."""
    for handle in range(3, 64):
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(handle).st_mode):
                os.write(handle, HEAD.pack(DONE, 10_000_000) + b"x" * 1000)
    time.sleep(60)


def test_a_worker_that_can_not_start_is_tried_again_and_requests_do_not_hang(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It once was given up in silence, and every request waited for ever."""

    async def test() -> None:
        workers = WorkerPool(Policy(1, patience=0.5), fail_to_start)
        workers.start()
        with pytest.raises(BusyError, match=r"no worker was free within 0\.5 seconds"):
            await workers.run(double, 1, seconds=5)
        while "a worker did not start" not in caplog.text:
            await asyncio.sleep(0.05)
        assert not workers.ready
        await workers.stop()

    run(test)


def test_half_an_answer_does_not_stop_the_event_loop_or_the_clock() -> None:
    """Receiving once blocked the event loop until the rest of the message came."""

    async def test() -> None:
        async with pool() as workers:
            ticks = 0

            async def tick() -> None:
                nonlocal ticks
                while True:
                    await asyncio.sleep(0.01)
                    ticks += 1

            ticking = asyncio.create_task(tick())
            with pytest.raises(DeadlineError):
                await workers.run(half_an_answer, None, seconds=0.5)
            ticking.cancel()
            assert ticks > 10
            assert await workers.run(double, 1, seconds=5) == 2

    run(test)


def test_an_idle_worker_that_died_costs_nobody_anything() -> None:
    async def test() -> None:
        async with pool() as workers:
            os.kill(await workers.run(sleep, 0, seconds=5), signal.SIGKILL)
            await asyncio.sleep(0.1)
            assert await workers.run(double, 3, seconds=5) == 6

    run(test)


def test_a_pool_that_stops_fails_what_waits_and_what_runs_at_once() -> None:
    async def test() -> None:
        async with pool() as workers:
            running = asyncio.create_task(workers.run(sleep, 60, seconds=120))
            await asyncio.sleep(0.2)
            waiting = asyncio.create_task(workers.run(double, 1, seconds=5))
            await asyncio.sleep(0.1)
            started = time.monotonic()
            await workers.stop()
            for task in (running, waiting):
                with pytest.raises(PoolClosedError):
                    await task
            assert time.monotonic() - started < 20
            with pytest.raises(PoolClosedError):
                await workers.run(double, 1, seconds=5)

    run(test)


def test_a_signal_to_the_whole_group_does_not_end_a_worker() -> None:
    """systemd sends SIGTERM to every process of a service."""

    async def test() -> None:
        async with pool() as workers:
            pid = await workers.run(sleep, 0, seconds=5)
            os.kill(pid, signal.SIGTERM)
            os.kill(pid, signal.SIGINT)
            assert await workers.run(sleep, 0.1, seconds=5) == pid

    run(test)
