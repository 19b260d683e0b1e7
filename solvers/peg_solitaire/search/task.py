"""A board and a goal as the arrays of the compiled search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from models.peg_solitaire.board import Board, Permutation, bits, moved
from solvers.peg_solitaire.search.regions import merson_regions
from solvers.peg_solitaire.search.words import Integers, Task, Words

type Distance = Callable[[float, float], float]
"""How far apart two places are that are so many rows and columns apart."""


def squares(rows: float, columns: float) -> float:
    """Return the square of the straight distance."""
    return rows * rows + columns * columns


def steps(rows: float, columns: float) -> float:
    """Return the distance along rows and columns."""
    return abs(rows) + abs(columns)


@lru_cache(maxsize=64)
def keeping(board: Board, *positions: int) -> tuple[Permutation, ...]:
    """Return the symmetries that keep every one of some positions, the identity first.

    Two positions that such a symmetry takes to each other are as far from the goal it keeps.
    """
    return tuple(p for p in board.symmetries if all(moved(pegs, p) == pegs for pegs in positions))


@lru_cache(maxsize=64)
def make_task(
    board: Board,
    symmetries: tuple[Permutation, ...],
    goal: int = 0,
    *,
    distance: Distance = steps,
    centred: bool = False,
) -> Task:
    """Write a board and a goal as arrays.

    Parameters
    ----------
    board
        The board, of at most 64 holes.
    symmetries
        Those up to which positions are told apart; they keep the goal.
    goal
        The position to reach, or 0.
    distance
        How far from each other two places are: pegs that are far off cost more in a beam.
    centred
        Whether what counts is the distance from the middle of the board, rather than from the
        nearest peg of the goal.
    """
    jumps = board.jumps
    regions = [r for r in merson_regions(board) if goal & r != r]
    corners = sum(r for r in regions if r.bit_count() == 1)
    return Task(
        taken=np.array([j.taken for j in jumps], dtype=np.uint64),
        touched=np.array([j.touched for j in jumps], dtype=np.uint64),
        source=np.array([j.source for j in jumps], dtype=np.int64),
        target=np.array([j.target for j in jumps], dtype=np.int64),
        images=_images(board, symmetries),
        holes=np.array(symmetries, dtype=np.int64).reshape(len(symmetries), board.size),
        corners=np.array([corners], dtype=np.uint64),
        regions=np.array([r for r in regions if r.bit_count() > 1], dtype=np.uint64),
        costs=_costs(board, () if centred else tuple(bits(goal)), distance),
    )


def _images(board: Board, symmetries: Sequence[Permutation]) -> Words:
    n_bytes = -(-board.size // 8)
    each = np.zeros((len(symmetries), 8 * n_bytes), dtype=np.uint64)
    each[:, : board.size] = np.uint64(1) << np.array(symmetries, dtype=np.uint64)
    values = np.arange(256)[:, None] >> np.arange(8) & 1
    images: Words = (each.reshape(len(symmetries), n_bytes, 1, 8) * values.astype(np.uint64)).sum(
        axis=3, dtype=np.uint64
    )
    return images


# Whole numbers, fine enough to tell distances apart.
_SCALE = 10


def _costs(
    board: Board, ends: Sequence[int], distance: Callable[[float, float], float]
) -> Integers:
    if ends:
        targets = [(float(r), float(c)) for r, c in (board.holes[i] for i in ends)]
    else:
        rows, columns = zip(*board.holes, strict=True)
        targets = [((min(rows) + max(rows)) / 2, (min(columns) + max(columns)) / 2)]
    n_bytes = -(-board.size // 8)
    each = np.zeros(8 * n_bytes, dtype=np.int64)
    for hole, (r, c) in enumerate(board.holes):
        each[hole] = round(_SCALE * min(distance(r - tr, c - tc) for tr, tc in targets))
    values = np.arange(256)[:, None] >> np.arange(8) & 1
    costs: Integers = (each.reshape(n_bytes, 1, 8) * values).sum(axis=2)
    return costs
