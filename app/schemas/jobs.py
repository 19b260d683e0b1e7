"""Jobs: what is asked, and what is answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from app.jobs.job import Event, EventKind, Job, State
from app.kinds import KINDS
from app.schemas.body import Body
from app.schemas.problem import Problem
from app.schemas.solved import BoundAnswer
from models.defects import Defect, Defects, InvalidInputError, shown, suggestion

RequestField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "What is asked, as for `POST /v1/{kind}`. Its time limit may be longer: "
            "see `GET /v1/limits`.",
            "anyOf": [
                {"$ref": f"#/components/schemas/{kind.body.__name__}"} for kind in KINDS.values()
            ],
        }
    ),
]


EXAMPLE_ID = "0f8b6a1d5c3e49b7a2d4f6081c3e5a79"
"""The id of the job that examples show."""

_STATUS: dict[str, Any] = {
    "id": EXAMPLE_ID,
    "state": "running",
    "updated": "2026-01-02T03:04:07.250Z",
    "progress": {"elapsed_seconds": 2.0, "limit_seconds": 600.0, "nodes": 1874},
}
_SHORT: dict[str, Any] = _STATUS | {
    "kind": "rummikub/solve",
    "created": "2026-01-02T03:04:05.125Z",
    "started": "2026-01-02T03:04:05.250Z",
    "finished": None,
    "expires": None,
    "bound": [{"term": "tiles", "value": 3, "bound": 4}],
    "problem": None,
    "attempts": 1,
    "links": {
        "self": f"/v1/jobs/{EXAMPLE_ID}",
        "status": f"/v1/jobs/{EXAMPLE_ID}/status",
        "events": f"/v1/jobs/{EXAMPLE_ID}/events",
    },
}
_LONG: dict[str, Any] = _SHORT | {
    "request": {"hand": "B10 K10 J", "table": ["R7-13"], "limits": {"seconds": 600}},
    "best": {"status": "feasible", "stop": "working", "played": ["B10", "K10", "J"]},
    "answer": None,
}


@dataclass(frozen=True, slots=True)
class JobRequest:
    """A kind of question, and the question as it was given; it makes sense."""

    kind: str
    request: object


def _by_kind(schema: dict[str, Any]) -> None:
    """Say which request goes with which kind."""
    del schema["properties"], schema["additionalProperties"]
    schema["oneOf"] = [
        {
            "title": kind.name,
            "type": "object",
            "properties": {
                "kind": {
                    "const": kind.name,
                    "description": "What is asked: the last two parts of the path that answers it "
                    "at once.",
                },
                "request": {
                    "description": "What is asked. Its time limit may be longer than at once: see "
                    "`GET /v1/limits`.",
                    "$ref": f"#/components/schemas/{kind.body.__name__}",
                },
            },
            "required": ["kind", "request"],
            "additionalProperties": False,
        }
        for kind in KINDS.values()
    ]


class JobBody(Body[JobRequest]):
    """A job: a question, and of which kind it is."""

    model_config = ConfigDict(json_schema_extra=_by_kind)

    kind: str | None = Field(default=None)
    request: RequestField = Field(default=None)

    def collect(self, defects: Defects) -> JobRequest | None:
        """Read the request by its kind."""
        if self.kind is None or self.kind not in KINDS:
            given = "nothing is given" if self.kind is None else shown(self.kind)
            hint = suggestion(self.kind, KINDS) if self.kind is not None else ""
            defects.add(("kind",), "unknown_kind", f"{given}: {hint}known: {', '.join(KINDS)}")
            return None
        try:
            KINDS[self.kind].read(self.request)
        except InvalidInputError as error:
            defects.extend(_of_request(error))
        return JobRequest(self.kind, self.request)

    def check_service_limits(self, most_seconds: float, defects: Defects) -> None:
        """Note what is beyond the limits of the service."""
        limits = self.request.get("limits") if isinstance(self.request, dict) else None
        seconds = limits.get("seconds") if isinstance(limits, dict) else None
        if self.kind is None or self.kind not in KINDS or seconds is None:
            return
        known = set(defects)
        try:
            # Only this: the rest has been read, and may be large.
            KINDS[self.kind].read({"limits": {"seconds": seconds}}, most_seconds)
        except InvalidInputError as error:
            found = (d for d in _of_request(error) if d.pointer.startswith("/request/limits/"))
            defects.extend(tuple(defect for defect in found if defect not in known))


def _of_request(error: InvalidInputError) -> tuple[Defect, ...]:
    return tuple(Defect(f"/request{d.pointer}", d.code, d.detail) for d in error.defects)


JobId = Annotated[
    str, Field(pattern="^[0-9a-f]{32}$", description="Its id, as in the paths that lead to it.")
]
_UPDATED = Field(description="When anything of it last changed.")
_PROGRESS = Field(description="How far it is; null before it has said so.")


class JobProgress(BaseModel):
    """How far a job is, as it last said."""

    elapsed_seconds: float | None = Field(default=None, description="Since its work began.")
    limit_seconds: float | None = Field(default=None, description="Its time limit.")
    nodes: int | None = Field(default=None, description="Nodes of the search tree, or states.")


class JobLinks(BaseModel):
    """Where there is more."""

    self: str = Field(description="The job.")
    status: str = Field(description="Only how it is.")
    events: str = Field(description="What happens to it.")


class JobStatus(BaseModel):
    """The state of a job."""

    model_config = ConfigDict(json_schema_extra={"examples": [_STATUS]})

    id: JobId
    state: State = Field(description="Its state.")
    updated: datetime = _UPDATED
    progress: JobProgress | None = _PROGRESS


class ShortJob(BaseModel):
    """A job without its request and its answers."""

    id: JobId
    kind: str = Field(
        description="What is asked: the last two parts of the path that answers it at once."
    )
    state: State = Field(
        description="`succeeded`: completed, or its work limit was reached. `failed`: a fault, see "
        "`problem`. `cancelled`: stopped with DELETE. `timed_out`: its time limit was reached."
    )
    created: datetime = Field(description="When it was submitted.")
    started: datetime | None = Field(description="When its work last began.")
    updated: datetime = _UPDATED
    finished: datetime | None = Field(description="When it ended; null while it has not.")
    expires: datetime | None = Field(description="When the service forgets it.")
    progress: JobProgress | None = _PROGRESS
    bound: list[BoundAnswer] | None = Field(description="The objective of the best answer so far.")
    problem: Problem | None = Field(description="What went wrong, in a job that failed.")
    attempts: int = Field(description="How often its work was begun, but for restarts in order.")
    links: JobLinks = Field(description="Paths that tell more.")


class JobAnswer(ShortJob):
    """A job."""

    model_config = ConfigDict(json_schema_extra={"examples": [_LONG]})

    request: RequestField
    best: Any = Field(description="The best answer so far, in the shape of the kind's answers.")
    answer: Any = Field(
        description="The answer, in the shape of the kind's answers; of a job that was stopped or "
        "timed out, the best there was."
    )


class JobList(BaseModel):
    """Jobs, the newest first."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"jobs": [_SHORT]}]})

    jobs: list[ShortJob] = Field(description="The jobs, the newest first.")


