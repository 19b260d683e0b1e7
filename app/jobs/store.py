"""Jobs as their callers see them: submitted, looked up, stopped, forgotten."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.jobs.job import (
    OVER,
    Event,
    EventKind,
    Job,
    State,
    best_as_answer,
    same_request,
)
from app.jobs.ledger import Ledger, became, job_from
from app.jobs.tables import job_events, jobs

MOST_EVENTS = 200
"""Events that are fetched at once."""

_SHORT = tuple(c for c in jobs.c if c.name not in ("request", "best", "answer"))
_AT_ONCE = 500


class QueueFullError(Exception):
    """As many jobs wait as may."""


class KeyReusedError(Exception):
    """An idempotency key came with another request before."""


class JobStore:
    """What callers do with jobs. All methods block, and raise as :class:`Database` does.

    Parameters
    ----------
    ledger
        Where things are written down.
    most_queued
        Jobs that may wait.
    keep_count
        Ended jobs that are kept.
    """

    def __init__(self, ledger: Ledger, most_queued: int, keep_count: int) -> None:
        self._ledger = ledger
        self._database = ledger.database
        self._most_queued = most_queued
        self._keep_count = keep_count

    def submit(self, owner: str, kind: str, request: str, key: str | None) -> tuple[Job, bool]:
        """Add a job to the queue, unless the key says that it is there.

        Parameters
        ----------
        owner
            The caller.
        kind, request
            What is asked, and the request as JSON.
        key
            The caller's idempotency key; the same one makes no second job.

        Returns
        -------
        The job, and whether it is new.

        Raises
        ------
        KeyReusedError
            If the key came with another request.
        QueueFullError
            If as many jobs wait as may.
        """
        with self._database.writing() as connection:
            there = _by_key(connection, owner, key)
            if there is None:
                self._refuse_if_full(connection)
                try:
                    with connection.begin_nested():
                        return self._add(connection, owner, kind, request, key), True
                except IntegrityError:
                    # Somebody sent the same key at the same time, and was faster.
                    there = _by_key(connection, owner, key)
                    if there is None:
                        raise
            if there.kind != kind or not same_request(there.request, request):
                raise KeyReusedError
            return job_from(there), False

    def _refuse_if_full(self, connection: Connection) -> None:
        waiting = select(func.count()).where(jobs.c.state == State.QUEUED)
        if connection.execute(waiting).scalar_one() >= self._most_queued:
            raise QueueFullError

    def _add(
        self, connection: Connection, owner: str, kind: str, request: str, key: str | None
    ) -> Job:
        now, job = self._ledger.clock(), secrets.token_hex(16)
        connection.execute(
            insert(jobs).values(
                id=job,
                owner=owner,
                idempotency_key=key,
                kind=kind,
                request=request,
                state=State.QUEUED,
                created=now,
                updated=now,
            )
        )
        self._ledger.change(connection, (jobs.c.id == job,), (became(State.QUEUED),))
        return job_from(_whole(connection, owner, job))

    def get(self, owner: str, job: str) -> Job | None:
        """Return a job; ``None`` if it is somebody else's, or there is none."""
        with self._database.reading() as connection:
            row = _find(connection, owner, job)
        return None if row is None else job_from(row)

    def get_short(self, owner: str, job: str) -> Job | None:
        """Return a job without its request and answers."""
        with self._database.reading() as connection:
            where = (jobs.c.id == job, jobs.c.owner == owner)
            row = connection.execute(select(*_SHORT).where(*where)).first()
        return None if row is None else job_from(row)

    def newest(self, owner: str, limit: int) -> list[Job]:
        """Return the caller's newest jobs, without their requests and answers."""
        with self._database.reading() as connection:
            newest = select(*_SHORT).where(jobs.c.owner == owner)
            rows = connection.execute(newest.order_by(jobs.c.number.desc()).limit(limit))
            return [job_from(row) for row in rows]

    def stop(self, owner: str, job: str) -> Job | None:
        """Stop a job that waits, ask for the end of one that runs; return it, if there is one."""
        with self._database.writing() as connection:
            # Locked: what it is now it is until this is written.
            row = _find(connection, owner, job, locked=True)
            if row is None:
                return None
            waiting = (jobs.c.id == job, jobs.c.state == State.QUEUED)
            values = {"answer": best_as_answer(row.best, State.CANCELLED)}
            if self._ledger.end(connection, waiting, State.CANCELLED, values) is None:
                running = (jobs.c.id == job, jobs.c.state == State.RUNNING)
                connection.execute(update(jobs).where(*running).values(stop_asked=True))
            return job_from(_whole(connection, owner, job))

    def events_after(self, job: str, number: int) -> list[Event]:
        """Return the next events of a job."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(job_events)
                .where(job_events.c.job == job, job_events.c.number > number)
                .order_by(job_events.c.number)
                .limit(MOST_EVENTS)
            )
            return [
                Event(row.number, EventKind(row.kind), row.at, json.loads(row.data)) for row in rows
            ]

    def event_counts(self, wanted: Collection[str]) -> dict[str, int]:
        """Return how many events each of these jobs has had; those that are gone are left out."""
        counts: dict[str, int] = {}
        ids = list(wanted)
        with self._database.reading() as connection:
            for start in range(0, len(ids), _AT_ONCE):
                some = jobs.c.id.in_(ids[start : start + _AT_ONCE])
                rows = connection.execute(select(jobs.c.id, jobs.c.events).where(some))
                counts.update((row.id, row.events) for row in rows)
        return counts

    def counts(self) -> dict[State, int]:
        """Return how many jobs are in each state."""
        with self._database.reading() as connection:
            each = select(jobs.c.state, func.count().label("n")).group_by(jobs.c.state)
            found = {State(row.state): row.n for row in connection.execute(each)}
        return {state: found.get(state, 0) for state in State}

    def sweep(self) -> int:
        """Forget ended jobs that are too old or too many; return how many."""
        ended = jobs.c.state.in_(OVER)
        old = select(jobs.c.number).where(ended, jobs.c.expires <= self._ledger.clock())
        newest_first = (jobs.c.finished.desc(), jobs.c.number.desc())
        many = select(jobs.c.number).where(ended).order_by(*newest_first)
        forgotten = 0
        for which in (old, many.offset(self._keep_count)):
            # A part at a time: nobody has to wait for long.
            while numbers := self._numbers(which.limit(_AT_ONCE)):
                with self._database.writing() as connection:
                    gone = delete(jobs).where(ended, jobs.c.number.in_(numbers))
                    forgotten += connection.execute(gone).rowcount
        return forgotten

    def _numbers(self, which: Any) -> list[int]:
        with self._database.reading() as connection:
            return list(connection.execute(which).scalars())


def _by_key(connection: Connection, owner: str, key: str | None) -> Row[*tuple[Any, ...]] | None:
    if key is None:
        return None
    where = (jobs.c.owner == owner, jobs.c.idempotency_key == key)
    return connection.execute(select(jobs).where(*where)).first()


def _find(
    connection: Connection, owner: str, job: str, *, locked: bool = False
) -> Row[*tuple[Any, ...]] | None:
    found = select(jobs).where(jobs.c.id == job, jobs.c.owner == owner)
    return connection.execute(found.with_for_update() if locked else found).first()


def _whole(connection: Connection, owner: str, job: str) -> Row[*tuple[Any, ...]]:
    row = _find(connection, owner, job)
    if row is None:
        raise LookupError("a job is gone that was there in this transaction")
    return row
