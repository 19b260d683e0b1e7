"""The words of a job: its states, what is known about it, what its work says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class State(StrEnum):
    """Where a job is.

    ``succeeded``: completed, or its work limit was reached. ``failed``: a fault. ``cancelled``: its
    owner stopped it. ``timed_out``: its time limit was reached.
    """

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"

    @property
    def over(self) -> bool:
        """Whether a job in this state stays as it is."""
        return self not in (State.QUEUED, State.RUNNING)


OVER = tuple(state for state in State if state.over)
"""The states of jobs that have ended."""


class EventKind(StrEnum):
    """What an event of a job is about."""

    STATE = "state"
    PROGRESS = "progress"
    SOLUTION = "solution"
    END = "end"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a job.

    Attributes
    ----------
    number
        Its place among the events of its job, from 1 up.
    kind
        What it is about.
    at
        When, in seconds since 1970 (UTC).
    data
        What there is to say.
    """

    number: int
    kind: EventKind
    at: float
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Job:
    """What is known about a job. Times are seconds since 1970 (UTC).

    Attributes
    ----------
    id
        128 random bits in hexadecimal.
    owner
        The caller that submitted it; empty when callers have no names.
    kind, request
        What is asked, and the request as JSON; empty in lists.
    state
        Where it is.
    created, updated, started, finished, expires
        When it was submitted, last changed, last started, when it ended, and when it is forgotten.
    progress
        What the last report said.
    best, bound
        The best answer so far as JSON, and what is known about each of its terms.
    answer, problem
        How it ended: the answer as JSON, or what went wrong.
    attempts
        How often it was started, but for starts that a service undid as it stopped.
    events
        How many events it has had.
    stop_asked
        Whether its owner wants it stopped.
    """

    id: str
    owner: str
    kind: str
    request: str
    state: State
    created: float
    updated: float
    started: float | None = None
    finished: float | None = None
    expires: float | None = None
    progress: dict[str, Any] | None = None
    best: str | None = None
    bound: list[dict[str, Any]] | None = None
    answer: str | None = None
    problem: dict[str, Any] | None = None
    attempts: int = 0
    events: int = 0
    stop_asked: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to work on a job: whoever has an older one can write nothing.

    Attributes
    ----------
    job
        The job's id.
    instance
        The running service that has it.
    number
        How often the job has been claimed.
    """

    job: str
    instance: str
    number: int


@dataclass(frozen=True, slots=True)
class Report:
    """What work in progress says.

    Attributes
    ----------
    best
        The best answer so far as JSON; ``None`` if it is still the one reported before.
    bound
        What is known about each of its terms: ``term``, ``value``, ``bound``.
    progress
        ``elapsed_seconds``, ``limit_seconds``, ``nodes``: whatever is known.
    """

    best: str | None = None
    bound: Sequence[Mapping[str, Any]] | None = None
    progress: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How work ended.

    Attributes
    ----------
    state
        One of the states of jobs that have ended.
    answer
        The answer as JSON. Without one, a job that was cancelled or timed out has its best so far.
    problem
        What went wrong, in the shape of an RFC 9457 problem.
    bound
        What is known about each term of the answer; ``None`` if the last report has said it.
    progress
        How far the work was when it ended; ``None`` if the last report has said it.
    """

    state: State
    answer: str | None = None
    problem: Mapping[str, Any] | None = None
    bound: Sequence[Mapping[str, Any]] | None = None
    progress: Mapping[str, Any] | None = None


type Reporter = Callable[[Report], None]
"""Takes reports, in the thread of the event loop."""


def best_as_answer(best: str | None, state: State) -> str | None:
    """Make the best so far the answer of a job that was stopped: only why it stopped is new."""
    stops = {State.CANCELLED: "cancelled", State.TIMED_OUT: "time_limit"}
    if best is None or state not in stops:
        return None
    return _stopped_by(best, stops[state])


def answer_as_best(answer: str) -> str:
    """Make the answer of work that was cut off the best so far of a job that goes on elsewhere."""
    return _stopped_by(answer, "working")


def _stopped_by(answer: str, stop: str) -> str:
    content = json.loads(answer)
    if isinstance(content, dict) and "stop" in content:
        content["stop"] = stop
    return encode(content)


def encode(content: object) -> str:
    """Write JSON in ASCII: every database takes it, whatever texts it holds."""
    return json.dumps(content, separators=(",", ":"))


def same_request(one: str, other: str) -> bool:
    """Whether two requests, as JSON, are the same but for the order of fields."""
    return _sorted(one) == _sorted(other)


def _sorted(document: str) -> str:
    return json.dumps(json.loads(document), sort_keys=True)
