"""Running services on one database, and work that does what a test says."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from app.jobs import Job, Jobs, Outcome, Report, Reporter, State, Work
from app.settings import Settings

ANSWER = json.dumps({"stop": "completed", "value": 3})
BEST = json.dumps({"stop": "working", "value": 1})
BEST_CUT_OFF = json.dumps({"stop": "cancelled", "value": 1})
CUT_OFF = json.dumps({"stop": "cancelled", "value": 2})
GIVEN_BACK = '{"stop":"working","value":2}'
LEASE = 0.8


def settings(url: str, **given: object) -> Settings:
    values = {"database": url, "job_workers": 2, "lease_seconds": LEASE} | given
    return Settings.model_validate(values)


@asynccontextmanager
async def serving(url: str, work: Work, **given: object) -> AsyncIterator[Jobs]:
    """A service that has started."""
    jobs = Jobs(settings(url, **given), work)
    await jobs.start()
    try:
        yield jobs
    finally:
        await jobs.close()


async def until[Value](
    ask: Callable[[], Awaitable[Value]], meets: Callable[[Value], object], seconds: float = 20
) -> Value:
    """Ask until the answer meets a condition; fail if it never does."""
    async with asyncio.timeout(seconds):
        while not meets(value := await ask()):
            await asyncio.sleep(0.02)
    return value


async def ended(jobs: Jobs, job: Job) -> Job:
    return await until(lambda: jobs.get(job.owner, job.id), lambda found: found.state.over)


async def became(jobs: Jobs, job: Job, state: State) -> Job:
    return await until(lambda: jobs.get(job.owner, job.id), lambda found: found.state is state)


async def at_once(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
    """Work that is done when it begins."""
    del job, report, stop
    return Outcome(State.SUCCEEDED, ANSWER)


async def until_stopped(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
    """Work that finds one answer, and goes on until it is asked for it."""
    del job
    report(Report(BEST, progress={"nodes": 1}))
    await stop.wait()
    return Outcome(State.CANCELLED, CUT_OFF)


class Steered:
    """Work that ends when a test says so, and counts how often it runs at once."""

    def __init__(self) -> None:
        self.let_go = asyncio.Event()
        self.now = 0
        self.most = 0
        self.starts: list[tuple[str, int]] = []
        self.cut_off = 0

    async def __call__(self, job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        del report, stop
        self.starts.append((job.id, job.attempts))
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await self.let_go.wait()
        except asyncio.CancelledError:
            self.cut_off += 1
            raise
        finally:
            self.now -= 1
        return Outcome(State.SUCCEEDED, ANSWER)
