"""What a worker does for a request: functions of this module, called in another process."""

from __future__ import annotations

import json
from typing import Any

from app.answers import (
    check_answer,
    cross_check_answer,
    model_answer,
    partition_answer,
    partition_stopped,
    solve_answer,
)
from app.schemas.rummikub import CheckRequest, ModelRequest, PartitionRequest, SolveRequest
from models.rummikub.objective import Term
from models.rummikub.position import Position, position_from
from models.rummikub.programs import PROGRAMS
from solvers.result import Status
from solvers.rummikub.bitmask import LimitReachedError, partition
from solvers.rummikub.crosscheck import Opinion, cross_check
from solvers.rummikub.registry import BACKENDS
from solvers.rummikub.solve import solve


def canned_position() -> Position:
    """Return a small position whose best move is known: all three tiles can be played."""
    return position_from({"hand": "B10 K10 J", "table": ["R7-13"]})


CANNED_TILES = 3


def warm_up() -> None:
    """Do once what makes the first request of a process slow: imports, caches, HiGHS."""
    for name in BACKENDS:
        solve(canned_position(), (Term.TILES,), name)


def solve_rummikub(queue_seconds: float, request: SolveRequest) -> bytes:
    """Solve, verify, and write the answer as JSON."""
    position = request.position
    result = solve(position, request.objective, request.backend, request.limits)
    answer = solve_answer(position, result, queue_seconds)
    if request.cross_check:
        given = Opinion(request.backend, result)
        checked = cross_check(position, request.objective, request.limits, given=given)
        answer["cross_check"] = cross_check_answer(position, checked)
    return _json(answer)


def cross_check_rummikub(_: float, request: SolveRequest) -> bytes:
    """Have all backends answer, and write whether they agree as JSON."""
    checked = cross_check(request.position, request.objective, request.limits)
    return _json(cross_check_answer(request.position, checked))


def partition_rummikub(_: float, request: PartitionRequest) -> bytes:
    """Cut tiles into sets and write the cut as JSON."""
    try:
        found = partition(request.tiles, request.rules, whole=request.whole, limits=request.limits)
    except LimitReachedError as reached:
        return _json(partition_stopped(reached.stop, reached.states))
    status = Status.OPTIMAL if found.possible else Status.INFEASIBLE
    return _json(partition_answer(found, status))


def check_rummikub(_: float, request: CheckRequest) -> bytes:
    """Check tables and write the verdict as JSON."""
    return _json(check_answer(request))


def model_rummikub(_: float, request: ModelRequest) -> bytes:
    """Write a program and the facts about it as JSON."""
    program = PROGRAMS[request.program](request.position, request.objective)
    return _json(model_answer(request, program))


def model_file(_: float, request: ModelRequest) -> bytes:
    """Write a program as the text of a file."""
    program = PROGRAMS[request.program](request.position, request.objective)
    return program.write(request.format).encode()


def _json(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
