"""Problems that are one problem: turned, mirrored, or played backwards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.peg_solitaire.board import Permutation, moved
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem


@dataclass(frozen=True, slots=True)
class Alike:
    """A problem that stands for all that are alike, and the way back to the one that was asked.

    Attributes
    ----------
    problem
        The problem that stands for all.
    back
        The symmetry that takes its plays back.
    backwards
        Whether they must then be played backwards.
    """

    problem: Problem
    back: Permutation
    backwards: bool

    def returned(self, play: Play) -> Play:
        """Turn a play of the problem that stands for all into one of the problem asked."""
        there = play.moved(self.back)
        return there.backwards() if self.backwards else there


def representative(problem: Problem) -> Alike:
    """Return the one of all problems alike that comes first.

    Alike are those that a symmetry of the board takes to each other and, if only the goal matters,
    those with pegs and holes exchanged and start and goal as well: their plays are the same jumps
    in reverse order. The 33 reversals of the English board are seven problems so.
    """
    board, goal = problem.board, problem.goal
    given = [(problem.start, goal, False)]
    if problem.kind is Kind.REACH and goal is not None and goal != board.full:
        given.append((board.full ^ goal, board.full ^ problem.start, True))
    best: tuple[int, int, bool, Permutation] | None = None
    for start, end, backwards in given:
        for there in board.symmetries:
            # The highest start has its first holes empty last.
            images = -moved(start, there), 0 if end is None else moved(end, there), backwards
            if start and (best is None or images < best[:3]):
                best = (*images, there)
    if best is None:
        raise LookupError("a problem has a peg at the start")
    back = [0] * board.size
    for hole, image in enumerate(best[3]):
        back[image] = hole
    alike = replace(problem, start=-best[0], goal=None if goal is None else best[1])
    return Alike(alike, tuple(back), best[2])
