"""What a worker does for a request about Rummikub."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.answered import Answered, answered_by
from app.answers.rummikub import (
    check_answer,
    cross_check_answer,
    model_answer,
    partition_answer,
    partition_stopped,
    solve_answer,
)
from app.schemas.rummikub.asked import CheckRequest, ModelRequest, PartitionRequest, SolveRequest
from app.tasks.stopping import Stopping, watching
from app.workers.work import Work
from models.rummikub.move import Move
from models.rummikub.objective import Term
from models.rummikub.position import Position, position_from
from models.rummikub.programs import PROGRAMS
from solvers.crosscheck import Opinion
from solvers.result import Result, Status
from solvers.rummikub.bitmask import LimitReachedError, partition
from solvers.rummikub.crosscheck import cross_check
from solvers.rummikub.registry import BACKENDS
from solvers.rummikub.solve import solve, verified


def canned_position() -> Position:
    """Return a small position whose best move is known: all three tiles can be played."""
    return position_from({"hand": "B10 K10 J", "table": ["R7-13"]})


CANNED_TILES = 3


def warm_up() -> None:
    """Have every backend solve something small."""
    for name in BACKENDS:
        solve(canned_position(), (Term.TILES,), name)


def solve_rummikub(work: Work, request: SolveRequest) -> Answered:
    """Solve, verify, and write the answer."""
    position = request.position

    def write(result: Result[Move]) -> dict[str, Any]:
        checked = verified(BACKENDS[result.backend], position, result)
        return solve_answer(position, checked, work.queue_seconds)

    limits = replace(request.limits, watch=watching(work, write))
    result = solve(position, request.objective, request.backend, limits, request.options)
    answer = solve_answer(position, result, work.queue_seconds)
    if request.cross_check:
        given = Opinion(request.backend, result)
        checked = cross_check(position, request.objective, limits, given=given)
        answer["cross_check"] = cross_check_answer(position, checked)
    return answered_by(answer)


def cross_check_rummikub(work: Work, request: SolveRequest) -> Answered:
    """Have the exact backends answer, and write whether they agree."""
    limits = replace(request.limits, watch=Stopping(work))
    checked = cross_check(request.position, request.objective, limits)
    return answered_by(cross_check_answer(request.position, checked))


def partition_rummikub(work: Work, request: PartitionRequest) -> Answered:
    """Cut tiles into sets and write the cut."""
    limits = replace(request.limits, watch=Stopping(work))
    try:
        found = partition(request.tiles, request.rules, whole=request.whole, limits=limits)
    except LimitReachedError as reached:
        return answered_by(partition_stopped(reached.stop, reached.states))
    status = Status.OPTIMAL if found.possible else Status.INFEASIBLE
    return answered_by(partition_answer(found, status))


def check_rummikub(_: Work, request: CheckRequest) -> Answered:
    """Check tables and write the verdict."""
    return answered_by(check_answer(request))


def model_rummikub(_: Work, request: ModelRequest) -> Answered:
    """Write a program and the facts about it."""
    program = PROGRAMS[request.program](request.position, request.objective)
    return answered_by(model_answer(request, program))


def model_file(_: Work, request: ModelRequest) -> Answered:
    """Write a program as the text of a file."""
    program = PROGRAMS[request.program](request.position, request.objective)
    return Answered(program.write(request.format).encode())
