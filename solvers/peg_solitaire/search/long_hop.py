"""The fewest moves to a goal, consecutive jumps of one peg counting as one.

Beams that count moves find good plays: of two positions they prefer the one that took and still
needs fewer moves. Then it is asked, for more and more moves, whether a play can do with so many:
every position is looked at that Merson regions do not rule out for as many. Each no is a bound; it
ends where the bound meets the play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from solvers.peg_solitaire.search.any_play import any_play
from solvers.peg_solitaire.search.bounded import Bounded
from solvers.peg_solitaire.search.levels import NO_LIMIT, Levels, warm
from solvers.peg_solitaire.search.task import keeping, make_task
from solvers.peg_solitaire.search.trace import trace
from solvers.peg_solitaire.search.words import Counting, Level
from solvers.result import Budget, Stop, StoppedError


@dataclass(frozen=True, slots=True)
class Choice:
    """How a beam chooses.

    Attributes
    ----------
    centred
        Whether pegs are wanted in the middle of the board, rather than at the goal.
    freedom
        How much a jump that can be made is worth; a step from one hole to the next is 10.
    move
        What a move costs.
    """

    centred: bool
    freedom: int
    move: int


CHOICES = (
    Choice(centred=True, freedom=20, move=50),
    Choice(centred=False, freedom=20, move=200),
    Choice(centred=True, freedom=0, move=20),
    Choice(centred=False, freedom=5, move=50),
)
"""In turn: where one is blind another sees."""

WIDTHS = (500, 5_000)
"""How wide the beams are before bounds are asked for."""

WIDER, LABORIOUS = 50_000, 1_000_000
"""How wide they are again once a bound took so many positions."""

WIDEST = 500_000
"""How wide they are once there is no room to ask for a better bound."""


def fewest_moves(problem: Problem, budget: Budget, report: Callable[[Bounded], None]) -> Bounded:
    """Find a play to the goal in the fewest moves.

    Parameters
    ----------
    problem
        The problem, with a goal.
    budget
        Limits.
    report
        Told of each better play or bound.
    """
    return _Hopper(problem, budget, report).search()


class _Hopper:
    """One search: the best play so far, and what is known of better ones."""

    def __init__(self, problem: Problem, budget: Budget, report: Callable[[Bounded], None]) -> None:
        self._problem = problem
        self._budget = budget
        self._report = report
        self._goal = problem.goal or 0
        self._symmetries = keeping(problem.board, self._goal)
        self._best: Play | None = None
        kernel = warm()
        task = make_task(problem.board, self._symmetries, self._goal)
        needed, _ = kernel.moves_needed(task, np.uint64(problem.start))
        self._bound = max(int(needed), int(problem.start != self._goal))

    def search(self) -> Bounded:
        """Find a play, and the proof that none has fewer moves."""
        try:
            reached = any_play(self._problem, self._budget)
            if reached.play is None:
                return Bounded(None, None, certificate=reached.certificate)
            self._take(reached.play)
            for width in WIDTHS:
                self._beams(width)
            self._raise_bound()
        except StoppedError as stopped:
            return Bounded(self._best, self._bound, stopped.stop)
        return Bounded(self._best, self._bound)

    @property
    def _moves(self) -> int:
        return NO_LIMIT if self._best is None else len(self._best.moves)

    @property
    def _is_done(self) -> bool:
        return self._moves <= self._bound

    def _take(self, play: Play) -> None:
        if self._best is None or len(play.moves) < self._moves:
            self._best = play
            self._report(Bounded(play, self._bound))

    def _beams(self, width: int) -> None:
        for choice in CHOICES:
            if not self._is_done:
                self._beam(choice, width)

    def _beam(self, choice: Choice, width: int) -> None:
        """Look for a better play with the best positions of each level."""
        task = make_task(self._problem.board, self._symmetries, self._goal, centred=choice.centred)
        levels = Levels(task, Counting.MOVES, self._budget)
        made = [levels.first(self._problem.start)]
        held = 1
        for _ in range(self._problem.jumps_needed or 0):
            level, _ = levels.after(made[-1], held, most_moves=self._moves - 1)
            made.append(levels.best(level, width, choice.freedom, choice.move))
            held += len(made[-1].pegs)
        self._trace(levels, made)

    def _raise_bound(self) -> None:
        """Ask for more and more moves whether they are enough."""
        task = make_task(self._problem.board, self._symmetries, self._goal)
        levels = Levels(task, Counting.MOVES, self._budget)
        tried = False
        try:
            while not self._is_done:
                before = self._budget.spent
                if self._reaches(levels, self._bound):
                    self._remake(levels, self._bound)
                    return
                self._bound += 1
                if self._best is not None and not self._is_done:
                    self._report(Bounded(self._best, self._bound))
                if self._budget.spent - before > LABORIOUS and not tried:
                    # The next bound takes some times as long: is there none to look for?
                    tried = True
                    self._beams(WIDER)
        except StoppedError as stopped:
            if stopped.stop is not Stop.WORK_LIMIT or self._budget.work_left == 0:
                raise
            # There is no room for all positions; a wide beam may still find a better play.
            self._beams(WIDEST)
            if not self._is_done:
                raise

    def _reaches(self, levels: Levels, moves: int) -> bool:
        """Whether so many moves lead to the goal; no level is kept for longer than needed."""
        level = levels.first(self._problem.start)
        for _ in range(self._problem.jumps_needed or 0):
            level, _ = levels.after(level, len(level.pegs), most_moves=moves)
            if not len(level.pegs):
                return False
        return bool((level.pegs == np.uint64(self._goal)).any())

    def _remake(self, levels: Levels, moves: int) -> None:
        """Make the levels that lead to the goal again, and keep them for the play."""
        made = [levels.first(self._problem.start)]
        held = 1
        for _ in range(self._problem.jumps_needed or 0):
            level, _ = levels.after(made[-1], held, most_moves=moves)
            held += len(level.pegs)
            made.append(level)
        self._trace(levels, made)

    def _trace(self, levels: Levels, made: list[Level]) -> None:
        end = np.flatnonzero(made[-1].pegs == np.uint64(self._goal))
        if len(end):
            play = trace(
                self._problem.board,
                self._symmetries,
                levels.task,
                Counting.MOVES,
                made,
                int(end[0]),
                self._problem.start,
            )
            self._take(play)
