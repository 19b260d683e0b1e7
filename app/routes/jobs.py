"""``/v1/jobs``: what takes longer than a request should."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import Response
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import WithJsonSchema

from app.body import body_documentation, json_body
from app.event_stream import EVENT_SCHEMA, EventStreamResponse
from app.jobs import Jobs
from app.jobs.job import encode
from app.jobs.service import Followed
from app.kinds import KINDS
from app.problems import ProblemError
from app.routes.route import Route
from app.schemas.jobs import (
    EXAMPLE_ID,
    JobAnswer,
    JobBody,
    JobList,
    JobRequest,
    JobStatus,
    event_data,
    long_form,
    path_of,
    short_form,
    status_of,
)
from app.schemas.problem import PROBLEMS, Problem
from app.settings import Settings
from models.defects import Defect, InvalidInputError, shown

MOST_LISTED = 1000
_LISTED = 100
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_NUMBER = re.compile(r"[0-9]{1,9}")

EXAMPLES = {
    f"{kind.name}: {name}": {"kind": kind.name, "request": example}
    for kind in KINDS.values()
    for name, example in kind.examples.items()
}
_UNAVAILABLE: dict[int | str, dict[str, Any]] = {
    503: {"model": Problem, "description": "Jobs can't be kept at the moment."}
}
LOCATION: dict[str, Any] = {
    "Location": {
        "description": "The path of the job.",
        "required": True,
        "schema": {"type": "string", "pattern": "^/v1/jobs/[0-9a-f]{32}$"},
    }
}
"""A header of answers that made a job, for OpenAPI."""

_OF_WORKERS = (HTTPStatus.GATEWAY_TIMEOUT,)
_UNKNOWN: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "No job of the caller has this id."}
}

router = APIRouter(prefix="/v1/jobs", tags=["jobs"], responses=_UNAVAILABLE, route_class=Route)

JobId = Annotated[
    str,
    Path(description="The id of a job.", examples=[EXAMPLE_ID]),
    WithJsonSchema({"type": "string", "pattern": "^[0-9a-f]{32}$"}),
]


def jobs_of(request: Request) -> Jobs:
    """Return the jobs of the service."""
    jobs: Jobs = request.app.state.jobs
    return jobs


def caller_of(request: Request) -> str:
    """Return the caller's name; nobody has one where there are no keys."""
    return str(getattr(request.state, "caller", ""))


async def submit(request: Request, kind: str, raw: object) -> Response:
    """Make a job of a request, and answer with where it is.

    Parameters
    ----------
    request
        The HTTP request; its ``Idempotency-Key`` counts.
    kind
        The name of the kind of question.
    raw
        The question as JSON has it; it has been read and makes sense.

    Raises
    ------
    ProblemError
        If the key is none or was used before, too many jobs wait, or the database is away.
    """
    # Of two keys, neither is taken: together they are none.
    key = ", ".join(request.headers.getlist("idempotency-key"))
    if "idempotency-key" in request.headers and not _KEY.fullmatch(key):
        raise ProblemError(
            HTTPStatus.BAD_REQUEST,
            "bad-idempotency-key",
            "Idempotency-Key is no key",
            f"{shown(key)}: send 1 to 255 visible ASCII characters",
        )
    job = await jobs_of(request).submit(caller_of(request), kind, raw, key or None)
    return _answer(long_form(job), HTTPStatus.ACCEPTED, {"Location": path_of(job)})


async def _read(request: Request) -> JobRequest:
    settings: Settings = request.app.state.settings
    return JobBody.read(await json_body(request), settings.job_max_seconds)


@router.post(
    "",
    summary="Submit a job",
    status_code=202,
    response_model=JobAnswer,
    responses={status: said for status, said in PROBLEMS.items() if status not in _OF_WORKERS}
    | {202: {"headers": LOCATION}},
    openapi_extra=body_documentation(JobBody, EXAMPLES),
)
async def create(
    request: Request,
    asked: Annotated[JobRequest, Depends(_read)],
    idempotency_key: Annotated[
        str | None,
        Header(
            alias="Idempotency-Key",
            description="The same key makes no second job of the same request.",
        ),
        WithJsonSchema({"type": "string", "pattern": f"^{_KEY.pattern}$"}),
    ] = None,
) -> Response:
    """Put a question into the queue; its time limit may be longer than that of a request.

    The request is checked first, as if it were asked directly.
    """
    del idempotency_key
    return await submit(request, asked.kind, asked.request)


