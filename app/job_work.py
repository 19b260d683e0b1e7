"""What a job's work is: its question, answered by a worker of the pool for jobs."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

from app.answered import Answered
from app.jobs import Job, Outcome, Report, Reporter, State
from app.jobs.faults import content_of
from app.kinds import KINDS
from app.observe.observation import Observation
from app.problems import invalid_input
from app.settings import Settings
from app.workers import DeadlineError, Order, PoolError, WorkerPool
from app.working import observe, problem_of
from models.defects import InvalidInputError

_STATES = {"time_limit": State.TIMED_OUT, "cancelled": State.CANCELLED}
"""By why the solver stopped; whatever else made it stop, it has done what was asked."""

_TICK_SECONDS = 1.0


class JobWork:
    """Works on jobs.

    Parameters
    ----------
    pool
        Workers for jobs alone.
    settings
        Time limits.
    observation
        Is told of each answer.
    """

    def __init__(self, pool: WorkerPool, settings: Settings, observation: Observation) -> None:
        self._pool = pool
        self._settings = settings
        self._observation = observation

    @property
    def ready(self) -> bool:
        """Whether a worker is warm, so that a job that is claimed now is worked on now."""
        return self._pool.ready

    async def __call__(self, job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        """Answer a job's question, or come back with the best when the event asks for it.

        Raises
        ------
        ProblemError
            If there is no answer.
        """
        kind = KINDS[job.kind]
        try:
            asked = kind.read(json.loads(job.request))
        except InvalidInputError as error:
            # It made sense to the version of the service that took it.
            raise invalid_input(error.defects) from None
        asked, seconds = kind.timed(asked, self._settings.job_default_seconds)
        grace = self._settings.grace_seconds
        progress = _Progress(report, seconds)
        order = Order(kind.task, asked, seconds + grace, report=progress.better)
        ticking = asyncio.ensure_future(progress.tick())
        stopping = asyncio.ensure_future(stop.wait())
        try:
            self._pool.take(order)
            await asyncio.wait({order.answer, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not order.answer.done():
                self._pool.ask_for_best(order, grace)
            answered: Answered = await order.answer
        except DeadlineError as error:
            state = State.CANCELLED if stop.is_set() else State.TIMED_OUT
            problem = content_of(problem_of(error, kind, asked))
            return Outcome(state, problem=problem, progress=progress.now())
        except PoolError as error:
            raise problem_of(error, kind, asked) from None
        finally:
            ticking.cancel()
            stopping.cancel()
            self._pool.withdraw(order)
            await order.left()
        observe(self._observation, kind, order, answered)
        state = _STATES.get(answered.stop, State.SUCCEEDED)
        document = answered.document.decode()
        answer = json.loads(document)
        progress.note(answer)
        return Outcome(state, document, bound=answer.get("objective"), progress=progress.now())


class _Progress:
    """Makes reports of what a worker says, and of the time that goes by."""

    def __init__(self, report: Reporter, limit_seconds: float) -> None:
        self._report = report
        self._limit_seconds = limit_seconds
        self._began = time.monotonic()
        self._nodes: int | None = None

    def better(self, document: bytes) -> None:
        """Report a better answer."""
        answer = json.loads(document)
        self.note(answer)
        self._report(Report(document.decode(), answer["objective"], self.now()))

    def note(self, answer: Mapping[str, Any]) -> None:
        """Note how much work an answer was; not every kind of answer says so."""
        self._nodes = answer.get("stats", {}).get("nodes", self._nodes)

    async def tick(self) -> None:
        """Report again and again how long it has taken."""
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            self._report(Report(progress=self.now()))

    def now(self) -> dict[str, Any]:
        """Say how long it has taken, of how much time, and how much work that was."""
        return {
            "elapsed_seconds": round(time.monotonic() - self._began, 3),
            "limit_seconds": self._limit_seconds,
            "nodes": self._nodes,
        }
