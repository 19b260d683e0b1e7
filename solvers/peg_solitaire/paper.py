"""``paper``: the program of Jefferson, Miguel, Miguel & Tarim (2006), as printed."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from models.peg_solitaire.programs import paper_program
from solvers.lexicographic import Method, solve
from solvers.peg_solitaire.results import found, impossible, nothing_known
from solvers.result import Budget, Limits, Result, Stats, StoppedError


@dataclass(frozen=True, slots=True)
class Paper:
    """The backend; see :class:`solvers.peg_solitaire.backend.Backend` for the attributes."""

    name: str = "paper"
    summary: str = "integer program of Jefferson, Miguel, Miguel & Tarim (2006) as printed; HiGHS"
    exact: bool = True
    kinds: frozenset[Kind] = field(default=frozenset({Kind.REACH}))

    def refusal(self, problem: Problem) -> str | None:
        """Refuse goals with more pegs than the start: the program has a step for each that goes."""
        if (problem.jumps_needed or 0) < 0:
            return "paper needs a goal with no more pegs than the start"
        return None

    def solve(self, problem: Problem, limits: Limits) -> Result[Play]:
        """Find a play within the limits: one that leaves all pegs of the goal is one to it."""
        budget = Budget(limits)
        started = time.perf_counter()
        try:
            program = paper_program(problem, budget.pause)
            built = time.perf_counter()
            outcome = solve(program, budget, Method.BRANCH)
        except StoppedError as stopped:
            stats = Stats(build_seconds=time.perf_counter() - started)
            return nothing_known(problem, self.name, stopped.stop, stats)
        stats = Stats(
            build_seconds=built - started,
            solve_seconds=time.perf_counter() - built,
            rows=outcome.matrix.rows,
            columns=outcome.matrix.columns,
            nodes=budget.spent,
        )
        if outcome.point is not None:
            play = program.decode(outcome.point.tolist())
            if play.end(problem.start) == problem.goal:
                return found(problem, play, None, self.name, stats=stats)
        wanted = (problem.goal or 0).bit_count()
        bound = outcome.stages[0].bound if outcome.stages else None
        if outcome.infeasible or (bound is not None and bound < wanted):
            return impossible(problem, None, self.name, stats)
        return nothing_known(problem, self.name, outcome.stop, stats)


PAPER = Paper()
