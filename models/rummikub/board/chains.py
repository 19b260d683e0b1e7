"""The sets on the board as chains of tiles, kept up to date tile by tile.

What lies next to each other in a row is a set, legal or not. Two maps know the sets: ``edges`` has
the places of the first and last tile of each, ``ends`` its first and last tile, which are linked to
the others. Of the tiles in between, no map says which set they belong to: so merging two sets need
not tell their tiles, and putting down a tile takes a fixed number of steps.

The arguments, and what a step is, are in docs/board.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from models.rummikub.board.place import Place
from models.rummikub.tiles import Tile


class Effect(StrEnum):
    """What a tile that is put down does to the sets; taking it off does the opposite."""

    NEW = "new"
    EXTEND_LEFT = "extend left"
    EXTEND_RIGHT = "extend right"
    MERGE = "merge"


@dataclass(slots=True, eq=False)
class Link:
    """A tile on the board, and those to its left and right in its set."""

    place: Place
    tile: Tile
    left: Link | None = None
    right: Link | None = None


class Ends(NamedTuple):
    """The first and the last tile of a set; the same if it has only one."""

    first: Link
    last: Link


class Parts:
    """Makes the parts a board consists of; those of :mod:`.counting` count what is done to them."""

    def map[K, V](self) -> dict[K, V]:
        """Make an empty map."""
        return {}

    def link(self, place: Place, tile: Tile) -> Link:
        """Make a tile that is linked to no other."""
        return Link(place, tile)


class Chains:
    """The sets on the board.

    Attributes
    ----------
    links
        Every tile by its place: the grid.
    edges
        The set that has its first or last tile at a place, as a number. These numbers only tell
        sets apart; merging and splitting gives new ones.
    ends
        The first and last tile of each set.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.links: dict[Place, Link] = parts.map()
        self.edges: dict[Place, int] = parts.map()
        self.ends: dict[int, Ends] = parts.map()
        self._next = 0

    def put(self, place: Place, tile: Tile) -> Effect:
        """Put a tile on an empty place, in a fixed number of steps."""
        link = self._parts.link(place, tile)
        self.links[place] = link
        # The place is empty, so a tile beside it is the last, or the first, of its set.
        before, after = self.edges.get(place.left), self.edges.get(place.right)
        if before is None:
            if after is None:
                self._name(Ends(link, link))
                return Effect.NEW
            first, last = self.ends[after]
            _join(link, first)
            self._rename(after, Ends(first, last), Ends(link, last))
            return Effect.EXTEND_LEFT
        first, last = self.ends[before]
        _join(last, link)
        if after is None:
            self._rename(before, Ends(first, last), Ends(first, link))
            return Effect.EXTEND_RIGHT
        right = self.ends[after]
        _join(link, right.first)
        self._forget(after, right)
        self._rename(before, Ends(first, last), Ends(first, right.last))
        return Effect.MERGE

    def take(self, place: Place) -> Effect:
        """Take a tile off: in a fixed number of steps from an edge of its set.

        From the middle it splits the set, and takes as many steps as the smaller part has tiles.

        Returns
        -------
        Effect
            What putting it back would do.
        """
        link = self.links[place]
        key = self._key(link)
        del self.links[place]
        first, last = whole = self.ends[key]
        left, right = link.left, link.right
        if left is None:
            if right is None:
                self._forget(key, whole)
                return Effect.NEW
            _cut(link, right)
            self._rename(key, whole, Ends(right, last))
            return Effect.EXTEND_LEFT
        _cut(left, link)
        if right is None:
            self._rename(key, whole, Ends(first, left))
            return Effect.EXTEND_RIGHT
        _cut(link, right)
        self._split(key, whole, Ends(first, left), Ends(right, last))
        return Effect.MERGE

    def ends_at(self, place: Place) -> Ends:
        """Return the ends of the set that a tile belongs to; the steps are those to the nearer."""
        return self.ends[self._key(self.links[place])]

    def _split(self, key: int, whole: Ends, left: Ends, right: Ends) -> None:
        """Make two sets of one: the smaller part is named anew, the larger keeps the name."""
        small, large = (left, right) if _size(left) < _size(right) else (right, left)
        self._rename(key, whole, large)
        self._name(small)

    def _key(self, link: Link) -> int:
        """Find the set of a tile: that of the nearer end, looked for on both sides by turns.

        At an edge that is one step. From the middle it is as many as the smaller part has tiles,
        and that is all that splitting a set costs beyond a fixed number of steps.
        """
        left = right = link
        while left.left is not None and right.right is not None:
            left, right = left.left, right.right
        return self.edges[(left if left.left is None else right).place]

    def _name(self, ends: Ends) -> None:
        """Enter a set under a new number."""
        self.ends[self._next] = ends
        for link in ends:
            self.edges[link.place] = self._next
        self._next += 1

    def _rename(self, key: int, old: Ends, new: Ends) -> None:
        """Give a set other ends."""
        for link in old:
            # A set of one tile has its edge twice.
            self.edges.pop(link.place, None)
        self.ends[key] = new
        for link in new:
            self.edges[link.place] = key

    def _forget(self, key: int, ends: Ends) -> None:
        """Strike a set out."""
        del self.ends[key]
        for link in ends:
            self.edges.pop(link.place, None)


def along(ends: Ends) -> Iterator[Link]:
    """Go through the tiles of a set from left to right."""
    link: Link | None = ends.first
    while link is not None:
        yield link
        link = link.right


def _join(left: Link, right: Link) -> None:
    left.right = right
    right.left = left


def _cut(left: Link, right: Link) -> None:
    left.right = right.left = None


def _size(ends: Ends) -> int:
    return ends.last.place.column - ends.first.place.column + 1
