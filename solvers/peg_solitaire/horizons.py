"""Problems without a goal, step by step: so many jumps, then one more or one less.

The time-free program gives the first horizon that is possible at all, and it is often the answer.
"""

from __future__ import annotations

from collections.abc import Callable

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from models.peg_solitaire.programs import fewest_left_program, fools_program, time_free_program
from solvers.claims import Claim
from solvers.highs import Session
from solvers.matrix import Matrix
from solvers.peg_solitaire.greedy import greedy_play
from solvers.peg_solitaire.race import race
from solvers.peg_solitaire.results import found, least
from solvers.peg_solitaire.runs import Run, Runs
from solvers.result import Result, Stop, StoppedError

TIME_FREE_QUESTIONS = 400
"""Questions of HiGHS's after which the bound of the time-free program is taken as it is."""


def shortest_stuck(problem: Problem, runs: Runs, backend: str) -> Result[Play]:
    """Find the fewest jumps that end stuck: horizon by horizon, from the least possible one up."""

    def attempt(horizon: int) -> Run:
        return runs.feasible(lambda pause: fools_program(problem, horizon, pause))

    return _step(problem, runs, backend, attempt, step=1)


def fewest_left(problem: Problem, runs: Runs, backend: str, *, parallel: bool) -> Result[Play]:
    """Find a play that leaves the fewest pegs: from the most jumps possible down.

    Parameters
    ----------
    problem
        The problem.
    runs
        Runs the programs.
    backend
        The name of the backend.
    parallel
        Whether the programs with several jumps a layer take part.
    """

    def attempt(horizon: int) -> Run:
        if parallel:
            return race(
                runs,
                lambda layers, pause: fewest_left_program(problem, horizon, layers, pause),
                horizon,
            )
        return runs.feasible(lambda pause: fewest_left_program(problem, horizon, None, pause))

    return _step(problem, runs, backend, attempt, step=-1)


def _step(
    problem: Problem, runs: Runs, backend: str, attempt: Callable[[int], Run], step: int
) -> Result[Play]:
    """Try one horizon after the other; a greedy play is what is known until one is found."""
    known = greedy_play(problem)

    def result(play: Play, horizon: int | None, stop: Stop) -> Result[Play]:
        # Before a horizon is known the result says what is known of any play.
        bound = horizon
        if problem.kind is Kind.FEWEST_LEFT and horizon is not None:
            bound = problem.start.bit_count() - horizon
        return found(problem, play, bound, backend, stop, runs.stats())

    if runs.budget.listened_to:
        runs.budget.watch.improved(result(known, None, Stop.COMPLETED))
    try:
        horizon = _first_horizon(problem, runs)
    except StoppedError as stopped:
        return result(known, None, stopped.stop)
    stop = runs.budget.stopped()
    if stop is not None:
        return result(known, horizon, stop)
    while horizon != len(known.jumps):
        run = attempt(horizon)
        if run.play is not None:
            return result(run.play, horizon, Stop.COMPLETED)
        if run.claim is not Claim.INFEASIBLE:
            return result(known, horizon, run.stop)
        horizon += step
    return result(known, horizon, Stop.COMPLETED)


def _first_horizon(problem: Problem, runs: Runs) -> int:
    """Return how many jumps a play has at least or at most, by the time-free program.

    Raises
    ------
    StoppedError
        If it is time to stop before it was asked. What it says when it is stopped holds.
    """
    fools = problem.kind is Kind.FOOLS
    trivial = least(problem) if fools else problem.start.bit_count() - least(problem)
    program = time_free_program(problem, runs.budget.pause)
    matrix = Matrix.of(program.problem, runs.budget.pause)
    if not problem.board.jumps or runs.budget.work_left == 0:
        return trivial
    cost = matrix.cost(program.goals[0].expression)
    session = Session(matrix, whole=True)
    branched = session.branch(cost, runs.budget, questions=TIME_FREE_QUESTIONS)
    if branched.bound is None:
        return trivial
    # Both programs maximise: Fool's the jumps negated.
    return max(trivial, -branched.bound) if fools else min(trivial, branched.bound)
