"""What holds for each worker process: memory, age, and an end with the service."""

import asyncio
import os
import subprocess
import sys

import pytest

from app.workers import OutOfMemoryError
from tests.app.workers.tasks import Noted, devour, double, pool, run, sleep, until

PARENT = """
import asyncio
from app.workers import Order, Policy, WorkerPool
from tests.app.workers.tasks import nothing, sleep

async def main():
    pool = WorkerPool(Policy(1), nothing)
    pool.start()
    while not pool.ready:
        await asyncio.sleep(0.01)
    pool.take(Order(sleep, 600.0, 600))
    await asyncio.sleep(0.3)
    print(pool.pids[0], flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_task_that_needs_too_much_memory_fails_alone_and_takes_its_worker_with_it() -> None:
    async def test() -> None:
        noted = Noted()
        async with pool(1, noted, memory_bytes=200 * 2**20) as workers:
            assert await workers.run(devour, 100, seconds=5) == 100 * 2**20
            with pytest.raises(OutOfMemoryError, match="MemoryError"):
                await workers.run(devour, 300, seconds=5)
            assert noted.happened == ["killed: memory"]
            assert await workers.run(double, 1, seconds=5) == 2

    run(test)


def test_a_worker_that_has_done_its_share_is_replaced_one_at_a_time() -> None:
    async def test() -> None:
        noted = Noted()
        async with pool(2, noted, most_tasks=3) as workers:
            before = set(workers.pids)
            while noted.happened.count("recycled") < 2:
                await asyncio.gather(*(workers.run(sleep, 0.001, seconds=5) for _ in range(4)))
                assert workers.warm >= 2
            await until(lambda: not before & set(workers.pids))
            assert set(noted.happened) == {"recycled"}

    run(test)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker ends after its task")
def test_a_worker_ends_with_a_service_that_was_killed_whatever_it_does() -> None:
    """It could go on for an hour, while the next service does the same work again."""
    command = [sys.executable, "-c", PARENT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        os.kill(worker, 0)
        parent.kill()

    async def test() -> None:
        await until(lambda: not _is_running(worker))

    run(test)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
