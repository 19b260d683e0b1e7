"""Writing down what happens to a job: its row and its events, in one transaction."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update

from app.jobs.database import Database
from app.jobs.faults import GAVE_UP, content_of
from app.jobs.job import EventKind, Job, State, best_as_answer, encode
from app.jobs.tables import job_events, jobs

MOST_ATTEMPTS = 3
"""Starts of a job that each ended with the death of their service; then it is given up."""

type News = Sequence[tuple[EventKind, Mapping[str, Any]]]
type Where = Sequence[ColumnElement[bool]]


class Ledger:
    """What every writer about jobs needs.

    Parameters
    ----------
    database
        Where.
    keep_seconds
        How long a job is kept after its end.
    clock
        The wall clock by default. It only dates things; nothing is decided by it but how long
        jobs are kept.
    """

    def __init__(
        self, database: Database, keep_seconds: float, clock: Callable[[], float] | None = None
    ) -> None:
        self.database = database
        self.keep_seconds = keep_seconds
        self.clock = clock or _wall_clock

    def change(
        self,
        connection: Connection,
        where: Where,
        news: News,
        values: Mapping[str, Any] | None = None,
    ) -> str | None:
        """Change the job that meets all conditions, if there is one, and note its events.

        Returns
        -------
        The id of the job; ``None`` if there is none, and nothing was changed.
        """
        now = self.clock()
        changed = connection.execute(
            update(jobs)
            .where(*where)
            .values(updated=now, events=jobs.c.events + len(news), **(values or {}))
            .returning(jobs.c.id, jobs.c.events)
        ).first()
        if changed is None:
            return None
        job, last = changed
        if any(kind is EventKind.PROGRESS for kind, _ in news):
            # Progress is worth something until there is more: whoever comes late gets the last.
            connection.execute(
                delete(job_events).where(
                    job_events.c.job == job, job_events.c.kind == EventKind.PROGRESS
                )
            )
        if news:
            connection.execute(
                insert(job_events),
                [
                    {"job": job, "number": number, "kind": kind, "at": now, "data": encode(data)}
                    for number, (kind, data) in enumerate(news, last - len(news) + 1)
                ],
            )
        return str(job)

    def end(
        self,
        connection: Connection,
        where: Where,
        state: State,
        values: Mapping[str, Any],
        before: News = (),
    ) -> str | None:
        """End the job that meets all conditions; ``before`` are events that come first."""
        now = self.clock()
        ending = {
            "state": state,
            "finished": now,
            "expires": now + self.keep_seconds,
            "instance": None,
        }
        news = (*before, became(state), (EventKind.END, {}))
        return self.change(connection, where, news, {**values, **ending})

    def put_back(self, connection: Connection, where: Where, *, counted: bool) -> list[str]:
        """Take running jobs from whoever had them; those that nobody may have again end.

        Parameters
        ----------
        connection
            The transaction.
        where
            Which running jobs.
        counted
            Whether their attempts count: they do when a service died, not when it let go.

        Returns
        -------
        The ids of the jobs.
        """
        where = (*where, jobs.c.state == State.RUNNING)
        # Locked: what they are now they are until this is written.
        found = connection.execute(
            select(jobs.c.id, jobs.c.claim, jobs.c.attempts, jobs.c.best, jobs.c.stop_asked)
            .where(*where)
            .order_by(jobs.c.number)
            .with_for_update()
        ).all()
        changed = [
            self._put_one_back(connection, (*where, *_exactly(job)), job, counted) for job in found
        ]
        return [job for job in changed if job is not None]

    def _put_one_back(
        self,
        connection: Connection,
        where: Where,
        job: Row[*tuple[Any, ...]],
        counted: bool,
    ) -> str | None:
        if job.stop_asked:
            answer = best_as_answer(job.best, State.CANCELLED)
            return self.end(connection, where, State.CANCELLED, {"answer": answer})
        if counted and job.attempts >= MOST_ATTEMPTS:
            given_up = {"problem": encode(content_of(GAVE_UP))}
            return self.end(connection, where, State.FAILED, given_up)
        values = {
            "state": State.QUEUED,
            "instance": None,
            "attempts": job.attempts - (not counted),
        }
        return self.change(connection, where, (became(State.QUEUED),), values)


def _wall_clock() -> float:
    return time.time()


def became(state: State) -> tuple[EventKind, Mapping[str, Any]]:
    """Make the event of a job that comes into a state."""
    return EventKind.STATE, {"state": state}


def _exactly(job: Row[*tuple[Any, ...]]) -> Where:
    return jobs.c.id == job.id, jobs.c.claim == job.claim


def job_from(row: Row[*tuple[Any, ...]]) -> Job:
    """Read a job from its row; columns that were left out are empty."""
    columns = row._mapping
    texts = {name: columns.get(name) for name in ("progress", "bound", "problem")}
    return Job(
        id=row.id,
        owner=row.owner,
        kind=row.kind,
        request=columns.get("request", ""),
        state=State(row.state),
        created=row.created,
        updated=row.updated,
        started=row.started,
        finished=row.finished,
        expires=row.expires,
        best=columns.get("best"),
        answer=columns.get("answer"),
        attempts=row.attempts,
        events=row.events,
        stop_asked=row.stop_asked,
        **{name: None if text is None else json.loads(text) for name, text in texts.items()},
    )
