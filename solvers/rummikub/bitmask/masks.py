"""Multisets of tiles as whole numbers: a mask has a field of bits a kind of tile."""

from __future__ import annotations

from collections.abc import Mapping

from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile


class Masks:
    """How sub-multisets of given tiles are written as masks.

    A field holds how many of its kind are in the multiset. So equal tiles are equal: *k* of them
    make *k + 1* masks, where a bit a tile would make :math:`2^k`. A kind there is once takes one
    bit.

    Above each field is a guard bit, 0 in every mask. A part is contained in a mask if all guards
    are still there in ``(mask | guards) - part``: a field that went below 0 would have borrowed
    its own, and no other.

    Kinds are ordered by number, then colour, jokers last. By number, because then a set through
    the lowest tile of what is left reaches only a few numbers up, and what is left is all tiles
    but for a ragged edge: few multisets are ever met (see docs/bitmask.md). Jokers last, because
    the lowest tile is to be a numbered one, which a set through it has to fit.

    Parameters
    ----------
    counts
        How often each tile is in play.
    rules
        The rules.

    Attributes
    ----------
    kinds
        The kinds of tile in play, lowest first.
    units
        The mask of one tile of each kind.
    fields
        The bits of each kind's field, without the guard.
    guards
        All guard bits.
    whole
        The mask of all tiles.
    width
        Bits that masks take, guards included.
    """

    def __init__(self, counts: Mapping[Tile, int], rules: Rules) -> None:
        # Stable, and jokers are last of all in the rules' order but first by number.
        held = rules.in_order(tile for tile in counts if counts[tile])
        self.kinds = tuple(sorted(held, key=lambda tile: (tile.is_joker, tile.number)))
        self._place = {tile: place for place, tile in enumerate(self.kinds)}
        self.units: list[int] = []
        self.fields: list[int] = []
        self._kind_at: list[int] = []
        self.guards = 0
        for place, tile in enumerate(self.kinds):
            bits = counts[tile].bit_length()
            shift = len(self._kind_at)
            self.units.append(1 << shift)
            self.fields.append((1 << bits) - 1 << shift)
            self.guards |= 1 << shift + bits
            self._kind_at += [place] * (bits + 1)
        self.width = len(self._kind_at)
        self.whole = self.mask(counts)

    def mask(self, counts: Mapping[Tile, int]) -> int:
        """Write a sub-multiset as a mask."""
        return sum(self.units[self._place[tile]] * count for tile, count in counts.items() if count)

    def lowest(self, mask: int) -> int:
        """Return the place of the lowest kind in a mask that is not empty."""
        return self._kind_at[(mask & -mask).bit_length() - 1]

    def count(self, mask: int, place: int) -> int:
        """Count the tiles of a kind in a mask."""
        return (mask & self.fields[place]) // self.units[place]
