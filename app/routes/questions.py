"""``/v1/{game}/{verb}``: a route for every kind of question."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.accept import prefers_text
from app.body import body_documentation, body_of
from app.kinds import KINDS, Kind
from app.schemas.problem import PROBLEMS
from app.working import answer

router = APIRouter()


def _endpoint(kind: Kind[Any]) -> Callable[..., Awaitable[Response]]:
    read = body_of(kind.read)

    async def ask(request: Request) -> Response:
        asked = await read(request)
        text = kind.text_task is not None and prefers_text(request.headers.get("accept", ""))
        task = kind.text_task if text and kind.text_task is not None else kind.task
        answered = await answer(request, kind, asked, task)
        media_type = "text/plain" if text else "application/json"
        return Response(answered.document, media_type=media_type)

    return ask


def _add(kind: Kind[Any]) -> None:
    responses: dict[int | str, dict[str, Any]] = dict(PROBLEMS)
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
        openapi_extra=body_documentation(kind.body, kind.examples),
    )


for _kind in KINDS.values():
    _add(_kind)
