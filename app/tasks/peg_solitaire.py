"""What a worker does for a request about peg solitaire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.answered import Answered, answered_by, as_json
from app.answers.peg_solitaire import solve_answer
from app.schemas.peg_solitaire.asked import SolveRequest
from app.tasks.stopping import Stopping
from app.workers.work import Work
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem, problem_from
from solvers.peg_solitaire.registry import BACKENDS
from solvers.peg_solitaire.solve import solve, verified
from solvers.result import Result
from solvers.watch import Watch


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


class _Reporting(Stopping):
    """Passes on each better answer as well, once it is verified."""

    listens = True

    def __init__(self, work: Work, problem: Problem, report: Callable[[bytes], None]) -> None:
        super().__init__(work)
        self._problem = problem
        self._queue_seconds = work.queue_seconds
        self._report = report

    def improved(self, result: Result[Play]) -> None:
        checked = verified(BACKENDS[result.backend], self._problem, result)
        self._report(as_json(solve_answer(self._problem, checked, self._queue_seconds)))


def _watch(work: Work, problem: Problem) -> Watch:
    return Stopping(work) if work.report is None else _Reporting(work, problem, work.report)


def solve_peg_solitaire(work: Work, request: SolveRequest) -> Answered:
    """Solve, verify, and write the answer."""
    problem = request.problem
    limits = replace(request.limits, watch=_watch(work, problem))
    result = solve(problem, request.backend, limits)
    return answered_by(solve_answer(problem, result, work.queue_seconds))
