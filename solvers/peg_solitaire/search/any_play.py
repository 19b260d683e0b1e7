"""Any play to a goal: beams, each wider than the last, and at last every position.

A beam goes from level to level and keeps the best positions of each: those with their pegs near the
goal, or near the middle of the board, and with many jumps to make. One that never had to leave
anything out has seen every position, which proves that the goal can't be reached.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.peg_solitaire.certificate import Certificate, Exhaustion, Pagoda
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from solvers.peg_solitaire.impossible import why_impossible
from solvers.peg_solitaire.position_class import class_certificate
from solvers.peg_solitaire.search.levels import Levels
from solvers.peg_solitaire.search.task import Distance, keeping, make_task, squares, steps
from solvers.peg_solitaire.search.trace import trace
from solvers.peg_solitaire.search.words import Counting
from solvers.result import Budget, Stop, StoppedError


@dataclass(frozen=True, slots=True)
class Choice:
    """How a beam chooses.

    Attributes
    ----------
    distance
        How far pegs are from where they are wanted.
    centred
        Whether they are wanted in the middle, rather than at the goal.
    freedom
        How much a jump that can be made is worth; a step from one hole to the next is 10.
    """

    distance: Distance
    centred: bool
    freedom: int


# In turn: where one is blind another sees (measured on the boards of the cases).
CHOICES = (
    Choice(steps, centred=False, freedom=0),
    Choice(steps, centred=True, freedom=5),
    Choice(squares, centred=True, freedom=5),
    Choice(squares, centred=False, freedom=20),
)

NARROW, WIDER, WIDEST = 100, 4, 25_600
"""The first beam's width, how much wider the next is, and the widest before every position."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What is known of a goal: a play to it, or why there is none.

    Attributes
    ----------
    play, certificate
        One of them.
    """

    play: Play | None = None
    certificate: Certificate | None = None


def any_play(problem: Problem, budget: Budget) -> Reached:
    """Find a play to the goal, or prove that there is none.

    Raises
    ------
    StoppedError
        If a limit is reached first, or more positions would have to be kept than there is room for.
    """
    known = _without_search(problem)
    if known is not None:
        return known
    reached = _beams(problem, NARROW, budget)
    if reached is not None:
        return reached
    certificate = why_impossible(problem, budget)
    if certificate is not None:
        return Reached(certificate=certificate)
    width = WIDER * NARROW
    while width <= WIDEST:
        reached = _beams(problem, width, budget)
        if reached is not None:
            return reached
        width *= WIDER
    try:
        return every_position(problem, budget)
    except StoppedError as stopped:
        if stopped.stop is not Stop.WORK_LIMIT or budget.work_left == 0:
            raise
    # There is no room for all: what is left is luck, until there is no room for a beam either.
    while True:
        reached = _beams(problem, width, budget)
        if reached is not None:
            return reached
        width *= WIDER


def _without_search(problem: Problem) -> Reached | None:
    """Say what the numbers of pegs and the position class tell."""
    goal, needed = problem.goal, problem.jumps_needed
    if goal is None or needed is None:
        raise ValueError(f"{problem.kind} has no goal")
    certificate = class_certificate(problem.board, problem.start, goal)
    if certificate is not None:
        return Reached(certificate=certificate)
    # No jump adds a peg.
    pagoda = Pagoda((1,) * problem.board.size)
    return Reached(certificate=pagoda) if needed < 0 else None


def _beams(problem: Problem, width: int, budget: Budget) -> Reached | None:
    for choice in CHOICES:
        reached = beam(problem, choice, width, budget)
        if reached is not None:
            return reached
    return None


def beam(problem: Problem, choice: Choice, width: int, budget: Budget) -> Reached | None:
    """Go to the goal with the best positions of each level.

    Returns
    -------
    Reached | None
        ``None`` if positions were left out, and the goal was not reached.

    Raises
    ------
    StoppedError
        If a limit is reached first, or there is no room for what the beam keeps.
    """
    board, goal = problem.board, problem.goal or 0
    symmetries = keeping(board, goal)
    distance, centred = choice.distance, choice.centred
    task = make_task(board, symmetries, goal, distance=distance, centred=centred)
    levels = Levels(task, Counting.NOTHING, budget)
    made = [levels.first(problem.start)]
    whole, seen, held = True, 1, 1
    for _ in range(problem.jumps_needed or 0):
        level, _ = levels.after(made[-1], held)
        seen += len(level.pegs)
        kept = levels.best(level, width, choice.freedom)
        whole = whole and kept is level
        made.append(kept)
        held += len(kept.pegs)
        if not len(kept.pegs):
            break
    end = np.flatnonzero(made[-1].pegs == np.uint64(goal))
    if len(end):
        play = trace(board, symmetries, task, Counting.NOTHING, made, int(end[0]), problem.start)
        return Reached(play)
    return Reached(certificate=Exhaustion(seen)) if whole else None


def every_position(problem: Problem, budget: Budget) -> Reached:
    """Go to the goal with every position.

    Raises
    ------
    StoppedError
        If a limit is reached first, or there is no room for all.
    """
    board, goal = problem.board, problem.goal or 0
    symmetries = keeping(board, goal)
    task = make_task(board, symmetries, goal)
    levels = Levels(task, Counting.NOTHING, budget)
    made = [levels.first(problem.start)]
    seen = 1
    for _ in range(problem.jumps_needed or 0):
        level, _ = levels.after(made[-1], seen)
        seen += len(level.pegs)
        made.append(level)
    end = np.flatnonzero(made[-1].pegs == np.uint64(goal))
    if not len(end):
        return Reached(certificate=Exhaustion(seen))
    return Reached(
        trace(board, symmetries, task, Counting.NOTHING, made, int(end[0]), problem.start)
    )
