"""All possible sets under given rules: the columns of the integer programs.

A run of ``2 × min_set_size`` tiles or more splits into two shorter runs, so runs of
``min_set_size`` to ``2 × min_set_size − 1`` tiles (3 to 5) suffice to lay out any tiles that can be
laid out at all (Den Hertog & Hulshof 2006, section 2).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb

from models.rummikub.meld import Meld, MeldKey, MeldKind
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile


@lru_cache(maxsize=16)
def jokerless_melds(rules: Rules, longest_run: int | None = None) -> tuple[Meld, ...]:
    """List every set without a joker, runs first.

    Parameters
    ----------
    rules
        The rules.
    longest_run
        The longest run listed, in tiles; by default ``2 × min_set_size − 1``, which suffices.

    Returns
    -------
    tuple[Meld, ...]
        For the standard rules 120 runs and 65 groups: 185.
    """
    return (*_runs(rules, longest_run or 2 * rules.min_set_size - 1), *_groups(rules))


@lru_cache(maxsize=16)
def all_melds(rules: Rules) -> tuple[Meld, ...]:
    """List every set, with and without jokers, each multiset of tiles once.

    Where tiles can be read in several ways (``R5 J J`` is a run or a group) the reading worth most
    is listed, because it is the one a player would claim for the initial meld. (Of the listed
    lengths, that is: tiles worth more as a longer run are worth as much as the two it splits into.)

    Returns
    -------
    tuple[Meld, ...]
        For the standard rules 1173: 185 without a joker, 494 with one, 494 with two. (Den Hertog &
        Hulshof print 1174; see docs/rummikub-programs.md.)
    """
    best: dict[MeldKey, Meld] = {}
    # One shape's jokers in every choice of places; sets that come out the same are kept once.
    for shape in jokerless_melds(rules):
        for jokers in range(min(len(shape), rules.joker_limit) + 1):
            for places in combinations(range(len(shape)), jokers):
                meld = Meld(shape.kind, shape.stands_for, places)
                key = meld.key
                if key not in best or meld.value > best[key].value:
                    best[key] = meld
    return tuple(sorted(best.values(), key=lambda meld: len(meld.joker_places)))


def readings(rules: Rules) -> int:
    """Count, without listing them, the sets that :func:`all_melds` goes through.

    That is every jokerless set with jokers in every choice of places: at least as many as there
    are different sets.
    """

    def choices(size: int) -> int:
        return sum(comb(size, jokers) for jokers in range(min(size, rules.joker_limit) + 1))

    shortest, colours = rules.min_set_size, len(rules.colours)
    longest = min(2 * shortest - 1, rules.numbers)
    runs = sum((rules.numbers - n + 1) * choices(n) for n in range(shortest, longest + 1))
    groups = sum(comb(colours, n) * choices(n) for n in range(shortest, colours + 1))
    return colours * runs + rules.numbers * groups


def _runs(rules: Rules, longest: int) -> Iterator[Meld]:
    for colour in rules.colours:
        for length in range(rules.min_set_size, min(longest, rules.numbers) + 1):
            for first in range(1, rules.numbers - length + 2):
                numbers = range(first, first + length)
                yield Meld(MeldKind.RUN, tuple(Tile(colour, number) for number in numbers))


def _groups(rules: Rules) -> Iterator[Meld]:
    for number in range(1, rules.numbers + 1):
        for size in range(rules.min_set_size, len(rules.colours) + 1):
            for colours in combinations(rules.colours, size):
                yield Meld(MeldKind.GROUP, tuple(Tile(colour, number) for colour in colours))


def meld_limit(meld: Meld, rules: Rules) -> int:
    """Count how many copies of a set the tiles in the box could make at once."""
    tiles = meld.tiles
    return min(rules.count(tile) // tiles.count(tile) for tile in set(tiles)) if tiles else 0
