"""Long-hop: any play first, then the program that counts moves."""

from __future__ import annotations

from models.peg_solitaire.play import Play, count
from models.peg_solitaire.problem import Problem
from models.peg_solitaire.programs import long_hop_program
from solvers.claims import Claim
from solvers.lexicographic import Method, Outcome, solve
from solvers.peg_solitaire.results import found, impossible, nothing_known
from solvers.peg_solitaire.runs import Run, Runs
from solvers.result import Result, Stop, StoppedError


def fewest_moves(problem: Problem, runs: Runs, backend: str, run: Run) -> Result[Play]:
    """Find a play to the goal in the fewest moves.

    Parameters
    ----------
    problem
        The problem.
    runs
        Runs the programs.
    backend
        The name of the backend.
    run
        What came of looking for any play to the goal.
    """
    if run.claim is Claim.INFEASIBLE:
        return impossible(problem, None, backend, runs.stats())
    if run.play is None:
        return nothing_known(problem, backend, run.stop, runs.stats())
    best = run.play
    # The first move takes a peg, and so does every other.
    least = 1 if best.jumps else 0

    def result(bound: int, stop: Stop = Stop.COMPLETED) -> Result[Play]:
        return found(problem, best, bound, backend, stop, runs.stats())

    def note(outcome: Outcome) -> None:
        nonlocal best
        if outcome.point is not None:
            play = program.decode(outcome.point.tolist())
            if count(problem, play) < count(problem, best):
                best = play
                runs.budget.watch.improved(result(bound_of(outcome)))

    def bound_of(outcome: Outcome) -> int:
        stage = outcome.stages[0] if outcome.stages else None
        known = None if stage is None or stage.bound is None else stage.goal.value(stage.bound)
        return max(least, known or 0)

    if runs.budget.listened_to:
        runs.budget.watch.improved(result(least))
    if not best.jumps:
        return result(least)
    try:
        program = long_hop_program(problem, runs.budget.pause)
        listener = note if runs.budget.listened_to else None
        outcome = solve(program, runs.budget, Method.BRANCH, listener)
    except StoppedError as stopped:
        return result(least, stopped.stop)
    note(outcome)
    return result(bound_of(outcome), outcome.stop)
