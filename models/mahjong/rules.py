"""The rules as data: nothing outside this file says 9, 7 or 4."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.tiles import HONOUR_LETTER, SUIT_NAMES, WILD, WILD_LETTER, Tile
from models.rule_fields import Choices, Field, Flag, Letters, Whole
from models.rules import CheckedRules, RulesReader

_RUN = 3

_TAKEN = {WILD_LETTER: f"{WILD_LETTER} is wild", HONOUR_LETTER: f"{HONOUR_LETTER} is for honours"}

# A tile is written as one digit; the other ranges are wider than any game in print.
_FIELDS: tuple[Field, ...] = (
    Letters("suits", "a", "z", (1, 8), _TAKEN, "mps"),
    Whole("numbers", (1, 9)),
    Whole("honours", (0, 9)),
    Whole("copies", (1, 8)),
    Choices("shapes", Shape),
    Whole("sets", (0, 60), optional=True),
    Flag("pair"),
    Whole("wilds", (0, 16)),
)


@dataclass(frozen=True)
class Rules(CheckedRules):
    """What a complete hand is made of; the defaults are the usual 136 tiles, and four wild ones.

    Attributes
    ----------
    suits
        The suits, one small letter each, in the order they are written in.
    numbers
        The highest number of a suit; numbers run from 1.
    honours
        How many kinds of honour there are (suit ``z``): they make triplets and pairs, no runs.
    copies
        How many tiles there are of each kind, and so how often a complete hand may show it.
    shapes
        Which sets count.
    sets
        How many sets a complete hand has; ``None`` is a third of the hand's tiles, rounded down.
    pair
        Whether it has a pair as well.
    wilds
        The most wild tiles there are.

    Raises
    ------
    InvalidInputError
        With every field that is out of range.
    """

    suits: tuple[str, ...] = ("m", "p", "s")
    numbers: int = 9
    honours: int = 7
    copies: int = 4
    shapes: tuple[Shape, ...] = (Shape.TRIPLET, Shape.RUN)
    sets: int | None = None
    pair: bool = True
    wilds: int = 4

    FIELDS: ClassVar = _FIELDS

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "shapes", tuple(s for s in Shape if s in self.shapes))

    @cached_property
    def kinds(self) -> tuple[Tile, ...]:
        """Every kind of tile but the wild one, suit by suit, honours last."""
        suited = tuple(Tile(s, n) for s in self.suits for n in range(1, self.numbers + 1))
        return suited + tuple(Tile(HONOUR_LETTER, n) for n in range(1, self.honours + 1))

    @cached_property
    def order(self) -> Mapping[Tile, int]:
        """Where each kind stands when tiles are written in order; the wild tile comes last."""
        return {tile: place for place, tile in enumerate((*self.kinds, WILD))}

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Every set and pair there is, kind by kind: triplet, run, pair of each lowest tile."""
        found: list[Block] = []
        for tile in self.kinds:
            runs = tile.suit != HONOUR_LETTER and tile.number <= self.numbers - _RUN + 1
            if Shape.TRIPLET in self.shapes and self.copies >= _RUN:
                found.append(Block(Shape.TRIPLET, tile))
            if Shape.RUN in self.shapes and runs:
                found.append(Block(Shape.RUN, tile))
            if self.pair and self.copies > 1:
                found.append(Block(PAIR, tile))
        return tuple(found)

    @cached_property
    def orphans(self) -> tuple[Tile, ...]:
        """The lowest and the highest tile of each suit, and the honours."""
        ends = (1, self.numbers)
        return tuple(t for t in self.kinds if t.suit == HONOUR_LETTER or t.number in ends)

    @property
    def total_tiles(self) -> int:
        """How many tiles there are, wild ones included."""
        return len(self.kinds) * self.copies + self.wilds

    def count(self, tile: Tile) -> int:
        """How many of this tile there are."""
        return self.wilds if tile.is_wild else self.copies

    def sets_of(self, tiles: int) -> int:
        """How many sets a complete hand has, for a hand of so many tiles."""
        return tiles // 3 if self.sets is None else self.sets

    def in_order(self, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """Put tiles in the canonical order."""
        return tuple(sorted(tiles, key=self.order.__getitem__))

    def suit_list(self) -> str:
        """Name the suits for a message: ``m p s z (characters, dots, bamboo, honours)``."""
        letters = (*self.suits, *((HONOUR_LETTER,) if self.honours else ()))
        names = [SUIT_NAMES.get(letter) for letter in letters]
        listed = " ".join(letters)
        return f"{listed} ({', '.join(n for n in names if n)})" if all(names) else listed


PRESETS: Mapping[str, Rules] = {
    "standard": Rules(),
    "no-honours": Rules(honours=0),
    "one-suit": Rules(suits=("m",), honours=0),
}
"""Rules by name: the usual tiles, those without honours (108), and a single suit (36)."""

DEFAULT_PRESET = "standard"

READER = RulesReader(PRESETS, DEFAULT_PRESET)
"""Reads rules from JSON."""

read_rules = READER.read
