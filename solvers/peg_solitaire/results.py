"""What every backend does with what it found: count it, and say what is proven."""

from __future__ import annotations

from models.peg_solitaire.certificate import Certificate
from models.peg_solitaire.play import Play, count
from models.peg_solitaire.problem import Kind, Problem
from solvers.result import Result, Stats, Status, Stop, TermResult


def found(
    problem: Problem,
    play: Play,
    bound: int | None,
    backend: str,
    stop: Stop = Stop.COMPLETED,
    stats: Stats | None = None,
) -> Result[Play]:
    """Make the result of a backend that has a play.

    Parameters
    ----------
    problem
        The problem.
    play
        A play that solves it, or the best known.
    bound
        What is counted (:attr:`Kind.counts`) can't be less; ``None`` if nothing is known. All plays
        to a goal have as many jumps, so for ``reach`` it is not asked.
    backend
        The name of the backend.
    stop
        Why it stopped; ``completed`` if that is a proof.
    stats
        Time and work.
    """
    value = count(problem, play)
    if problem.kind is Kind.REACH:
        bound = value
    optimal = bound is not None and bound >= value
    terms = (TermResult(problem.kind.counts, value, bound),)
    status = Status.OPTIMAL if optimal else Status.FEASIBLE
    stop = Stop.COMPLETED if optimal else stop
    return Result(status, stop, play, terms, backend, stats or Stats())


def impossible(
    problem: Problem, certificate: Certificate | None, backend: str, stats: Stats | None = None
) -> Result[Play]:
    """Make the result of a backend that has proven that there is no play."""
    terms = (TermResult(problem.kind.counts, None, None),)
    return Result(
        Status.INFEASIBLE,
        Stop.COMPLETED,
        None,
        terms,
        backend,
        stats or Stats(),
        certificate=certificate,
    )


def nothing_known(
    problem: Problem,
    backend: str,
    stop: Stop,
    stats: Stats | None = None,
    bound: int | None = None,
) -> Result[Play]:
    """Make the result of a backend that stopped before it had a play."""
    terms = (TermResult(problem.kind.counts, None, bound),)
    return Result(Status.NO_ANSWER, stop, None, terms, backend, stats or Stats())
