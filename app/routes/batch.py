"""``/v1/batch``: many questions in one request."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import WithJsonSchema

from app.batch.response import NDJSON, BatchResponse
from app.body import check_media_type
from app.kinds import KINDS
from app.problems import ProblemError
from app.routes.route import Route
from app.schemas import examples
from app.schemas.batch import BatchLine, BatchResult, known_kinds
from app.schemas.problem import PROBLEMS
from models.defects import shown

router = APIRouter(tags=["batch"], route_class=Route)

MEDIA_TYPES = (NDJSON, "application/ndjson", "application/jsonl", "application/json-lines")
"""What a batch may be announced as; all of them are JSON, one value a line."""

_HINT = f"--data-binary @FILE -H 'Content-Type: {NDJSON}'"


def _documented(schema: str, **more: Any) -> dict[str, Any]:
    return {"content": {NDJSON: {"schema": {"$ref": f"#/components/schemas/{schema}"}, **more}}}


_EXAMPLES = {"questions of several kinds": {"value": examples.batch()}}
_OF_LINES = (HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.GATEWAY_TIMEOUT)
"""What can go wrong with a line, but not with a batch."""


@router.post(
    "/v1/batch",
    summary="Many questions, a line each",
    response_class=Response,
    responses={
        **{status: problem for status, problem in PROBLEMS.items() if status not in _OF_LINES},
        200: {
            "description": "A line of results for each line that is not blank, in their order: "
            "this is the schema of one.",
            **_documented(BatchResult.__name__),
        },
        422: PROBLEMS[422] | {"description": "There is no such kind, or no such parameter."},
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "description": "JSON, one value a line: this is the schema of one.",
            **_documented(BatchLine.__name__, examples=_EXAMPLES),
        }
    },
)
async def batch(
    request: Request,
    kind: Annotated[
        str | None,
        Query(
            description="The kind of all lines. Each is then a request of this kind alone; its "
            "members `id`, `name`, `source`, `note` and `best` are about it.",
        ),
        WithJsonSchema({"type": "string", "enum": list(KINDS)}),
    ] = None,
) -> Response:
    """Answer the lines of a batch, each as it would be answered alone.

    Results are sent as they come, in the order of the lines, while the batch may still be
    arriving. A line with a defect, or with which something goes wrong, has a result with a
    `problem`, and the others go on: the status of the whole is 200.
    """
    # Of two kinds neither is taken: together they are none.
    kind = ", ".join(request.query_params.getlist("kind")) or kind
    if kind is not None and kind not in KINDS:
        raise ProblemError(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "unknown-kind",
            "There is no such kind",
            f"{shown(kind)}: {known_kinds(kind)}",
        )
    check_media_type(request, MEDIA_TYPES, "JSON lines", _HINT)
    return BatchResponse(request, None if kind is None else KINDS[kind])
