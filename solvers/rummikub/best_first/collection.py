"""Collections of tiles, legal sets or not: what a state of the search is made of."""

from __future__ import annotations

from models.rummikub.meld import Meld, MeldKind
from models.rummikub.rules import Rules
from models.rummikub.tiles import JOKER, Tile

type Tiles = tuple[int, ...]
"""A multiset of tiles: places in ``Rules.order``, ascending; equal multisets are equal tuples."""


class Collections:
    """The collections one search meets, each under a number.

    A collection is one tile, or tiles that are a legal set but for tiles that are missing: of one
    colour without a gap that its own jokers don't fill, or of one number and different colours. A
    joker in it stands for whatever it has to; it may come to stand for something else whenever
    tiles come or go.

    Attributes
    ----------
    tiles
        The tiles of each.
    legal
        Whether each is a legal set.
    illegal_tiles, illegal
        Of each that is none, its tiles and 1; of a legal set 0.
    missing
        The fewest tiles that must be added to each to make it a legal set: what the smallest set
        has more. (Nothing can be added to a tile that no set of the rules holds; it misses as many
        as any other.)
    order
        Keys that sort them, smaller ones first, whatever their numbers are.
    """

    def __init__(self, rules: Rules) -> None:
        self.tiles: list[Tiles] = []
        self.legal: list[bool] = []
        self.illegal_tiles: list[int] = []
        self.illegal: list[int] = []
        self.missing: list[int] = []
        self.order: list[tuple[int, Tiles]] = []
        self._rules = rules
        self._joker = rules.order[JOKER]
        self._numbers: dict[Tiles, int | None] = {}
        self._taken: dict[int, tuple[tuple[int, int], ...]] = {}
        self._joined: dict[tuple[int, int], int | None] = {}

    def number(self, tiles: Tiles) -> int | None:
        """Return the number of these tiles, or ``None`` if they are no collection."""
        if tiles not in self._numbers:
            fits = self._could_be_run(tiles) or self._could_be_group(tiles)
            self._numbers[tiles] = self._add(tiles) if len(tiles) == 1 or fits else None
        return self._numbers[tiles]

    def taken(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return what a collection comes to when a tile is taken off: the tile and the rest.

        Any tile may go whose going leaves a collection: of a run either end, of a group any.
        """
        if number not in self._taken:
            tiles = self.tiles[number]
            found: dict[tuple[int, int], None] = {}
            for place, tile in enumerate(tiles):
                rest = self.number(tiles[:place] + tiles[place + 1 :]) if len(tiles) > 1 else None
                loose = self.number((tile,))
                # Two tiles come apart the same way, whichever is said to be taken.
                if rest is not None and loose is not None and (rest, loose) not in found:
                    found[loose, rest] = None
            self._taken[number] = tuple(found)
        return self._taken[number]

    def joined(self, number: int, loose: int) -> int | None:
        """Return what a collection becomes with a loose tile, or ``None`` if it can't have it."""
        if (number, loose) not in self._joined:
            tiles = tuple(sorted(self.tiles[number] + self.tiles[loose]))
            self._joined[number, loose] = self.number(tiles)
        return self._joined[number, loose]

    def best_reading(self, number: int) -> Meld:
        """Read a legal set as what is worth most, as a player would for the initial meld."""
        tiles, rules = self.tiles[number], self._rules
        real = [tile for place, tile in enumerate(rules.tiles) if place in tiles]
        readings = []
        if self._could_be_run(tiles):
            colour = real[0].colour if real else rules.colours[0]
            highest = rules.numbers - len(tiles) + 1
            first = min([highest, *(tile.number for tile in real)])
            shown = tuple(Tile(colour, first + place) for place in range(len(tiles)))
            readings.append(_meld(MeldKind.RUN, shown, real))
        if self._could_be_group(tiles):
            height = real[0].number if real else rules.numbers
            others = [c for c in rules.colours if Tile(c, height) not in real]
            colours = {tile.colour for tile in real} | set(others[: len(tiles) - len(real)])
            shown = tuple(Tile(c, height) for c in rules.colours if c in colours)
            readings.append(_meld(MeldKind.GROUP, shown, real))
        return max(readings, key=lambda meld: meld.value)

    def _add(self, tiles: Tiles) -> int:
        size, smallest = len(tiles), self._rules.min_set_size
        legal = size >= smallest
        self.tiles.append(tiles)
        self.legal.append(legal)
        self.illegal_tiles.append(0 if legal else size)
        self.illegal.append(0 if legal else 1)
        self.missing.append(max(0, smallest - size))
        self.order.append((size, tiles))
        return len(self.tiles) - 1

    def _could_be_run(self, tiles: Tiles) -> bool:
        colours, numbers, jokers = self._seen(tiles)
        gaps = max(numbers) - min(numbers) + 1 - len(numbers) if numbers else 0
        return (
            len(set(colours)) <= 1
            and len(set(numbers)) == len(numbers)
            and gaps <= jokers <= self._rules.joker_limit
            and max(len(tiles), self._rules.min_set_size) <= self._rules.numbers
        )

    def _could_be_group(self, tiles: Tiles) -> bool:
        colours, numbers, jokers = self._seen(tiles)
        return (
            len(set(numbers)) <= 1
            and len(set(colours)) == len(colours)
            and jokers <= self._rules.joker_limit
            and max(len(tiles), self._rules.min_set_size) <= len(self._rules.colours)
        )

    def _seen(self, tiles: Tiles) -> tuple[list[int], list[int], int]:
        """Return colour and number of each numbered tile, and how many jokers there are."""
        real = [divmod(tile, self._rules.numbers) for tile in tiles if tile != self._joker]
        return (
            [colour for colour, _ in real],
            [number for _, number in real],
            tiles.count(self._joker),
        )


def _meld(kind: MeldKind, shown: tuple[Tile, ...], real: list[Tile]) -> Meld:
    return Meld(kind, shown, tuple(place for place, tile in enumerate(shown) if tile not in real))
