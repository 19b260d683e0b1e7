"""The play that leads to a position of the last of some levels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.peg_solitaire.board import Board, Jump, Permutation, bits, moved
from models.peg_solitaire.play import Play
from solvers.peg_solitaire.search.levels import warm
from solvers.peg_solitaire.search.words import Counting, Level, Task


def trace(
    board: Board,
    symmetries: Sequence[Permutation],
    task: Task,
    counting: Counting,
    levels: Sequence[Level],
    end: int,
    start: int,
) -> Play:
    """Go back from a position of the last level to the start.

    Each step back turns the board so that the position before stands for its images, and all that
    comes after turns with it. At the first level a last turn brings the start back in place.

    Parameters
    ----------
    board, symmetries
        The board, and the symmetries up to which the levels tell positions apart.
    task, counting, levels
        What the levels were made from, and all of them; the first is the start alone.
    end
        The place of the position in the last level.
    start
        The start as it was given.

    Returns
    -------
    Play
        A play from the start to the position or one of its images.

    Raises
    ------
    LookupError
        If nothing leads there: the levels do not belong together.
    """
    kernel = warm()
    pegs = int(levels[-1].pegs[end])
    moves = counting is Counting.MOVES
    hole, taken = (_any(levels[-1], end), int(levels[-1].moves[end])) if moves else (-1, 0)
    # Where the holes of the position at hand are, as the end sees them.
    place: Permutation = symmetries[0]
    jumps: list[Jump] = []
    for level in reversed(levels[:-1]):
        found = kernel.one_before(task, int(counting), level, np.uint64(pegs), hole, taken)
        if found[0] < 0:
            raise LookupError(f"no jump leads to {pegs}")
        jump, index, turn = board.jumps[found[0]], found[1], symmetries[found[2]]
        jumps.append(_turned(jump, place))
        pegs = int(level.pegs[index])
        if moves:
            source, before = turn[jump.source], int(level.moves[index])
            goes_on = before == taken and int(level.last[index]) >> source & 1
            hole, taken = source if goes_on else _any(level, index), before
        back = inverse(turn)
        place = tuple(place[back[i]] for i in range(board.size))
    first = moved(pegs, place)
    home = next((turn for turn in symmetries if moved(first, turn) == start), None)
    if home is None:
        raise LookupError(f"{first} is no image of the start {start}")
    return Play(tuple(_turned(jump, home) for jump in reversed(jumps)))


def _any(level: Level, index: int) -> int:
    """Return one of the holes in which the last peg can stand; -1 at the start."""
    return next(bits(int(level.last[index])), -1)


def _turned(jump: Jump, turn: Permutation) -> Jump:
    return Jump(turn[jump.source], turn[jump.over], turn[jump.target])


def inverse(permutation: Permutation) -> Permutation:
    """Return the way back."""
    back = [0] * len(permutation)
    for i, to in enumerate(permutation):
        back[to] = i
    return tuple(back)
