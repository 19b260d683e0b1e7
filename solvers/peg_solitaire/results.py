"""What every backend does with what it found: count it, and say what is proven."""

from __future__ import annotations

from models.peg_solitaire.certificate import Certificate
from models.peg_solitaire.play import Play, count
from models.peg_solitaire.problem import Kind, Problem
from solvers.result import Result, Stats, Status, Stop, TermResult


def least(problem: Problem) -> int:
    """Return a bound that is known before anything is solved.

    Parameters
    ----------
    problem
        The problem.

    Returns
    -------
    int
        What is counted (:attr:`Kind.counts`) is this much at least, if there is a play at all.
    """
    pegs = problem.start.bit_count()
    match problem.kind:
        case Kind.REACH:
            # Each jump takes a peg away; goals with more pegs are found out elsewhere.
            return max(0, problem.jumps_needed or 0)
        case Kind.LONG_HOP:
            return 0 if problem.start == problem.goal else 1
        case Kind.FOOLS:
            return 0 if problem.board.is_stuck(problem.start) else 1
        case Kind.FEWEST_LEFT:
            # No jump takes the last peg.
            return pegs if problem.board.is_stuck(problem.start) else 1


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
        What is counted (:attr:`Kind.counts`) can't be less; ``None`` if no more is known than
        :func:`least`. All plays to a goal have as many jumps, so for ``reach`` it is not asked.
    backend
        The name of the backend.
    stop
        Why it stopped; ``completed`` if that is a proof.
    stats
        Time and work.
    """
    value = count(problem, play)
    bound = max(bound or 0, least(problem))
    optimal = bound >= value
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
    """Make the result of a backend that stopped before it had a play; bounds as :func:`found`."""
    terms = (TermResult(problem.kind.counts, None, max(bound or 0, least(problem))),)
    return Result(Status.NO_ANSWER, stop, None, terms, backend, stats or Stats())
