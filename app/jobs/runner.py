"""Running jobs: claim, work, report, finish, for as many at a time as there are workers."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Collection

from app.jobs.claims import Claims
from app.jobs.database import StoreUnavailableError
from app.jobs.events import Bells, wait_for
from app.jobs.instances import Instances
from app.jobs.job import Claim
from app.jobs.keeper import Keeper
from app.jobs.loops import kept_going
from app.jobs.run import Run, Work
from app.jobs.threads import Threads

logger = logging.getLogger("meldwise")

POLL_SECONDS = 1.0
"""How often the database is asked for what other services have written."""

_WARM_UP_POLL_SECONDS = 0.1
_FIRST_GUESS = 10.0
_REMEMBERED = 50


class Runner:
    """Works on jobs. Everything but the work itself is here, or in what it calls.

    Parameters
    ----------
    claims, instances, threads
        Where things are written down.
    bells
        Rung at news.
    work
        What works on a job.
    size
        Jobs at a time.
    lease_seconds
        How long this service may be silent before others take its jobs.
    """

    def __init__(
        self,
        claims: Claims,
        instances: Instances,
        threads: Threads,
        bells: Bells,
        work: Work,
        size: int,
        lease_seconds: float,
    ) -> None:
        self.keeper = Keeper(instances, lease_seconds, self._abandon, self._look_again)
        self._claims = claims
        self._threads = threads
        self._bells = bells
        self._work = work
        self._size = size
        self._runs: dict[Claim, Run] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._wake = asyncio.Event()
        self._claiming = asyncio.Lock()
        self._draining = False
        # A claim whose answer got lost may have been made all the same.
        self._in_doubt = False
        self._took: deque[float] = deque(maxlen=_REMEMBERED)

    def start(self) -> None:
        """Begin to work."""
        loops = (self.keeper.run, self._claim_jobs, self._look_after_jobs)
        self._loops = [asyncio.create_task(kept_going(loop)) for loop in loops]

    def wake(self) -> None:
        """Say that there may be a job to claim."""
        self._wake.set()

    def ask_to_stop(self, job: str) -> None:
        """Ask for the best so far of a job, if it runs here."""
        for claim, run in self._runs.items():
            if claim.job == job:
                run.ask_to_stop()

    @property
    def running(self) -> int:
        """How many jobs run here."""
        return len(self._tasks)

    @property
    def seconds_until_a_claim(self) -> float:
        """How long it takes on average until a worker takes the next job."""
        mean = sum(self._took) / len(self._took) if self._took else _FIRST_GUESS
        return mean / self._size

    async def drain(self, seconds: float) -> None:
        """Claim no more, ask all work for its best, and wait for that, but not for longer."""
        self._draining = True
        for run in self._runs.values():
            run.ask_to_give_back()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def close(self, seconds: float) -> None:
        """End all work; what is not written down within the time is for the next to find out."""
        self._draining = True
        # Claims and looks end first: nothing new begins.
        claiming = self._loops[1:]
        for loop in claiming:
            loop.cancel()
        await asyncio.gather(*claiming, return_exceptions=True)
        for run in self._runs.values():
            run.abandon()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        for task in [*self._tasks, *self._loops]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._loops, return_exceptions=True)
        await self.keeper.leave(seconds)

    async def _claim_jobs(self) -> None:
        while True:
            self._wake.clear()
            try:
                while await self._claim():
                    pass
            except StoreUnavailableError:
                await asyncio.sleep(POLL_SECONDS)
            await wait_for(self._wake, POLL_SECONDS if self._ready else _WARM_UP_POLL_SECONDS)

    @property
    def _ready(self) -> bool:
        # A claim counts as an attempt: a service that dies while its workers warm up, again and
        # again, would use up the attempts of jobs that nobody has worked on.
        return bool(getattr(self._work, "ready", True))

    async def _claim(self) -> bool:
        """Claim a job and begin to work on it, if there is one and somebody free for it."""
        async with self._claiming:
            instance = self.keeper.instance
            if self._draining or instance is None or not self._ready:
                return False
            if len(self._tasks) >= self._size:
                return False
            try:
                claimed = await self._threads.call(self._claims.claim, instance)
            except StoreUnavailableError:
                self._in_doubt = True
                raise
            if claimed is None:
                return False
            job, claim = claimed
            if self._draining or self.keeper.instance != instance:
                # Stopped or lost meanwhile; the job goes back with all this instance has.
                self._in_doubt = True
                return False
            run = Run(job, claim, self._claims, self._threads, self._bells)
            self._runs[claim] = run
            task = asyncio.create_task(self._go(run))
            self._tasks.add(task)
            task.add_done_callback(self._ended)
        self._bells.ring(job.id)
        return True

    async def _go(self, run: Run) -> None:
        try:
            await run.go(self._work)
            self._took.append(run.seconds)
        finally:
            del self._runs[run.claim]

    def _ended(self, task: asyncio.Task[None]) -> None:
        # In this order: whoever wakes finds a worker free.
        self._tasks.discard(task)
        self._wake.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("the work on a job ended in a fault of the service", exc_info=error)

    async def _look_after_jobs(self) -> None:
        """Look up what other services want of the jobs here, and what they have news of."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self._look_after_claims()
            except StoreUnavailableError:
                continue

    async def _look_after_claims(self) -> None:
        async with self._claiming:
            instance = self.keeper.instance
            if instance is None or not (self._runs or self._in_doubt):
                return
            held = await self._threads.call(self._claims.held_by, instance)
            unknown = [claim for claim in held if claim not in self._runs]
        for claim, stop_asked in held.items():
            if stop_asked and claim in self._runs:
                self._runs[claim].ask_to_stop()
        for claim in unknown:
            # If it has just ended, that is written by now, and this changes nothing.
            await self._threads.call(self._claims.release, claim)
            self._wake.set()
        self._in_doubt = False

    async def _abandon(self) -> None:
        for run in self._runs.values():
            run.abandon()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _look_again(self, jobs: Collection[str]) -> None:
        for job in jobs:
            self._bells.ring(job)
        self._wake.set()