@router.head("", include_in_schema=False)
@router.get(
    "",
    summary="The caller's jobs",
    response_model=JobList,
    responses={
        403: {"model": Problem, "description": "Callers have no names here, and no list."},
        422: {
            "model": Problem,
            "description": "`limit` is out of range, or a parameter not known.",
        },
    },
)
async def list_jobs(
    request: Request,
    limit: Annotated[
        str,
        Query(description="How many at most."),
        WithJsonSchema(
            {"type": "integer", "minimum": 1, "maximum": MOST_LISTED, "default": _LISTED}
        ),
    ] = str(_LISTED),
) -> Response:
    """List the caller's jobs, the newest first, without their requests and answers."""
    # Of two limits neither is taken: together they are none.
    limit = ", ".join(request.query_params.getlist("limit")) or limit
    if not _NUMBER.fullmatch(limit) or not 1 <= int(limit) <= MOST_LISTED:
        detail = f"{shown(limit)}: give a whole number from 1 to {MOST_LISTED}"
        raise InvalidInputError((Defect("/limit", "out_of_range", detail),))
    caller = caller_of(request)
    if not caller and not _is_local(request.app.state.settings.host):
        raise ProblemError(
            HTTPStatus.FORBIDDEN,
            "no-list-without-keys",
            "Nobody can list jobs here",
            "callers of this service have no keys, and anybody's jobs would be everybody's: keep "
            "the Location of each job",
        )
    found = await jobs_of(request).list(caller, int(limit))
    return _answer({"jobs": [short_form(job) for job in found]})


@router.head("/{job}", include_in_schema=False)
@router.get("/{job}", summary="A job", response_model=JobAnswer, responses=_UNKNOWN)
async def get(request: Request, job: JobId) -> Response:
    """Look a job up: how it is, its best answer so far, and in the end its answer."""
    return _answer(long_form(await jobs_of(request).get(caller_of(request), job)))


@router.head("/{job}/status", include_in_schema=False)
@router.get(
    "/{job}/status", summary="The state of a job", response_model=JobStatus, responses=_UNKNOWN
)
async def status(request: Request, job: JobId) -> Response:
    """Look up only how a job is: cheap, to be asked often."""
    return _answer(status_of(await jobs_of(request).get_short(caller_of(request), job)))


@router.delete(
    "/{job}",
    summary="Stop a job",
    response_model=JobAnswer,
    responses=_UNKNOWN | {202: {"model": JobAnswer, "description": "It is still stopping."}},
)
async def stop(request: Request, job: JobId) -> Response:
    """Stop a job and keep the best it has found; one that is over stays as it is."""
    stopped = await jobs_of(request).stop(caller_of(request), job)
    status = HTTPStatus.OK if stopped.state.over else HTTPStatus.ACCEPTED
    return _answer(long_form(stopped), status)


@router.get(
    "/{job}/events",
    summary="What happens to a job, as it happens",
    status_code=200,
    response_class=EventStreamResponse,
    responses=_UNKNOWN
    | {
        200: {"content": {"text/event-stream": {"itemSchema": EVENT_SCHEMA}}},
        400: {"model": Problem, "description": "`Last-Event-ID` is none of this job's."},
        410: {"model": Problem, "description": "The caller has seen the last event."},
    },
)
async def events(
    request: Request,
    job: JobId,
    last_event_id: Annotated[
        str | None,
        Header(
            alias="Last-Event-ID",
            description="The last event that was seen; those after it follow.",
        ),
        WithJsonSchema({"type": "string", "pattern": "^[0-9]{1,9}$"}),
    ] = None,
) -> Response:
    """Follow a job by server-sent events: `state`, `progress`, `solution`, and in the end `end`.

    `solution` has each better answer, `end` the job in its short form. A stream that breaks goes on
    where it was, by `Last-Event-ID`.
    """
    following = await jobs_of(request).events(caller_of(request), job, last_event_id)
    return EventStreamResponse(_written(job, following))


async def _written(job: str, following: Followed) -> AsyncGenerator[bytes]:
    async with aclosing(following):
        async for told in following:
            if told is None:
                yield KEEPALIVE_COMMENT
                continue
            event, ended = told
            data = encode(event_data(event, job, ended))
            yield format_sse_event(data_str=data, event=event.kind, id=str(event.number))


def _answer(
    content: object,
    status: HTTPStatus = HTTPStatus.OK,
    headers: dict[str, str] | None = None,
) -> Response:
    # In ASCII: a request may hold what UTF-8 can't.
    return Response(encode(content), int(status), headers, media_type="application/json")


def _is_local(host: str) -> bool:
    """Whether only programs of this machine can call the service."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
