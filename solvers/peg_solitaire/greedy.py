"""Any play at all: the first jump there is, until there is none."""

from __future__ import annotations

from models.peg_solitaire.board import Jump
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Problem


def greedy_play(problem: Problem) -> Play:
    """Play the first possible jump of the board's list until no jump is possible.

    It ends stuck, and leaves some number of pegs: an answer to start from where there is no goal.
    """
    pegs = problem.start
    jumps: list[Jump] = []
    while True:
        jump = next((j for j in problem.board.jumps if j.is_possible(pegs)), None)
        if jump is None:
            return Play(tuple(jumps))
        jumps.append(jump)
        pegs ^= jump.touched
