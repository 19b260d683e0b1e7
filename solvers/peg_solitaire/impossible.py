"""The quick tests: why a goal can't be reached, in some milliseconds."""

from __future__ import annotations

from models.peg_solitaire.certificate import Certificate
from models.peg_solitaire.problem import Problem
from solvers.peg_solitaire.position_class import class_certificate
from solvers.peg_solitaire.time_free import counting_certificate
from solvers.result import Budget


def why_impossible(problem: Problem, budget: Budget) -> Certificate | None:
    """Look for a certificate that a goal can't be reached.

    First the position class, then the time-free system: its relaxation, and then whole numbers.

    Parameters
    ----------
    problem
        The problem; one without a goal can always be played.
    budget
        Limits.

    Returns
    -------
    Certificate | None
        ``None`` if none was found, which says nothing.

    Raises
    ------
    StoppedError
        If it is time to stop.
    """
    if problem.goal is None:
        return None
    certificate = class_certificate(problem.board, problem.start, problem.goal)
    return certificate or counting_certificate(problem, budget)
