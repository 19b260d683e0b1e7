"""Services killed at any moment: no answer is lost, and nothing runs twice at once."""

import asyncio
import multiprocessing
import random
import sqlite3
import time
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from app.jobs import Job, State
from tests.faults.killed_service import ENDS, KILLED, STARTS, answer_of, note, run, service

KILLS = 50
AT_A_TIME = 2


def test_no_answer_is_lost_and_no_job_runs_twice_at_once(tmp_path: Path) -> None:
    kill_services(tmp_path)
    ended = (tmp_path / "ended").read_text().split()
    assert len(ended) > KILLS, "they got something done"
    found = asyncio.run(finish(tmp_path))
    with sqlite3.connect(tmp_path / "jobs.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    for name in ended:
        assert found[name].state is State.SUCCEEDED
        assert found[name].answer == answer_of(found[name])
    starts = starts_without_overlap((tmp_path / "log").read_text())
    assert any(starts[job] > 1 for job in found), "some were taken over"
    for job in found.values():
        given_up = job.state is State.FAILED and starts[job.id] == 3
        assert job.state is State.SUCCEEDED or given_up


def kill_services(folder: Path) -> None:
    """Keep some services running, and kill one after the other at random moments."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.faults.killed_service"])
    running: list[ForkServerProcess] = []
    for killed in range(KILLS):
        while len(running) < AT_A_TIME:
            process = context.Process(target=run, args=(folder,), daemon=True)
            process.start()
            running.append(process)
        # Mostly soon, amid whatever; now and then there is time to take over what others left.
        time.sleep(random.uniform(0.02, 0.3) if killed % 10 else 1.2)
        unlucky = running.pop(random.randrange(AT_A_TIME))
        kill(unlucky, folder)
    for process in running:
        kill(process, folder)


def kill(process: ForkServerProcess, folder: Path) -> None:
    process.kill()
    process.join()
    assert process.exitcode == -9, "it ran until it was killed"
    note(folder / "log", KILLED, "-", "-", process.pid)
    process.close()


async def finish(folder: Path) -> dict[str, Job]:
    """Have one more service do what is left, and return all jobs there are."""
    jobs = service(folder)
    await jobs.start()
    async with asyncio.timeout(60):
        while (counts := await jobs.counts())[State.QUEUED] or counts[State.RUNNING]:
            await asyncio.sleep(0.1)
    found = [await jobs.get("ann", job.id) for job in await jobs.list("ann", 100_000)]
    await jobs.close()
    return {job.id: job for job in found}


def starts_without_overlap(log: str) -> dict[str, int]:
    """Count how often each job was started; fail if it ran somewhere at that time."""
    at_work: dict[str, str] = {}
    starts: dict[str, int] = {}
    for line in log.splitlines():
        what, job, _, process = line.split()
        if what == STARTS:
            assert job not in at_work, f"{job} runs in {at_work[job]} and in {process}"
            at_work[job] = process
            starts[job] = starts.get(job, 0) + 1
        elif what == ENDS:
            del at_work[job]
        elif what == KILLED:
            at_work = {job: other for job, other in at_work.items() if other != process}
    return starts
