"""One tile, and the wild one."""

from __future__ import annotations

from typing import NamedTuple

WILD_LETTER = "w"
HONOUR_LETTER = "z"

SUIT_NAMES = {"m": "characters", "p": "dots", "s": "bamboo", HONOUR_LETTER: "honours"}
"""Names of the suits of the usual game; other rules may use other letters."""


class Tile(NamedTuple):
    """A tile: a suit and a number, an honour, or the wild tile.

    Attributes
    ----------
    suit
        One small letter; ``z`` for honours, ``w`` for the wild tile.
    number
        From 1; 0 for the wild tile. Honours 1 to 7 are east, south, west, north, white, green, red.
    """

    suit: str
    number: int

    @property
    def is_wild(self) -> bool:
        """Whether this is the wild tile."""
        return self.suit == WILD_LETTER

    def __str__(self) -> str:
        return WILD_LETTER if self.suit == WILD_LETTER else f"{self.number}{self.suit}"


WILD = Tile(WILD_LETTER, 0)
