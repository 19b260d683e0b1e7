"""``/v1/rummikub/…``: solve, check, model."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import PlainTextResponse, Response

from app.body import body_documentation, body_of
from app.problems import ProblemError, internal_fault
from app.schemas import examples
from app.schemas.problem import Problem
from app.schemas.rummikub import (
    CheckAnswer,
    CheckBody,
    CheckRequest,
    ModelAnswer,
    ModelBody,
    ModelRequest,
    SolveAnswer,
    SolveBody,
    SolveRequest,
)
from app.settings import Settings
from app.tasks import check_rummikub, model_rummikub, solve_rummikub
from app.workers import DeadlineError, TaskError, WorkerDiedError, WorkerPool
from models.rummikub.notation import tile_codes

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": description}
    for status, description in (
        (400, "The body is not JSON."),
        (413, "The body is too large."),
        (415, "The body is not announced as JSON."),
        (422, "The request makes no sense; every defect is listed."),
        (500, "A fault of the service; it is logged under the incident's number."),
        (504, "The worker overran its time limit and was stopped."),
    )
}

router = APIRouter(prefix="/v1/rummikub", tags=["rummikub"], responses=_PROBLEMS)


@router.post(
    "/solve",
    summary="The best legal move, proven",
    response_model=SolveAnswer,
    openapi_extra=body_documentation(SolveBody, examples.SOLVE),
)
async def solve(
    request: Request, asked: Annotated[SolveRequest, Depends(body_of(SolveBody))]
) -> Response:
    """Find the best move for a hand and a table, and prove that it is the best.

    A time limit that is reached answers 200 with the best move found so far (`feasible`), or with
    none (`no_answer`): it never reads as "no move".
    """
    settings: Settings = request.app.state.settings
    if asked.limits.seconds is None:
        asked = replace(asked, limits=replace(asked.limits, seconds=settings.default_seconds))
    seconds = (asked.limits.seconds or 0) + settings.grace_seconds
    return await _in_worker(request, solve_rummikub, asked, seconds, asked.position.to_json())


@router.post(
    "/check",
    summary="Is this table, or this move, legal?",
    response_model=CheckAnswer,
    openapi_extra=body_documentation(CheckBody, examples.CHECK),
)
async def check(
    request: Request, asked: Annotated[CheckRequest, Depends(body_of(CheckBody))]
) -> Response:
    """Name every violation of the rules on a table, or in a move from one table to another."""
    seconds = request.app.state.settings.default_seconds
    context = {place: tile_codes(tiles) for place, tiles in asked.table.items()}
    return await _in_worker(request, check_rummikub, asked, seconds, context)


@router.post(
    "/model",
    summary="The integer program of a position, as a file",
    response_model=ModelAnswer,
    openapi_extra=body_documentation(ModelBody, examples.MODEL),
)
async def model(
    request: Request, asked: Annotated[ModelRequest, Depends(body_of(ModelBody))]
) -> Response:
    """Write the program of a position as LP or MPS, to be read or fed to another solver.

    With `Accept: text/plain` the answer is the file itself.
    """
    seconds = request.app.state.settings.default_seconds
    answer = await _in_worker(request, model_rummikub, asked, seconds, asked.position.to_json())
    if "text/plain" in request.headers.get("accept", ""):
        return PlainTextResponse(json.loads(bytes(answer.body))["content"])
    return answer


async def _in_worker(
    request: Request, task: Callable[..., bytes], asked: object, seconds: float, context: object
) -> Response:
    """Have a worker answer, and turn what can go wrong there into problems."""
    pool: WorkerPool = request.app.state.pool
    try:
        document = await pool.run(task, asked, seconds=seconds)
    except DeadlineError as error:
        raise ProblemError(
            HTTPStatus.GATEWAY_TIMEOUT,
            "deadline-overrun",
            "The solve overran its time limit",
            f"the worker gave {error}, its limit and the grace after it, and was stopped",
        ) from None
    except WorkerDiedError as error:
        raise internal_fault(f"the worker died ({error})", context) from None
    except TaskError:
        raise internal_fault("the worker failed", context) from None
    return Response(document, media_type="application/json")
