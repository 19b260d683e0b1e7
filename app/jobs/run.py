"""One attempt at a job: its work, what that reports, and how it ends."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from app.jobs.claims import Claims
from app.jobs.database import StoreUnavailableError
from app.jobs.events import Bells, wait_for
from app.jobs.faults import content_of
from app.jobs.job import Claim, Job, Outcome, Report, Reporter, State, answer_as_best
from app.jobs.threads import Threads
from app.problems import ProblemError, internal_fault

logger = logging.getLogger("meldwise")

type Work = Callable[[Job, Reporter, asyncio.Event], Awaitable[Outcome]]
"""Works on a job until it is done, or until the event asks for the best so far.

It returns soon after that, with the state ``cancelled`` unless it was done anyway; if it fails
then, that counts as ``cancelled`` too, with what it had reported. It is itself cancelled when
another service may have the job; what it started must have ended when it returns. If it has an
attribute ``ready``, no job is claimed for it while that is false.
"""

PROGRESS_SECONDS = 1.0
"""Between two events of progress."""

RETRY_SECONDS = 0.5
"""Between two tries to write down how a job ended."""


class Run:
    """One attempt at a job.

    Parameters
    ----------
    job, claim
        The job, and the right to work on it.
    claims, threads
        Where things are written down.
    bells
        Rung at news.
    """

    def __init__(
        self, job: Job, claim: Claim, claims: Claims, threads: Threads, bells: Bells
    ) -> None:
        self.job = job
        self.claim = claim
        self.seconds = 0.0
        self._claims = claims
        self._threads = threads
        self._bells = bells
        self._stop = asyncio.Event()
        self._to_give_back = False
        self._lost = asyncio.Event()
        self._ended = False
        self._working: asyncio.Future[Outcome] | None = None
        self._best = job.best
        self._solutions: list[Report] = []
        self._progress: Report | None = None
        self._news = asyncio.Event()
        self._urgent = asyncio.Event()

    async def go(self, work: Work) -> None:
        """Work on the job, and write down how it ends, however long the database is away."""
        writing = asyncio.create_task(self._write_reports())
        started = time.monotonic()
        try:
            outcome = await self._outcome(work)
        finally:
            self.seconds = time.monotonic() - started
            self._ended = True
            self._news.set()
            self._urgent.set()
            await writing
        if outcome is not None:
            await self._write_end(outcome)

    def ask_to_stop(self) -> None:
        """Ask for the best so far, for the job's owner."""
        self._to_give_back = False
        self._stop.set()

    def ask_to_give_back(self) -> None:
        """Ask for the best so far, for whoever goes on with the job."""
        if not self._stop.is_set():
            self._to_give_back = True
            self._stop.set()

    def abandon(self) -> None:
        """End the work at once: another service may have the job."""
        self._lost.set()
        if self._working is not None:
            self._working.cancel()

    def report(self, report: Report) -> None:
        """Take a report; better answers are all kept, of progress the last."""
        if self._ended:
            return
        if report.best is not None and report.best != self._best:
            self._best = report.best
            self._solutions.append(report)
            self._urgent.set()
        self._progress = report
        self._news.set()

    async def _outcome(self, work: Work) -> Outcome | None:
        """Have the work done; ``None`` if it was abandoned."""
        if self._lost.is_set():
            return None
        self._working = asyncio.ensure_future(work(self.job, self.report, self._stop))
        try:
            return await self._working
        except asyncio.CancelledError:
            if self._lost.is_set():
                return None
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            return self._fault()
        except ProblemError as problem:
            return Outcome(State.FAILED, problem=content_of(problem))
        except Exception:
            # Whatever is wrong with one job, its owner is told, and the others go on.
            return self._fault()

    def _fault(self) -> Outcome:
        fault = internal_fault(f"a job failed: {self.job.kind}", self.job.request)
        return Outcome(State.FAILED, problem=content_of(fault))

    async def _write_end(self, outcome: Outcome) -> None:
        # Work that was asked to stop and had to be killed has not failed.
        stopped = outcome.state in (State.CANCELLED, State.FAILED)
        give_back = self._to_give_back and stopped
        if self._stop.is_set() and stopped:
            outcome = replace(outcome, state=State.CANCELLED)
        solutions = tuple(self._solutions)
        if give_back and outcome.answer is not None:
            best = answer_as_best(outcome.answer)
            if best != self._best:
                solutions = (*solutions, Report(best, outcome.bound))
        while True:
            try:
                if give_back:
                    written = await self._threads.call(self._claims.release, self.claim, solutions)
                else:
                    written = await self._threads.call(
                        self._claims.finish, self.claim, outcome, solutions
                    )
                break
            except StoreUnavailableError:
                await asyncio.sleep(RETRY_SECONDS)
        if not written:
            logger.warning("somebody else has a job by now: how it ended here is not written")
        self._bells.ring(self.job.id)

    async def _write_reports(self) -> None:
        """Write better answers at once, progress now and then, until the work has ended."""
        due = time.monotonic()
        while True:
            await self._news.wait()
            # Progress waits for its time; a better answer or the end does not.
            await wait_for(self._urgent, max(0.0, due - time.monotonic()))
            if self._ended:
                return
            self._news.clear()
            self._urgent.clear()
            solutions, progress = tuple(self._solutions), None
            if time.monotonic() >= due:
                progress, due = self._progress, time.monotonic() + PROGRESS_SECONDS
            elif not solutions:
                self._news.set()
                continue
            if not await self._write(solutions, progress):
                self.abandon()
                return

    async def _write(self, solutions: tuple[Report, ...], progress: Report | None) -> bool:
        """Write reports; if the database is away, keep them for the next time."""
        try:
            held = await self._threads.call(self._claims.report, self.claim, solutions, progress)
        except StoreUnavailableError:
            await wait_for(self._urgent, RETRY_SECONDS)
            self._news.set()
            return True
        del self._solutions[: len(solutions)]
        self._bells.ring(self.job.id)
        return held
