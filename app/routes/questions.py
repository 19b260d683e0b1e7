"""``/v1/{game}/{verb}``: a route for every kind of question."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast, override

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accept import prefers_text
from app.body import body_documentation, body_of, json_body
from app.kinds import KINDS, Kind
from app.prefer import RESPOND_ASYNC, prefers_job
from app.routes.jobs import LOCATION, submit
from app.routes.route import Handler, Route
from app.schemas.jobs import JobAnswer
from app.schemas.problem import PROBLEMS
from app.settings import Settings
from app.working import answer

PREFERENCE_APPLIED: dict[str, Any] = {
    "Preference-Applied": {
        "description": "What was done as the caller prefers it.",
        "required": True,
        "schema": {"const": RESPOND_ASYNC},
    }
}

# Described, and not taken apart by the framework: that would be a good part of what it costs to
# answer a small question.
_PARAMETERS: list[dict[str, Any]] = [
    {
        "name": name,
        "in": "header",
        "required": False,
        "description": description,
        "schema": {"type": "string"},
    }
    for name, description in (
        ("Prefer", "`respond-async` makes a job of the request."),
        ("Idempotency-Key", "Of a job: the same key makes no second one."),
    )
]


class _QuestionRoute(Route):
    """A route whose endpoint takes the request as it is: there is nothing to look up for it."""

    @override
    def handler(self) -> Handler:
        return cast("Handler", self.endpoint)


router = APIRouter(route_class=_QuestionRoute)


def _endpoint(kind: Kind[Any]) -> Callable[..., Awaitable[Response]]:
    read = body_of(kind.read)

    async def ask(request: Request) -> Response:
        if prefers_job(request):
            return await _as_job(request, kind)
        asked = await read(request)
        text = kind.text_task is not None and prefers_text(request.headers.get("accept", ""))
        task = kind.text_task if text and kind.text_task is not None else kind.task
        answered = await answer(request, kind, asked, task)
        media_type = "text/plain" if text else "application/json"
        return Response(answered.document, media_type=media_type)

    return ask


async def _as_job(request: Request, kind: Kind[Any]) -> Response:
    settings: Settings = request.app.state.settings
    raw = await json_body(request)
    kind.read(raw, settings.job_max_seconds)
    response = await submit(request, kind.name, raw)
    response.headers["Preference-Applied"] = RESPOND_ASYNC
    return response


def _add(kind: Kind[Any]) -> None:
    responses: dict[int | str, dict[str, Any]] = {
        202: {
            "model": JobAnswer,
            "description": "A job was made of the request, because the caller prefers that.",
            "headers": LOCATION | PREFERENCE_APPLIED,
        },
        **PROBLEMS,
    }
    if kind.text_task is not None:
        responses[200] = {"content": {"text/plain": {"schema": {"type": "string"}}}}
    router.add_api_route(
        f"/v1/{kind.game}/{kind.verb}",
        _endpoint(kind),
        methods=["POST"],
        name=kind.name,
        tags=[kind.game],
        summary=kind.summary,
        description=kind.description,
        response_model=kind.answer,
        responses=responses,
        openapi_extra={
            "parameters": _PARAMETERS,
            **body_documentation(kind.body, kind.examples),
        },
    )


for _kind in KINDS.values():
    _add(_kind)
