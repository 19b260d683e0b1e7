"""What a set can spare and accept, worked out once for each set that is ever met."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from operator import or_

from models.rummikub.meld import Meld, MeldKind
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile
from solvers.rummikub.rule_based.codes import JOKER_UNIT, JOKERS, Codes

MOST_FACTS = 4000
"""Sets whose facts are kept at once: some 20 MB."""


@dataclass(frozen=True, slots=True)
class Break:
    """What is left of a set that can't spare a tile, once that tile is taken.

    Attributes
    ----------
    kept
        The parts that are legal sets.
    loose
        The tiles that have to go elsewhere.
    loose_mask
        The same as a mask.
    repairs
        A mask of tiles any of which makes all that is left legal.
    """

    kept: tuple[int, ...]
    loose: tuple[int, ...]
    loose_mask: int
    repairs: int


@dataclass(frozen=True, eq=False)
class Facts:
    """What a legal set can do.

    Attributes
    ----------
    codes
        How tiles are written.
    code
        The set.
    spare
        A mask of the tiles that can be taken so that one or two legal sets remain.
    rest
        What remains, by the tile taken.
    accepts
        A mask of the tiles that can be added so that it is one or two legal sets.
    grown
        What it is then, by the tile added.
    """

    codes: Codes = field(repr=False)
    code: int
    spare: int
    rest: dict[int, tuple[int, ...]]
    accepts: int
    grown: dict[int, tuple[int, ...]]

    @cached_property
    def breaks(self) -> tuple[tuple[int, Break], ...]:
        """What is left for each tile that can't be spared."""
        kinds = dict.fromkeys(self.codes.units(self.code))
        return tuple((unit, self._break(unit)) for unit in kinds if not unit & self.spare)

    @cached_property
    def broken(self) -> dict[int, Break]:
        """The same, by the tile taken."""
        return dict(self.breaks)

    @cached_property
    def stand_ins(self) -> int:
        """A mask of the numbered tiles that can take the place of one of its jokers."""
        if not self.code & JOKERS:
            return 0
        left = self.code - JOKER_UNIT
        fitting = _fitting(self.codes, left) if left else 0
        new = self.codes.units(fitting & ~left)
        return sum(unit for unit in new if self.codes.as_sets(left + unit))

    @cached_property
    def reach(self) -> dict[int, int]:
        """Tiles it would accept after another: by the tile, a mask of those others."""
        found: dict[int, int] = {}
        for between in self.codes.units(self.accepts - (self.accepts & JOKERS)):
            grown = self.grown[between]
            if len(grown) == 1:
                beyond = facts_of(self.codes, grown[0]).accepts & ~self.accepts & ~JOKERS
                for unit in self.codes.units(beyond & ~self.code):
                    found[unit] = found.get(unit, 0) | between
        return found

    @cached_property
    def meld(self) -> Meld:
        """The set as it is laid, read as favourably as can be."""
        jokers = self.code & JOKERS
        real = self.code - jokers
        size = real.bit_count() + jokers
        tiles = [self.codes.tile(unit) for unit in self.codes.units(real)]
        read = []
        if self.codes.is_group(real, size):
            read.append(_group(tiles, size, self.codes.rules))
        if self.codes.is_run(real, size):
            read.append(_run(tiles, size, self.codes.rules))
        return max(read, key=lambda meld: meld.value)

    def _break(self, unit: int) -> Break:
        codes = self.codes
        left = self.code - unit
        new = (*codes.units(_fitting(codes, left) & ~self.code), JOKER_UNIT)
        repairs = sum(other for other in new if other != unit and codes.as_sets(left + other))
        parts: tuple[int, ...] = ()
        if not left & JOKERS and unit != JOKER_UNIT:
            below = left & (unit - 1)
            parts = tuple(part for part in (below, left - below) if codes.is_legal(part))
        loose = left - sum(parts)
        loose_mask = loose if loose & JOKERS <= 1 else loose & ~JOKERS | JOKER_UNIT
        return Break(parts, tuple(codes.units(loose)), loose_mask, repairs)


def _fitting(codes: Codes, code: int) -> int:
    """Make a mask of the numbered tiles that may fit tiles: of their colours or numbers."""
    real = code & ~JOKERS
    masks = (*codes.colours, *codes.ranks)
    return reduce(or_, (mask for mask in masks if not real or mask & real))


def _run(tiles: list[Tile], size: int, rules: Rules) -> Meld:
    """Read a run: jokers in its gaps, then above, then below."""
    colour = tiles[0].colour if tiles else rules.colours[0]
    lowest = tiles[0].number if tiles else rules.numbers
    first = min(lowest, rules.numbers - size + 1)
    shown = tuple(Tile(colour, first + place) for place in range(size))
    return Meld(MeldKind.RUN, shown, tuple(p for p, tile in enumerate(shown) if tile not in tiles))


def _group(tiles: list[Tile], size: int, rules: Rules) -> Meld:
    """Read a group: jokers are the first colours that are missing."""
    number = tiles[0].number if tiles else rules.numbers
    held = [tile.colour for tile in tiles]
    missing = [colour for colour in rules.colours if colour not in held]
    colours = {*held, *missing[: size - len(held)]}
    shown = tuple(Tile(colour, number) for colour in rules.colours if colour in colours)
    places = tuple(p for p, tile in enumerate(shown) if tile not in tiles)
    return Meld(MeldKind.GROUP, shown, places)


@lru_cache(maxsize=MOST_FACTS)
def facts_of(codes: Codes, code: int) -> Facts:
    """Work out what a legal set can do."""
    rest = {}
    for unit in dict.fromkeys(codes.units(code)):
        if remains := codes.as_sets(code - unit):
            rest[unit] = remains
    grown = {}
    for unit in (*codes.units(_fitting(codes, code)), JOKER_UNIT):
        twin = unit != JOKER_UNIT and unit & code
        if found := codes.with_twin(code, unit) if twin else codes.as_sets(code + unit):
            grown[unit] = found
    return Facts(codes, code, sum(rest), rest, sum(grown), grown)
