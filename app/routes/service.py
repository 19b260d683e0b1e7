"""What the service says about itself: health, version, limits, backends."""

from __future__ import annotations

import json
import platform
from http import HTTPStatus
from importlib.metadata import version as installed

from fastapi import APIRouter, Request

from app.problems import ProblemError
from app.schemas.problem import Problem
from app.schemas.rummikub import SolveRequest
from app.schemas.service import BackendAnswer, Health, LimitsAnswer, Version
from app.settings import Settings
from app.tasks import CANNED_TILES, canned_position, solve_rummikub
from app.workers import DeadlineError, TaskError, WorkerDiedError, WorkerPool
from models.rummikub.objective import Term
from solvers.result import Limits
from solvers.rummikub.registry import AUTO, BACKENDS

router = APIRouter(tags=["service"])

_CANNED_SECONDS = 5.0


@router.get("/live", summary="Is the process alive?")
async def live() -> Health:
    """Answer as long as the event loop runs."""
    return Health(status="alive")


@router.get(
    "/ready",
    summary="Is the service ready for requests?",
    responses={503: {"model": Problem, "description": "Not yet, or not any more."}},
)
async def ready(request: Request) -> Health:
    """Have a real worker solve a small position whose best move is known."""
    pool: WorkerPool = request.app.state.pool
    not_ready = ProblemError(
        HTTPStatus.SERVICE_UNAVAILABLE, "not-ready", "Not ready", "the workers are warming up"
    )
    if not pool.ready:
        raise not_ready
    asked = SolveRequest(canned_position(), (Term.TILES,), AUTO, Limits(_CANNED_SECONDS))
    try:
        document = await pool.run(solve_rummikub, asked, seconds=_CANNED_SECONDS)
    except (DeadlineError, WorkerDiedError, TaskError) as error:
        not_ready.detail = f"a position with a known answer was not solved: {type(error).__name__}"
        raise not_ready from error
    if json.loads(document)["objective"][0]["value"] != CANNED_TILES:
        not_ready.detail = "a position with a known answer was answered wrongly"
        raise not_ready
    return Health(status="ready")


@router.get("/version", summary="Which versions are running?")
async def version() -> Version:
    """Name the versions that answers depend on."""
    return Version(
        meldwise=installed("meldwise"),
        highs=installed("highspy"),
        pulp=installed("pulp"),
        python=platform.python_version(),
    )


@router.get("/v1/limits", summary="Every limit in force")
async def limits(request: Request) -> LimitsAnswer:
    """Say how long a solve may take and how large a request may be."""
    settings: Settings = request.app.state.settings
    return LimitsAnswer(
        default_seconds=settings.default_seconds,
        max_seconds=settings.max_seconds,
        max_body_bytes=settings.max_body_bytes,
        workers=settings.workers,
    )


@router.get("/v1/backends", summary="The backends and what they support")
async def backends() -> list[BackendAnswer]:
    """List the backends from the registry, in the order ``auto`` tries them."""
    return [
        BackendAnswer(
            game="rummikub",
            name=backend.name,
            summary=backend.summary,
            exact=backend.exact,
            terms=[term for term in Term if term in backend.terms],
        )
        for backend in BACKENDS.values()
    ]
