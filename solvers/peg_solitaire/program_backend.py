"""What the integer-program backends share: the quick tests, then a run, then a result."""

from __future__ import annotations

from collections.abc import Callable

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from solvers.claims import Claim
from solvers.peg_solitaire.impossible import why_impossible
from solvers.peg_solitaire.results import found, impossible, nothing_known
from solvers.peg_solitaire.runs import Run, Runs
from solvers.result import Result, StoppedError

type Look = Callable[[Problem, Runs], Run]
"""Looks for a play to the goal of a problem."""


def reach(problem: Problem, runs: Runs, backend: str, look: Look) -> Result[Play]:
    """Find a play to the goal, unless a quick test says that there is none.

    Parameters
    ----------
    problem
        A problem with a goal.
    runs
        Runs the programs.
    backend
        The name of the backend.
    look
        Looks for a play once the tests have found nothing.
    """
    run = looked_for(problem, runs, backend, look)
    if isinstance(run, Result):
        return run
    if run.play is not None:
        return found(problem, run.play, None, backend, stats=runs.stats())
    if run.claim is Claim.INFEASIBLE:
        # HiGHS has proven it, and there is nothing that others could check.
        return impossible(problem, None, backend, runs.stats())
    return nothing_known(problem, backend, run.stop, runs.stats())


def looked_for(problem: Problem, runs: Runs, backend: str, look: Look) -> Run | Result[Play]:
    """Make the quick tests and look for a play; a result is final, a run is what was found."""
    try:
        certificate = why_impossible(problem, runs.budget)
    except StoppedError as stopped:
        return nothing_known(problem, backend, stopped.stop, runs.stats())
    if certificate is not None:
        return impossible(problem, certificate, backend, runs.stats())
    return look(problem, runs)
