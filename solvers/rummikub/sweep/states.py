"""What one colour can look like between two numbers: its open runs, by length, numbered.

An open run ends at the last number and may go on. What matters of it is its length up to the
smallest set: below that it *must* go on. A state counts the open runs of each length, all at least
as long as a set together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

MOST_STATES = 4096
"""States of one colour; with more, the table of what follows what gets too large."""


@dataclass(frozen=True, slots=True)
class ColourStates:
    """The states of a colour and how they follow each other.

    Attributes
    ----------
    bits
        Bits that number a state.
    due
        How many runs must go on, by state; shape (states,).
    long
        How many runs may go on or stop, by state; shape (states,). States that differ only in this
        are numbered one after the other, fewest first.
    after
        The state after all due runs, the first ``x`` long ones and ``s`` new ones were given a
        tile, by (state, x, s); -1 where there is none; shape (states, most + 1, most + 1).
    """

    bits: int
    due: NDArray[np.int64]
    long: NDArray[np.int64]
    after: NDArray[np.int64]


def count_states(min_set_size: int, most: int) -> int:
    """Count the states of a colour with at most ``most`` open runs."""
    # Ways to spread at most `most` runs over the lengths: a product small enough to keep exact.
    ways = 1
    for length in range(1, min_set_size + 1):
        ways = ways * (most + length) // length
    return ways


@lru_cache(maxsize=32)
def colour_states(min_set_size: int, most: int) -> ColourStates:
    """List the states of a colour.

    Parameters
    ----------
    min_set_size
        The fewest tiles in a run.
    most
        The most copies of one tile in play, jokers included: the most open runs.
    """
    lengths = [
        (*short, longs)
        for short in product(range(most + 1), repeat=min_set_size - 1)
        if sum(short) <= most
        for longs in range(most - sum(short) + 1)
    ]
    number = {runs: place for place, runs in enumerate(lengths)}
    after = np.full((len(lengths), most + 1, most + 1), -1, dtype=np.int64)
    for runs, place in number.items():
        *short, longs = runs
        # Every due run grows by one; the longest of them become long ones.
        grown = (*short[:-1], short[-1]) if short else ()
        for kept in range(longs + 1):
            for new in range(most - sum(short) - kept + 1):
                following = (new, *grown[:-1], grown[-1] + kept) if grown else (new + kept,)
                after[place, kept, new] = number[following]
    return ColourStates(
        bits=max(1, (len(lengths) - 1).bit_length()),
        due=np.array([sum(runs[:-1]) for runs in lengths], dtype=np.int64),
        long=np.array([runs[-1] for runs in lengths], dtype=np.int64),
        after=after,
    )
