"""A play: jumps one after the other, and the moves they make up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from models.peg_solitaire.board import Board, Jump, Permutation
from models.peg_solitaire.problem import Kind, Problem

type Move = tuple[Jump, ...]
"""Jumps of one peg without another in between."""


@dataclass(frozen=True, slots=True)
class Play:
    """Jumps in order.

    Attributes
    ----------
    jumps
        The jumps.
    """

    jumps: tuple[Jump, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The jumps in the longest runs of one peg."""
        grouped: list[list[Jump]] = []
        for jump in self.jumps:
            if grouped and grouped[-1][-1].target == jump.source:
                grouped[-1].append(jump)
            else:
                grouped.append([jump])
        return tuple(map(tuple, grouped))

    def positions(self, start: int) -> tuple[int, ...]:
        """Return the position after each jump; it is not asked whether they are legal."""
        found = []
        for jump in self.jumps:
            start = start & ~jump.taken | jump.landed
            found.append(start)
        return tuple(found)

    def end(self, start: int) -> int:
        """Return the position after the last jump."""
        return self.positions(start)[-1] if self.jumps else start

    def moved(self, permutation: Permutation) -> Play:
        """Return the play as a symmetry of the board takes it."""
        p = permutation
        return Play(tuple(Jump(p[j.source], p[j.over], p[j.target]) for j in self.jumps))

    def backwards(self) -> Play:
        """Return the jumps in reverse order.

        With pegs and empty holes exchanged this is a play again, from what was the end to what was
        the start: the three holes of a jump exchange theirs in either way.
        """
        return Play(self.jumps[::-1])

    def to_json(self, board: Board) -> dict[str, Any]:
        """Write jumps and moves as lists of places, ``[row, col]``; a move names each landing."""
        at = [list(cell) for cell in board.holes]
        return {
            "jumps": [[at[j.source], at[j.target]] for j in self.jumps],
            "moves": [[at[m[0].source], *(at[j.target] for j in m)] for m in self.moves],
        }


def count(problem: Problem, play: Play) -> int:
    """Count what a problem is about: the jumps or moves of a play, or the pegs it leaves."""
    if problem.kind is Kind.FEWEST_LEFT:
        return problem.start.bit_count() - len(play.jumps)
    return len(play.moves if problem.kind is Kind.LONG_HOP else play.jumps)
