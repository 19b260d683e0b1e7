"""What the service says about itself: health, version, limits, backends."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict
from http import HTTPStatus
from importlib.metadata import version as installed

from fastapi import APIRouter, Request

from app.access.rates import Allowance
from app.backends import listed
from app.problems import ProblemError
from app.routes.route import Route
from app.schemas.limits import MOST_WORK
from app.schemas.problem import Problem
from app.schemas.rummikub.asked import SolveRequest
from app.schemas.service import BackendAnswer, Health, LimitsAnswer, Version, ranges
from app.settings import Settings
from app.tasks.rummikub import CANNED_TILES, canned_position, solve_rummikub
from app.workers import PoolError, WorkerPool
from models.defects import MOST_LISTED
from models.mahjong.rules import READER as MAHJONG
from models.peg_solitaire.boards import SPANS as BOARDS
from models.rummikub.objective import Term
from models.rummikub.rules import READER as RUMMIKUB
from solvers.result import Limits
from solvers.rummikub.registry import AUTO

router = APIRouter(tags=["service"], route_class=Route)

_CANNED_SECONDS = 5.0


@router.head("/live", include_in_schema=False)
@router.get("/live", summary="Is the process alive?")
async def live() -> Health:
    """Answer as long as the event loop runs."""
    return Health(status="alive")


@router.head("/ready", include_in_schema=False)
@router.get(
    "/ready",
    summary="Is the service ready for requests?",
    responses={503: {"model": Problem, "description": "Not yet, or not any more."}},
)
async def ready(request: Request) -> Health:
    """Have a real worker solve a small position whose best move is known.

    While all workers are at work, that is proof enough: nothing waits behind them.
    """
    pool: WorkerPool = request.app.state.pool
    if not pool.ready:
        raise _not_ready("no worker is warm yet")
    if not pool.idle:
        return Health(status="ready")
    asked = SolveRequest(canned_position(), (Term.TILES,), AUTO, Limits(_CANNED_SECONDS))
    try:
        answered = await pool.run(solve_rummikub, asked, seconds=_CANNED_SECONDS)
    except PoolError as error:
        detail = f"a position with a known answer was not solved: {type(error).__name__}"
        raise _not_ready(detail) from error
    if json.loads(answered.document)["objective"][0]["value"] != CANNED_TILES:
        raise _not_ready("a position with a known answer was answered wrongly")
    return Health(status="ready")


def _not_ready(detail: str) -> ProblemError:
    return ProblemError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "not-ready",
        "Not ready",
        detail,
        headers={"Retry-After": "1"},
    )


@router.head("/version", include_in_schema=False)
@router.get("/version", summary="Which versions are running?")
async def version() -> Version:
    """Name the versions that answers depend on."""
    return Version(
        meldwise=installed("meldwise"),
        highs=installed("highspy"),
        pulp=installed("pulp"),
        python=platform.python_version(),
    )


@router.head("/v1/limits", include_in_schema=False)
@router.get("/v1/limits", summary="Every limit in force")
async def limits(request: Request) -> LimitsAnswer:
    """Say how long a solve may take, how large a request may be, how much a caller may ask."""
    settings: Settings = request.app.state.settings
    allowance: Allowance = request.state.allowance
    set_ = {name: value for name, value in settings if name in LimitsAnswer.model_fields}
    return LimitsAnswer(
        **set_ | asdict(allowance),
        max_work=MOST_WORK,
        defects_listed=MOST_LISTED,
        rules=ranges(RUMMIKUB.spans),
        mahjong_rules=ranges(MAHJONG.spans),
        peg_solitaire_boards=ranges(BOARDS),
    )


@router.head("/v1/backends", include_in_schema=False)
@router.get("/v1/backends", summary="The backends and what they support")
async def backends() -> list[BackendAnswer]:
    """List the backends that a request can name, beside ``auto``, with what each supports."""
    return listed()
