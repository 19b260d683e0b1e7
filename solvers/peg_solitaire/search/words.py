"""The words the compiled search speaks: its task, its levels, what it counts."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

type Words = NDArray[np.uint64]
type Bytes = NDArray[np.uint8]
type Integers = NDArray[np.int64]

MOST_HOLES = 64
"""Holes of the largest board: a position is one machine word."""


class Counting(IntEnum):
    """What is known of a position beside where its pegs stand.

    ``nothing``; ``moves``: the fewest moves that lead to it, and where the peg that moved last can
    stand then; ``paths``: in how many orders of jumps it is reached.
    """

    NOTHING = 0
    MOVES = 1
    PATHS = 2


class Stuck(IntEnum):
    """What a position without a jump left is to a search.

    ``like_any``: nothing special. ``the_end``: the first one ends the level, and is its last
    position. ``only_look``: the same, and other positions are not even made.
    """

    LIKE_ANY = 0
    THE_END = 1
    ONLY_LOOK = 2


class Task(NamedTuple):
    """A board, a goal and what can be said of positions, as the compiled search sees it.

    Attributes
    ----------
    taken, touched
        What each jump needs: of the three holes it touches exactly two hold a peg; shape (jumps,).
    source, target
        Where each jump starts and lands; shape (jumps,).
    images
        Where the symmetries that may be used take the pegs of each eight holes, the identity
        first; shape (symmetries, bytes, 256).
    holes
        Where they take each hole; shape (symmetries, holes).
    corners
        The Merson regions of one hole, as a mask; shape (1,).
    regions
        The larger ones, each as a mask; shape (regions,). See
        :mod:`solvers.peg_solitaire.search.regions`.
    costs
        What the pegs of each eight holes cost when a beam chooses; shape (bytes, 256).
    """

    taken: Words
    touched: Words
    source: Integers
    target: Integers
    images: Words
    holes: Integers
    corners: Words
    regions: Words
    costs: Integers


class Level(NamedTuple):
    """Positions with equally many pegs, each once up to symmetry.

    Attributes
    ----------
    pegs
        The positions; shape (positions,).
    moves
        The fewest moves that lead to each, where moves are counted; else of length 0.
    last
        Where moves are counted: the holes in which the peg that moved last can stand after so few.
        Where paths are: how many there are. Else of length 0.
    """

    pegs: Words
    moves: Bytes
    last: Words


# As plain numbers, for compiled code.
NOTHING, MOVES, PATHS = int(Counting.NOTHING), int(Counting.MOVES), int(Counting.PATHS)
ONLY_LOOK = int(Stuck.ONLY_LOOK)

# Ways to make a level can end.
COMPLETED, FULL, STOPPED, STUCK = 0, 1, 2, 3
