"""Jobs as their workers see them: claimed, reported on, finished, given back.

Every write names the claim it rests on. Whoever has lost it, be it to a pause nobody noticed,
changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, select

from app.jobs.job import (
    Claim,
    EventKind,
    Job,
    Outcome,
    Report,
    State,
    best_as_answer,
    encode,
)
from app.jobs.ledger import Ledger, News, Where, became, job_from
from app.jobs.tables import instances, jobs

_TRIED = 10


class Claims:
    """What a running service does with jobs. All methods block, and raise as the database does.

    Parameters
    ----------
    ledger
        Where things are written down.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._database = ledger.database

    def claim(self, instance: str) -> tuple[Job, Claim] | None:
        """Take the next job: of the owner with the fewest running ones, the oldest.

        Returns
        -------
        The job and the claim to it; ``None`` if none waits, or the instance is not registered.
        """
        with self._database.reading() as connection:
            waiting = select(jobs.c.id).where(jobs.c.state == State.QUEUED)
            if connection.execute(waiting.limit(1)).first() is None:
                return None
        with self._database.writing() as connection:
            # Whoever takes over from this instance waits for this lock, and then sees the claim.
            registered = select(instances.c.id).where(instances.c.id == instance)
            if connection.execute(registered.with_for_update(read=True)).first() is None:
                return None
            for job in list(connection.execute(_next_jobs()).scalars()):
                now = self._ledger.clock()
                values = {
                    "state": State.RUNNING,
                    "instance": instance,
                    "started": now,
                    "attempts": jobs.c.attempts + 1,
                    "claim": jobs.c.claim + 1,
                }
                where = (jobs.c.id == job, jobs.c.state == State.QUEUED)
                if self._ledger.change(connection, where, (became(State.RUNNING),), values):
                    row = connection.execute(select(jobs).where(jobs.c.id == job)).one()
                    return job_from(row), Claim(job, instance, row.claim)
        return None

    def report(self, claim: Claim, solutions: Sequence[Report], progress: Report | None) -> bool:
        """Write down better answers, and how far the work is; ``False`` if the claim is lost."""
        news, values = _reported(solutions)
        if progress is not None:
            news = (*news, (EventKind.PROGRESS, progress.progress))
            values["progress"] = encode(progress.progress)
            if progress.bound is not None:
                values["bound"] = encode(progress.bound)
        with self._database.writing() as connection:
            return self._ledger.change(connection, _held(claim), news, values) is not None

    def finish(self, claim: Claim, outcome: Outcome, solutions: Sequence[Report] = ()) -> bool:
        """End a job, with better answers that were not written yet; ``False`` if it is lost."""
        news, values = _reported(solutions)
        with self._database.writing() as connection:
            best = (
                values.get("best")
                or connection.execute(select(jobs.c.best).where(*_held(claim))).scalar_one_or_none()
            )
            values["answer"] = outcome.answer or best_as_answer(best, outcome.state)
            if values["answer"] is not None:
                values["best"] = values["answer"]
            if outcome.bound is not None:
                values["bound"] = encode(outcome.bound)
            if outcome.problem is not None:
                values["problem"] = encode(outcome.problem)
            if outcome.progress is not None:
                values["progress"] = encode(outcome.progress)
            ended = self._ledger.end(connection, _held(claim), outcome.state, values, news)
        return ended is not None

    def release(self, claim: Claim, solutions: Sequence[Report] = ()) -> bool:
        """Give a job back to the queue, its best kept; ``False`` if it is lost."""
        news, values = _reported(solutions)
        with self._database.writing() as connection:
            if values:
                self._ledger.change(connection, _held(claim), news, values)
            back = self._ledger.put_back(connection, _held(claim), counted=False)
        return bool(back)

    def held_by(self, instance: str) -> dict[Claim, bool]:
        """Return what an instance has, each with whether its owner wants it stopped."""
        with self._database.reading() as connection:
            held = select(jobs.c.id, jobs.c.claim, jobs.c.stop_asked).where(
                jobs.c.instance == instance, jobs.c.state == State.RUNNING
            )
            return {
                Claim(row.id, instance, row.claim): row.stop_asked
                for row in connection.execute(held)
            }


def _held(claim: Claim) -> Where:
    return (
        jobs.c.id == claim.job,
        jobs.c.state == State.RUNNING,
        jobs.c.instance == claim.instance,
        jobs.c.claim == claim.number,
    )


def _next_jobs() -> Any:
    running = (
        select(jobs.c.owner, func.count().label("count"))
        .where(jobs.c.state == State.RUNNING)
        .group_by(jobs.c.owner)
        .subquery()
    )
    return (
        select(jobs.c.id)
        .join_from(jobs, running, jobs.c.owner == running.c.owner, isouter=True)
        .where(jobs.c.state == State.QUEUED)
        .order_by(func.coalesce(running.c["count"], 0), jobs.c.number)
        .limit(_TRIED)
    )


def _reported(solutions: Sequence[Report]) -> tuple[News, dict[str, Any]]:
    values: dict[str, Any] = {}
    for report in solutions:
        values["best"] = report.best
        values["bound"] = None if report.bound is None else encode(report.bound)
    return tuple(_solution(report) for report in solutions), values


def _solution(report: Report) -> tuple[EventKind, Mapping[str, Any]]:
    # The answer stays the text it is; it is read when the event is sent.
    return EventKind.SOLUTION, {"best": report.best, "bound": report.bound}
