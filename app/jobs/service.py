"""``Jobs``: all a service knows of jobs, in one object."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, Callable, Sequence

from app.jobs.claims import Claims
from app.jobs.database import Database, NewerSchemaError, StoreUnavailableError
from app.jobs.events import Bells, wait_for
from app.jobs.faults import (
    bad_last_event,
    key_reused,
    queue_full,
    seen_to_the_end,
    store_unavailable,
    unknown_job,
)
from app.jobs.instances import Instances
from app.jobs.job import Event, EventKind, Job, encode
from app.jobs.ledger import Ledger
from app.jobs.loops import kept_going
from app.jobs.run import Work
from app.jobs.runner import POLL_SECONDS, Runner
from app.jobs.store import JobStore, KeyReusedError, QueueFullError
from app.jobs.threads import Threads
from app.settings import Settings

logger = logging.getLogger("meldwise")

STOP_SECONDS = 2.0
"""How long a caller who stops a job waits for its end."""

QUIET_SECONDS = 15.0
"""How long nothing happens to a job before that is told to those who follow it."""

_SWEEP_SECONDS = 60.0
_START_SECONDS = 3.0
_THREADS = 4
_JOB_ID = re.compile(r"[0-9a-f]{32}")
_EVENT_ID = re.compile(r"[0-9]{1,9}")

type Followed = AsyncGenerator[tuple[Event, Job | None] | None]
"""Events of a job, the last with the job as it ended; ``None`` where nothing happens for long."""


class Jobs:
    """Jobs, and what works on them.

    Every method that asks the database raises a :class:`ProblemError` (503) while that is away,
    and works again as soon as it is back.

    Parameters
    ----------
    settings
        Of the service.
    work
        What works on a job.

    Raises
    ------
    BadDatabaseError
        If the database setting names none.
    """

    def __init__(self, settings: Settings, work: Work) -> None:
        self._settings = settings
        self._database = Database(settings.database)
        ledger = Ledger(self._database, settings.job_keep_seconds)
        self._store = JobStore(ledger, settings.job_queue_length, settings.job_keep_count)
        self._threads = Threads(_THREADS, "meldwise-jobs")
        self._bells = Bells()
        self._runner = Runner(
            Claims(ledger),
            Instances(ledger),
            self._threads,
            self._bells,
            work,
            settings.job_workers,
            settings.lease_seconds,
        )
        self._loops: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to work; if the database is away, as soon as it is there.

        Raises
        ------
        NewerSchemaError
            If the database was made by a newer version of the service.
        """
        try:
            async with asyncio.timeout(_START_SECONDS):
                await self._threads.call(self._database.prepare)
        except NewerSchemaError:
            await self._threads.close(_START_SECONDS)
            self._database.close()
            raise
        except (TimeoutError, StoreUnavailableError):
            logger.warning("the database is away: jobs are refused until it is there")
        self._runner.start()
        self._loops = [
            asyncio.create_task(kept_going(self._sweep)),
            asyncio.create_task(kept_going(self._look_for_news)),
        ]

    async def drain(self, seconds: float) -> None:
        """Stop working: running jobs give their best and go back to the queue; streams end."""
        self._bells.close()
        await self._runner.drain(seconds)

    async def close(self, seconds: float = 2.0) -> None:
        """End what still works, and leave; the jobs go back to the queue."""
        self._bells.close()
        for loop in self._loops:
            loop.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        await self._runner.close(seconds)
        await self._threads.close(seconds)
        self._database.close()

    @property
    def running(self) -> int:
        """How many jobs this service works on."""
        return self._runner.running

    async def submit(self, caller: str, kind: str, request: object, key: str | None = None) -> Job:
        """Add a job to the queue.

        Parameters
        ----------
        caller
            Whose it is.
        kind
            The kind of work.
        request
            What is asked, as JSON has it; it has been found to make sense.
        key
            The caller's idempotency key.

        Raises
        ------
        ProblemError
            If the key came with another request, too many jobs wait, or the database is away.
        """
        try:
            job, new = await self._ask(self._store.submit, caller, kind, encode(request), key)
        except KeyReusedError:
            raise key_reused() from None
        except QueueFullError:
            seconds = self._runner.seconds_until_a_claim
            raise queue_full(self._settings.job_queue_length, seconds) from None
        if new:
            self._runner.wake()
        return job

    async def get(self, caller: str, job: str) -> Job:
        """Return a job of the caller; 404 if there is none."""
        return _known(await self._ask(self._store.get, caller, _id(job)))

    async def get_short(self, caller: str, job: str) -> Job:
        """Return a job of the caller without its request and answers; 404 if there is none."""
        return _known(await self._ask(self._store.get_short, caller, _id(job)))

    async def list(self, caller: str, limit: int) -> Sequence[Job]:
        """Return the caller's newest jobs, without their requests and answers."""
        return await self._ask(self._store.newest, caller, limit)

    async def stop(self, caller: str, job: str) -> Job:
        """Stop a job of the caller and keep its best; wait a little for one that runs."""
        with self._bells.hung_up(job) as bell:
            stopped = _known(await self._ask(self._store.stop, caller, _id(job)))
            self._runner.ask_to_stop(job)
            self._bells.ring(job)
            deadline = asyncio.get_running_loop().time() + STOP_SECONDS
            while not stopped.state.over:
                left = deadline - asyncio.get_running_loop().time()
                if left <= 0:
                    break
                bell.clear()
                stopped = await self.get(caller, job)
                if not stopped.state.over:
                    await wait_for(bell, left)
        return stopped

    async def counts(self) -> dict[str, int]:
        """Return how many jobs are in each state."""
        counted = await self._ask(self._store.counts)
        return {str(state): count for state, count in counted.items()}

    async def events(self, caller: str, job: str, last: str | None = None) -> Followed:
        """Follow a job of the caller.

        Parameters
        ----------
        caller, job
            Whose, and which.
        last
            The id of the last event the caller has seen, as it was sent.

        Returns
        -------
        Its events as they happen, the last one with the job as it ended, and ``None`` where nothing
        happens for long. They stop early when the service stops.

        Raises
        ------
        ProblemError
            404 without such a job, 400 if it never had such an event, 410 if that was its last.
        """
        known = await self.get_short(caller, job)
        after = 0
        if last is not None:
            if not _EVENT_ID.fullmatch(last) or int(last) > known.events:
                raise bad_last_event()
            after = int(last)
        if known.state.over and after == known.events:
            raise seen_to_the_end()
        return self._follow(caller, job, after)

    async def _follow(self, caller: str, job: str, after: int) -> Followed:
        with self._bells.hung_up(job) as bell:
            while not self._bells.closed:
                bell.clear()
                try:
                    events = await self._threads.call(self._store.events_after, job, after)
                    for event in events:
                        after = event.number
                        if event.kind is EventKind.END:
                            ended = await self._threads.call(self._store.get_short, caller, job)
                            if ended is not None:
                                yield event, ended
                            return
                        yield event, None
                    gone = not events and not await self._threads.call(
                        self._store.event_counts, (job,)
                    )
                except StoreUnavailableError:
                    # The stream outlasts it: what happens meanwhile is told afterwards.
                    yield None
                    await wait_for(bell, POLL_SECONDS)
                    continue
                if gone:
                    return
                if not events:
                    await wait_for(bell, QUIET_SECONDS)
                    if not bell.is_set():
                        # Without a sign of life, who is on the way takes the connection for dead.
                        yield None

    async def _look_for_news(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            wanted = self._bells.wanted
            if not wanted:
                continue
            try:
                counts = await self._threads.call(self._store.event_counts, wanted)
            except StoreUnavailableError:
                continue
            self._bells.look(counts, wanted)

    async def _sweep(self) -> None:
        pause = min(_SWEEP_SECONDS, max(1.0, self._settings.job_keep_seconds / 4))
        while True:
            try:
                await self._threads.call(self._store.sweep)
            except StoreUnavailableError:
                logger.debug("the database is away: jobs that are too old stay a little longer")
            await asyncio.sleep(pause)

    async def _ask[**Given, Value](
        self, function: Callable[Given, Value], *given: Given.args, **named: Given.kwargs
    ) -> Value:
        try:
            return await self._threads.call(function, *given, **named)
        except StoreUnavailableError as error:
            raise store_unavailable() from error


def _id(job: str) -> str:
    # Not every text can be asked for: PostgreSQL takes neither a NUL nor half a surrogate pair.
    if not _JOB_ID.fullmatch(job):
        raise unknown_job()
    return job


def _known(job: Job | None) -> Job:
    if job is None:
        raise unknown_job()
    return job
