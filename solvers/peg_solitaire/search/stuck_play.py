"""Fool's solitaire: the fewest jumps after which there is none left.

A beam that likes positions with few jumps finds some play. Then every position is looked at, level
by level, until one is stuck or the next could only be as good as the play that is known. Of that
last level nothing is made: it is enough to look.
"""

from __future__ import annotations

from collections.abc import Callable

from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem
from solvers.peg_solitaire.greedy import greedy_play
from solvers.peg_solitaire.search.bounded import Bounded
from solvers.peg_solitaire.search.levels import Levels
from solvers.peg_solitaire.search.task import keeping, make_task
from solvers.peg_solitaire.search.trace import trace
from solvers.peg_solitaire.search.words import Counting, Level, Stuck
from solvers.result import Budget, StoppedError

BEAM = 2_000
"""Positions of each level that the first search keeps."""

_UNFREEDOM = -100
"""What a jump that can be made costs it, where one hole's distance costs 10."""


def fewest_jumps(problem: Problem, budget: Budget, report: Callable[[Bounded], None]) -> Bounded:
    """Find a shortest play that ends stuck.

    Parameters
    ----------
    problem
        The problem; its goal is not looked at.
    budget
        Limits.
    report
        Told of each better play, and of what is known then.
    """
    if problem.board.is_stuck(problem.start):
        return Bounded(Play(()), 0)
    return _Fool(problem, budget, report).search()


class _Fool:
    """One search: the best play so far, and what is known of shorter ones."""

    def __init__(self, problem: Problem, budget: Budget, report: Callable[[Bounded], None]) -> None:
        self._problem = problem
        self._report = report
        self._symmetries = keeping(problem.board)
        self._task = make_task(problem.board, self._symmetries)
        self._levels = Levels(self._task, Counting.NOTHING, budget)
        self._best = greedy_play(problem)
        self._bound = 1

    def search(self) -> Bounded:
        """Find a play, and the proof that none is shorter."""
        self._report(Bounded(self._best, self._bound))
        try:
            self._beam()
            self._every_position()
        except StoppedError as stopped:
            return Bounded(self._best, self._bound, stopped.stop)
        return Bounded(self._best, len(self._best.jumps))

    def _beam(self) -> None:
        """Look for a shorter play among the positions with few jumps."""
        made = [self._levels.first(self._problem.start)]
        held = 1
        for _ in range(len(self._best.jumps) - 1):
            level, stuck = self._levels.after(made[-1], held, stuck=Stuck.THE_END)
            if stuck:
                self._take([*made, level])
                return
            made.append(self._levels.best(level, BEAM, _UNFREEDOM))
            held += len(made[-1].pegs)

    def _every_position(self) -> None:
        made = [self._levels.first(self._problem.start)]
        held, known = 1, len(self._best.jumps)
        for jumps in range(1, known):
            look = Stuck.ONLY_LOOK if jumps == known - 1 else Stuck.THE_END
            level, stuck = self._levels.after(made[-1], held, stuck=look)
            made.append(level)
            held += len(level.pegs)
            if stuck:
                self._take(made)
                return
            self._bound = jumps + 1

    def _take(self, made: list[Level]) -> None:
        end = len(made[-1].pegs) - 1
        start = self._problem.start
        board = self._problem.board
        self._best = trace(board, self._symmetries, self._task, Counting.NOTHING, made, end, start)
        self._report(Bounded(self._best, self._bound))
