"""Sets of tiles as whole numbers: a bit a numbered tile, and a count of jokers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from models.rummikub.rules import Rules
from models.rummikub.tiles import JOKER, Tile

JOKER_UNIT = 1
"""One joker; in a mask of single tiles, that there is one."""

JOKERS = 15
"""The bits that count jokers: the rules allow 8."""

_SHIFT = JOKERS.bit_length()


def holds(code: int, unit: int) -> int:
    """Tell whether a tile is in a set of tiles: not 0 if it is."""
    return code & (JOKERS if unit == JOKER_UNIT else unit)


class Codes:
    """How sets are written as numbers under given rules, and which are legal.

    A legal set holds no numbered tile twice, so a bit for each will do: colour by colour, in each
    the numbers upwards, above the count of jokers. A *unit* is the number of one tile. Adding and
    taking away tiles is adding and subtracting units.

    Parameters
    ----------
    rules
        The rules.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._numbers = rules.numbers
        self._least = rules.min_set_size
        self._most_jokers = rules.joker_limit
        self._units = {tile: 1 << _SHIFT + i for i, tile in enumerate(rules.tiles)}
        self._units[JOKER] = JOKER_UNIT
        self._tiles = {unit: tile for tile, unit in self._units.items()}
        self.colours = [
            sum(self._units[Tile(c, n)] for n in range(1, rules.numbers + 1)) for c in rules.colours
        ]
        self.ranks = [
            sum(self._units[Tile(c, n)] for c in rules.colours) for n in range(1, rules.numbers + 1)
        ]
        self._around: dict[tuple[int, int], tuple[int, ...]] = {}

    def unit(self, tile: Tile) -> int:
        """Write one tile as a number."""
        return self._units[tile]

    def tile(self, unit: int) -> Tile:
        """Read one tile."""
        return self._tiles[unit]

    def units(self, code: int) -> Iterator[int]:
        """List the tiles of a set of tiles, lowest first, jokers last."""
        jokers = code & JOKERS
        code -= jokers
        while code:
            unit = code & -code
            yield unit
            code -= unit
        for _ in range(jokers):
            yield JOKER_UNIT

    def is_legal(self, code: int) -> bool:
        """Tell whether tiles are one legal set."""
        jokers = code & JOKERS
        real = code - jokers
        size = real.bit_count() + jokers
        if size < self._least or jokers > self._most_jokers:
            return False
        return self.is_run(real, size) or self.is_group(real, size)

    def is_run(self, real: int, size: int) -> bool:
        """Tell whether numbered tiles and jokers, ``size`` in all, show a run."""
        if not real:
            return size <= self._numbers
        high = real.bit_length() - 1 - _SHIFT
        low = (real & -real).bit_length() - 1 - _SHIFT
        same = high // self._numbers == low // self._numbers
        return same and high - low < size <= self._numbers

    def is_group(self, real: int, size: int) -> bool:
        """Tell whether numbered tiles and jokers, ``size`` in all, show a group."""
        if size > len(self.rules.colours):
            return False
        if not real:
            return True
        low = (real & -real).bit_length() - 1 - _SHIFT
        return not real & ~self.ranks[low % self._numbers]

    def as_sets(self, code: int) -> tuple[int, ...]:
        """Cut tiles into one legal set or, at a number, into two; empty if that can't be done."""
        if self.is_legal(code):
            return (code,)
        jokers = code & JOKERS
        real = code - jokers
        if real.bit_count() + jokers < 2 * self._least:
            return ()
        low = 0
        for unit in self.units(real):
            low += unit
            if found := self._two(low, real - low, jokers):
                return found
        return ()

    def with_twin(self, code: int, unit: int) -> tuple[int, ...]:
        """Cut a set and a tile that it holds already into two; empty if that can't be done."""
        jokers = code & JOKERS
        real = code - jokers
        low = real & (2 * unit - 1)
        return self._two(low, real - low + unit, jokers)

    def _two(self, low: int, high: int, jokers: int) -> tuple[int, ...]:
        for below in range(jokers + 1):
            if self.is_legal(low + below) and self.is_legal(high + jokers - below):
                return low + below, high + jokers - below
        return ()

    def around(self, unit: int, jokers: int = 0) -> tuple[int, ...]:
        """List the smallest legal sets that hold a numbered tile and so many jokers."""
        known = self._around.get((unit, jokers))
        if known is None:
            known = self._around[unit, jokers] = tuple(self._smallest(unit, jokers))
        return known

    def _smallest(self, unit: int, jokers: int) -> Iterator[int]:
        others = self._least - 1 - jokers
        if others < 0 or jokers > self._most_jokers:
            return
        tile = self._tiles[unit]
        colour = self.rules.colours.index(tile.colour)
        found: dict[int, None] = {}
        for rest in (self.colours[colour] - unit, self.ranks[tile.number - 1] - unit):
            near = [u for u in self.units(rest) if self._is_near(unit, u)]
            for chosen in combinations(near, others):
                code = unit + sum(chosen) + jokers
                if self.is_legal(code):
                    found[code] = None
        yield from found

    def _is_near(self, unit: int, other: int) -> bool:
        one, two = self._tiles[unit], self._tiles[other]
        return abs(one.number - two.number) < self._least


@lru_cache(maxsize=8)
def codes_of(rules: Rules) -> Codes:
    """Return the codes of given rules, made once for those asked for lately."""
    return Codes(rules)
