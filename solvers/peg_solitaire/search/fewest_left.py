"""How few pegs can be left.

Beams look for long plays. One peg is the best there can be; whether it can be is asked of the quick
tests, for every hole. If that does not settle it, every position is looked at: the last level with
any position in it tells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from models.peg_solitaire.board import moved
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.greedy import greedy_play
from solvers.peg_solitaire.impossible import why_impossible
from solvers.peg_solitaire.search.any_play import CHOICES, NARROW, WIDER, WIDEST
from solvers.peg_solitaire.search.bounded import Bounded
from solvers.peg_solitaire.search.levels import Levels
from solvers.peg_solitaire.search.task import keeping, make_task
from solvers.peg_solitaire.search.trace import trace
from solvers.peg_solitaire.search.words import Counting
from solvers.result import Budget, StoppedError


def fewest_left(problem: Problem, budget: Budget, report: Callable[[Bounded], None]) -> Bounded:
    """Find a play that leaves the fewest pegs.

    Parameters
    ----------
    problem
        The problem; its goal is not looked at.
    budget
        Limits.
    report
        Told of each better play, and of what is known then.
    """
    best = Bounded(greedy_play(problem), 1)
    report(best)
    try:
        bound = 1
        width = NARROW
        while width <= WIDEST:
            for choice in CHOICES[1:3]:
                play, whole = _longest(problem, budget, width, choice.freedom)
                if _left(problem, play) < _left(problem, best.play):
                    best = Bounded(play, bound)
                    report(best)
                if whole or _left(problem, best.play) <= bound:
                    return Bounded(best.play, _left(problem, best.play))
            if width == NARROW and not _one_is_possible(problem, budget):
                bound = 2
                best = Bounded(best.play, bound)
                if _left(problem, best.play) <= bound:
                    return best
            width *= WIDER
        play, _ = _longest(problem, budget, None, 0)
        return Bounded(play, _left(problem, play))
    except StoppedError as stopped:
        return Bounded(best.play, best.bound, stopped.stop)


def _left(problem: Problem, play: Play | None) -> int:
    return problem.start.bit_count() - (0 if play is None else len(play.jumps))


def _one_is_possible(problem: Problem, budget: Budget) -> bool:
    """Whether the quick tests leave a hole in which a single peg could end."""
    board = problem.board
    alike = keeping(board, problem.start)
    for hole in range(board.size):
        goal = 1 << hole
        if min(moved(goal, turn) for turn in alike) < goal:
            continue
        single = replace(problem, kind=Kind.REACH, goal=goal)
        if why_impossible(single, budget) is None:
            return True
    return False


def _longest(
    problem: Problem, budget: Budget, width: int | None, freedom: int
) -> tuple[Play, bool]:
    """Go on for as long as there are jumps, with the best positions of each level or with all.

    Returns
    -------
    tuple[Play, bool]
        The longest play, and whether every position was looked at.

    Raises
    ------
    StoppedError
        If a limit is reached first, or there is no room for what is kept.
    """
    board = problem.board
    symmetries = keeping(board)
    task = make_task(board, symmetries, centred=True)
    levels = Levels(task, Counting.NOTHING, budget)
    made = [levels.first(problem.start)]
    whole, held = True, 1
    while True:
        level, _ = levels.after(made[-1], held)
        if not len(level.pegs):
            break
        best = level if width is None else levels.best(level, width, freedom)
        whole = whole and best is level
        made.append(best)
        held += len(best.pegs)
    return trace(board, symmetries, task, Counting.NOTHING, made, 0, problem.start), whole
