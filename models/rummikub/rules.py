"""The rules as data: nothing outside this file says 13, 4 or 2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from models.rule_fields import Choice, Field, Letters, Whole
from models.rules import CheckedRules, RulesReader
from models.rummikub.tiles import COLOUR_NAMES, JOKER, JOKER_LETTER, Tile


class JokerPolicy(StrEnum):
    """What a joker that lies on the table may do.

    ``free``: it may change its place and its meaning, but stays on the table (Den Hertog &
    Hulshof 2006, and today's rulebook).
    """

    FREE = "free"


# Wide enough for every variant in print.
_FIELDS: tuple[Field, ...] = (
    Letters("colours", "A", "Z", (1, 8), {JOKER_LETTER: "J is the joker"}, "RBOK"),
    Whole("numbers", (1, 50)),
    Whole("copies", (1, 10)),
    Whole("jokers", (0, 8)),
    Whole("min_set_size", (2, 6)),
    Whole("initial_meld_points", (0, 1000)),
    Whole("max_jokers_in_set", (0, 8), optional=True),
    Choice("joker_policy", JokerPolicy),
    Whole("joker_penalty", (0, 1000)),
)


@dataclass(frozen=True)
class Rules(CheckedRules):
    """The rules of one game of Rummikub; the defaults are the boxed game for four.

    Attributes
    ----------
    colours
        The colours, one letter each, in the order they are written in.
    numbers
        The highest number; numbers run from 1.
    copies
        How many tiles there are of each colour and number.
    jokers
        How many jokers there are.
    min_set_size
        The fewest tiles in a set.
    initial_meld_points
        Points the first sets a player lays must reach together.
    max_jokers_in_set
        The most jokers in one set; ``None`` is no limit, so that a set may be jokers only.
    joker_policy
        What a joker on the table may do.
    joker_penalty
        Points a joker costs that is left in the hand.

    Raises
    ------
    InvalidInputError
        With every field that is out of range.
    """

    colours: tuple[str, ...] = ("R", "B", "O", "K")
    numbers: int = 13
    copies: int = 2
    jokers: int = 2
    min_set_size: int = 3
    initial_meld_points: int = 30
    max_jokers_in_set: int | None = None
    joker_policy: JokerPolicy = JokerPolicy.FREE
    joker_penalty: int = 30

    FIELDS: ClassVar = _FIELDS

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(self.values().values()))

    def __hash__(self) -> int:
        # What is remembered about words and sets is remembered by the rules, too.
        return self._hash

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every kind of numbered tile, colour by colour; ``colours × numbers`` of them."""
        return tuple(Tile(c, n) for c in self.colours for n in range(1, self.numbers + 1))

    @cached_property
    def order(self) -> Mapping[Tile, int]:
        """Where each kind of tile stands when tiles are written in order; jokers come last."""
        return {tile: place for place, tile in enumerate((*self.tiles, JOKER))}

    @cached_property
    def total_tiles(self) -> int:
        """How many tiles are in the box."""
        return len(self.colours) * self.numbers * self.copies + self.jokers

    @property
    def joker_limit(self) -> int:
        """The most jokers that one set can hold, whether by a limit or for want of more."""
        if self.max_jokers_in_set is None:
            return self.jokers
        return min(self.jokers, self.max_jokers_in_set)

    def count(self, tile: Tile) -> int:
        """How many of this tile are in the box."""
        return self.jokers if tile.is_joker else self.copies

    def in_order(self, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """Put tiles in the canonical order."""
        return tuple(sorted(tiles, key=self.order.__getitem__))

    def colour_list(self) -> str:
        """Name the colours for a message: ``R B O K (red, blue, orange, black)``."""
        letters = " ".join(self.colours)
        names = [COLOUR_NAMES.get(letter) for letter in self.colours]
        return f"{letters} ({', '.join(n for n in names if n)})" if all(names) else letters


PRESETS: Mapping[str, Rules] = {
    "standard": Rules(),
    "six-player": Rules(copies=3, jokers=4),
}
"""Rules by name: the boxed game (106 tiles) and the one for up to six players (160)."""

DEFAULT_PRESET = "standard"

READER = RulesReader(PRESETS, DEFAULT_PRESET)
"""Reads rules from JSON."""

read_rules = READER.read
