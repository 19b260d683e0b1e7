"""One block of a hand: a set (a triplet or a run of three) or the pair."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from models.mahjong.tiles import Tile


class Shape(StrEnum):
    """The shapes of a set: three equal tiles, or three neighbours in one suit."""

    TRIPLET = "triplet"
    RUN = "run"


PAIR = "pair"


class Block(NamedTuple):
    """A set or a pair, as it shows once wild tiles stand for what they stand for.

    Attributes
    ----------
    kind
        ``triplet``, ``run`` or ``pair``.
    first
        Its lowest tile.
    """

    kind: str
    first: Tile

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles it shows, in order."""
        suit, number = self.first
        if self.kind == Shape.RUN:
            return (self.first, Tile(suit, number + 1), Tile(suit, number + 2))
        return (self.first,) * (2 if self.kind == PAIR else 3)

    def __str__(self) -> str:
        return "".join(str(tile.number) for tile in self.tiles) + self.first.suit
