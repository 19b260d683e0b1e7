"""``/v1/rummikub/…``: solve, cross-check, partition, check, model."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from app.accept import prefers_text
from app.body import body_documentation, body_of
from app.schemas import examples
from app.schemas.problem import Problem
from app.schemas.rummikub import (
    CheckBody,
    CheckRequest,
    CrossCheckBody,
    ModelBody,
    ModelRequest,
    PartitionBody,
    PartitionRequest,
    SolveBody,
    SolveRequest,
)
from app.schemas.rummikub_answers import (
    CheckAnswer,
    CrossCheckAnswer,
    ModelAnswer,
    PartitionAnswer,
    SolveAnswer,
)
from app.settings import Settings
from app.tasks import (
    check_rummikub,
    cross_check_rummikub,
    model_file,
    model_rummikub,
    partition_rummikub,
    solve_rummikub,
)
from app.working import in_worker
from models.rummikub.notation import tile_codes
from solvers.rummikub.registry import BACKENDS

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": description}
    for status, description in (
        (400, "The body is not JSON."),
        (413, "The body is too large."),
        (415, "The body is not announced as JSON."),
        (422, "The request makes no sense; every defect is listed."),
        (500, "A fault of the service; it is logged under the incident's number."),
        (503, "No worker became free in time, or the service is stopping."),
        (504, "The worker did not answer in time and was stopped."),
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
    asked, seconds = _timed(request, asked, 1 + asked.cross_check * len(BACKENDS))
    document = await in_worker(request, solve_rummikub, asked, seconds, asked.position.to_json)
    return Response(document, media_type="application/json")


@router.post(
    "/cross-check",
    summary="Do all backends agree?",
    response_model=CrossCheckAnswer,
    openapi_extra=body_documentation(CrossCheckBody, examples.CROSS_CHECK),
)
async def cross_check(
    request: Request, asked: Annotated[SolveRequest, Depends(body_of(CrossCheckBody))]
) -> Response:
    """Have every backend that can take the request answer it, one after the other.

    The time limit holds for each of them.
    """
    asked, seconds = _timed(request, asked, len(BACKENDS))
    document = await in_worker(
        request, cross_check_rummikub, asked, seconds, asked.position.to_json
    )
    return Response(document, media_type="application/json")


@router.post(
    "/partition",
    summary="As many sets as tiles can be cut into",
    response_model=PartitionAnswer,
    openapi_extra=body_documentation(PartitionBody, examples.PARTITION),
)
async def partition(
    request: Request, asked: Annotated[PartitionRequest, Depends(body_of(PartitionBody))]
) -> Response:
    """Cut a hand into the most sets, or say whether a pool can be laid out whole.

    `flexibility` of the tiles that stay in hand after a move is what a player keeps for later.
    """
    asked, seconds = _timed(request, asked, 1)
    document = await in_worker(
        request, partition_rummikub, asked, seconds, lambda: tile_codes(asked.tiles)
    )
    return Response(document, media_type="application/json")


def _timed[Asked: (SolveRequest, PartitionRequest)](
    request: Request, asked: Asked, solves: int
) -> tuple[Asked, float]:
    """Give a request that names no time limit the default; return the worker's deadline too."""
    settings: Settings = request.app.state.settings
    limit = settings.default_seconds if asked.limits.seconds is None else asked.limits.seconds
    timed = replace(asked, limits=replace(asked.limits, seconds=limit))
    return timed, solves * limit + settings.grace_seconds


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
    document = await in_worker(
        request,
        check_rummikub,
        asked,
        seconds,
        lambda: {place: tile_codes(tiles) for place, tiles in asked.table.items()},
    )
    return Response(document, media_type="application/json")


@router.post(
    "/model",
    summary="The integer program of a position, as a file",
    response_model=ModelAnswer,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    openapi_extra=body_documentation(ModelBody, examples.MODEL),
)
async def model(
    request: Request, asked: Annotated[ModelRequest, Depends(body_of(ModelBody))]
) -> Response:
    """Write the program of a position as LP or MPS, to be read or fed to another solver.

    With `Accept: text/plain` the answer is the file itself.
    """
    seconds = request.app.state.settings.default_seconds
    text = prefers_text(request.headers.get("accept", ""))
    task = model_file if text else model_rummikub
    document = await in_worker(request, task, asked, seconds, asked.position.to_json)
    return Response(document, media_type="text/plain" if text else "application/json")
