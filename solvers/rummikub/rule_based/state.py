"""Where the player stands: the sets on the table, the tiles in the hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from solvers.rummikub.rule_based.codes import JOKER_UNIT, Codes
from solvers.rummikub.rule_based.facts import Facts, facts_of


class JokerUse(IntEnum):
    """What a joker in the hand may be laid for: it is kept as long as anything else can be done."""

    HELD = 0
    IN_NEW_SETS = 1
    ANYWHERE = 2


type Sets = tuple[Facts, ...]
"""The sets on a table, with what each can spare and accept."""

type Hand = tuple[int, ...]
"""The tiles in a hand, as units in canonical order, jokers last."""


@dataclass(frozen=True)
class State:
    """A table and a hand, on the way from the position to the move.

    Attributes
    ----------
    codes
        How tiles are written.
    sets
        The sets on the table.
    hand
        The tiles in the hand.
    joker_use
        What jokers of the hand may be used for by now.
    """

    codes: Codes
    sets: Sets
    hand: Hand
    joker_use: JokerUse = JokerUse.HELD

    @cached_property
    def spare(self) -> int:
        """A mask of the tiles that some set can spare."""
        mask = 0
        for one in self.sets:
            mask |= one.spare
        return mask

    @cached_property
    def accepted(self) -> int:
        """A mask of the tiles that some set accepts."""
        mask = 0
        for one in self.sets:
            mask |= one.accepts
        return mask

    @cached_property
    def held(self) -> int:
        """A mask of the numbered tiles in the hand."""
        mask = 0
        for unit in self.hand:
            mask |= unit
        return mask & ~JOKER_UNIT

    @cached_property
    def hand_jokers(self) -> int:
        """How many jokers are in the hand."""
        return self.hand.count(JOKER_UNIT)

    @property
    def jokers(self) -> int:
        """How many jokers of the hand may be laid in a new set by now."""
        return self.hand_jokers if self.joker_use else 0

    def allowing(self, use: JokerUse) -> State:
        """Allow another use of the hand's jokers."""
        return State(self.codes, self.sets, self.hand, use)

    def grown(self, place: int, unit: int) -> State:
        """Add a tile of the hand to a set that accepts it."""
        sets = swapped(self.codes, self.sets, place, self.sets[place].grown[unit])
        return State(self.codes, sets, less(self.hand, (unit,)), self.joker_use)

    def moved(self, sets: Sets, hand: Hand) -> State:
        """Take over a table and a hand."""
        return State(self.codes, sets, hand, self.joker_use)


def swapped(codes: Codes, sets: Sets, place: int, codes_there: tuple[int, ...]) -> Sets:
    """Put other sets in the place of one."""
    if len(codes_there) == 1:
        return (*sets[:place], facts_of(codes, codes_there[0]), *sets[place + 1 :])
    new = (facts_of(codes, code) for code in codes_there)
    return (*sets[:place], *new, *sets[place + 1 :])


def less(hand: Hand, units: Iterable[int]) -> Hand:
    """Take tiles out of a hand that holds them."""
    left = list(hand)
    for unit in units:
        left.remove(unit)
    return tuple(left)
