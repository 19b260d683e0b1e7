"""The words the compiled sweep speaks: its task, its states packed into numbers, its pruning."""

from __future__ import annotations

from enum import IntFlag
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

type Integers = NDArray[np.int64]


class Pruning(IntFlag):
    """What the sweep leaves out because it can't lead to a better end."""

    NONE = 0
    DUE = 1
    """Runs that must go on, where the tiles and jokers left can't carry them all."""
    LONG = 2
    """Long runs beyond those that can still be extended are not told apart."""
    FREE_TILE = 4
    """A joker in place of a tile that could be played from the hand."""
    DOMINATED = 8
    """A state that another one can follow in all it does, and is worth no less."""
    BOUND = 16
    """A state that can't beat the incumbent even if all later hand tiles are played."""
    ALL = DUE | LONG | FREE_TILE | DOMINATED | BOUND


class Task(NamedTuple):
    """A position as the sweep sees it. ``int64`` throughout.

    Attributes
    ----------
    table, hand, worth
        Copies on the table, copies in the hand, and what one played from the hand is worth;
        shape (colours, numbers + 2), the number as index.
    rest
        What all hand tiles of higher numbers, and all hand jokers, are worth together at most;
        shape (numbers + 2,).
    jokers, table_jokers, joker_worth
        Jokers in play, how many of them lie on the table, what one played is worth.
    points
        Points that must be laid; 0 for none.
    min_set_size
        The fewest tiles in a set.
    bits, due, long, after
        The states of a colour.
    """

    table: Integers
    hand: Integers
    worth: Integers
    rest: Integers
    jokers: int
    table_jokers: int
    joker_worth: int
    points: int
    min_set_size: int
    bits: int
    due: Integers
    long: Integers
    after: Integers


# As plain numbers, for compiled code.
DUE, LONG, FREE_TILE = int(Pruning.DUE), int(Pruning.LONG), int(Pruning.FREE_TILE)
DOMINATED, BOUND = int(Pruning.DOMINATED), int(Pruning.BOUND)

# Columns of the pool of states.
RUNS, REST, SCORE, PARENT, CHOICE = 0, 1, 2, 3, 4
WIDTH = 5

# Fields of REST: jokers used, points laid, and within a number the sum and maximum of groups.
POINTS_AT, SUM_AT, MOST_AT = 4, 14, 22
JOKERS_MASK, POINTS_MASK, SUM_MASK, MOST_MASK = 15, 1023, 255, 31

# Fields of CHOICE: jokers, real tiles, into groups, long runs extended, runs begun.
FIELD_BITS, FIELD_MASK = 5, 31

# In place of the runs of a state, that there is none. No state has all bits set: where the states
# of all colours fill the word, a colour has fewer states than its bits can number.
NOWHERE = -1

# Ways a sweep can end.
COMPLETED, FULL, STOPPED = 0, 1, 2
