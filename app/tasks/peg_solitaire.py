"""What a worker does for a request about peg solitaire."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.answered import Answered, answered_by
from app.answers.peg_solitaire import solve_answer
from app.schemas.peg_solitaire.asked import SolveRequest
from app.tasks.stopping import watching
from app.workers.work import Work
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem, problem_from
from solvers.peg_solitaire.registry import BACKENDS
from solvers.peg_solitaire.solve import solve, verified
from solvers.result import Result


def warm_up() -> None:
    """Have every backend solve something small, of every kind that it takes."""
    for name, backend in BACKENDS.items():
        for kind in sorted(backend.kinds):
            solve(canned_problem(kind), name)


def canned_problem(kind: Kind) -> Problem:
    """Return a small problem: the corner of a triangle of six holes, which one peg can end in."""
    asked = {"board": ["o", "oo", "ooo"], "directions": "triangular", "problem": kind}
    goal = {"goal": ["o", "..", ".o."]} if kind.has_goal else {}
    return problem_from(asked | {"start": [0, 0]} | goal)


def solve_peg_solitaire(work: Work, request: SolveRequest) -> Answered:
    """Solve, verify, and write the answer."""
    problem = request.problem

    def write(result: Result[Play]) -> dict[str, Any]:
        checked = verified(BACKENDS[result.backend], problem, result)
        return solve_answer(problem, checked, work.queue_seconds)

    limits = replace(request.limits, watch=watching(work, write))
    result = solve(problem, request.backend, limits)
    return answered_by(solve_answer(problem, result, work.queue_seconds))
