"""What can go wrong with a job, as problems for its caller."""

from __future__ import annotations

import json
import math
from http import HTTPStatus
from typing import Any

from app.problems import ProblemError

RETRY_SECONDS = 2
"""When to ask again while the database is away."""


def content_of(problem: ProblemError) -> dict[str, Any]:
    """Return a problem as JSON has it."""
    content: dict[str, Any] = json.loads(bytes(problem.response().body))
    return content


GAVE_UP = ProblemError(
    HTTPStatus.INTERNAL_SERVER_ERROR,
    "job-given-up",
    "The job was given up",
    "each service that worked on it died before it was done; submit it again with smaller limits",
)


def unknown_job() -> ProblemError:
    """Make the problem of an id that is none, or somebody else's."""
    return ProblemError(
        HTTPStatus.NOT_FOUND,
        "unknown-job",
        "There is no such job",
        "no job of yours has this id, or not any more; GET /v1/jobs lists those there are",
    )


def key_reused() -> ProblemError:
    """Make the problem of an idempotency key that came with another request before."""
    return ProblemError(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "idempotency-key-reused",
        "The idempotency key is taken",
        "this Idempotency-Key came with another request before: choose a new one for each job",
    )


def queue_full(waiting: int, seconds: float) -> ProblemError:
    """Make the problem of a queue with no room; a place is free in about so many seconds."""
    return ProblemError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "job-queue-full",
        "Too many jobs are waiting",
        f"{waiting} jobs are waiting, and no more may",
        headers={"Retry-After": str(min(3600, max(1, math.ceil(seconds))))},
    )


def store_unavailable() -> ProblemError:
    """Make the problem of a database that is away; its own words are for the log."""
    return ProblemError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "store-unavailable",
        "Jobs can't be kept at the moment",
        "the service does not reach its database; requests without a job are answered",
        headers={"Retry-After": str(RETRY_SECONDS)},
    )


def seen_to_the_end() -> ProblemError:
    """Make the problem of events that the caller has seen all."""
    return ProblemError(
        HTTPStatus.GONE,
        "no-more-events",
        "There are no more events",
        "the job is over, and you have seen its last event",
    )


def bad_last_event() -> ProblemError:
    """Make the problem of a ``Last-Event-ID`` that the service never sent."""
    return ProblemError(
        HTTPStatus.BAD_REQUEST,
        "bad-last-event-id",
        "Last-Event-ID is none of this job's",
        "send the id of the last event you have seen, or leave the header out",
    )