def status_of(job: Job) -> dict[str, Any]:
    """Write the state of a job."""
    return {
        "id": job.id,
        "state": job.state,
        "updated": _timestamp(job.updated),
        "progress": job.progress,
    }


def short_form(job: Job) -> dict[str, Any]:
    """Write a job without its request and its answers."""
    path = path_of(job)
    return {
        "id": job.id,
        "kind": job.kind,
        "state": job.state,
        "created": _timestamp(job.created),
        "started": _timestamp(job.started),
        "updated": _timestamp(job.updated),
        "finished": _timestamp(job.finished),
        "expires": _timestamp(job.expires),
        "progress": job.progress,
        "bound": job.bound,
        "problem": job.problem,
        "attempts": job.attempts,
        "links": {"self": path, "status": f"{path}/status", "events": f"{path}/events"},
    }


def long_form(job: Job) -> dict[str, Any]:
    """Write a job."""
    return short_form(job) | {
        "request": json.loads(job.request),
        "best": _read(job.best),
        "answer": _read(job.answer),
    }


def path_of(job: Job) -> str:
    """Return the path of a job."""
    return f"/v1/jobs/{job.id}"


def event_data(event: Event, job: str, ended: Job | None) -> Mapping[str, Any]:
    """Write what an event of a job says."""
    match event.kind:
        case EventKind.STATE:
            return {"id": job, "state": event.data["state"], "updated": _timestamp(event.at)}
        case EventKind.SOLUTION:
            return {"best": _read(event.data["best"]), "bound": event.data["bound"]}
        case EventKind.END if ended is not None:
            return short_form(ended)
        case _:
            return event.data


def _read(document: str | None) -> Any:
    return None if document is None else json.loads(document)


def _timestamp(seconds: float | None) -> str | None:
    """Write a time as RFC 3339 has it, in UTC."""
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
