"""A service that submits jobs, works on them and notes which have ended, until it is killed."""

import asyncio
import json
import os
import random
from pathlib import Path

from app.jobs import Job, Jobs, Outcome, Reporter, State
from app.settings import Settings

STARTS, ENDS, KILLED = "starts", "ends", "killed"


def note(path: Path, *words: object) -> None:
    """Append a line, in one write: whole or not at all, also when the writer is killed."""
    line = " ".join(map(str, words)) + "\n"
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(file, line.encode())
    os.close(file)


def answer_of(job: Job) -> str:
    return json.dumps({"answer of": job.id})


def service(folder: Path) -> Jobs:
    """A service on the database in a folder, which logs there what it works on."""
    log = folder / "log"

    async def work(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        del report, stop
        note(log, STARTS, job.id, job.attempts, os.getpid())
        try:
            await asyncio.sleep(random.uniform(0, 0.02))
        finally:
            # Also when it is cut off because the lease was lost.
            note(log, ENDS, job.id, job.attempts, os.getpid())
        return Outcome(State.SUCCEEDED, answer_of(job))

    settings = Settings(database=f"sqlite:///{folder}/jobs.db", lease_seconds=0.5, job_workers=2)
    return Jobs(settings, work)


async def submit_for_ever(folder: Path) -> None:
    jobs = service(folder)
    await jobs.start()

    async def submit() -> None:
        while True:
            job = await jobs.submit("ann", "k", {})
            async for told in await jobs.events("ann", job.id):
                ended = None if told is None else told[1]
                if ended is not None and ended.state is State.SUCCEEDED:
                    note(folder / "ended", job.id)

    await asyncio.gather(*(submit() for _ in range(3)))


def run(folder: Path) -> None:
    """What the process does."""
    asyncio.run(submit_for_ever(folder))
