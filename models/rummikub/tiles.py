"""One tile, and the order tiles are written in."""

from __future__ import annotations

from typing import NamedTuple

JOKER_LETTER = "J"

COLOUR_NAMES = {"R": "red", "B": "blue", "O": "orange", "K": "black"}
"""Names of the colours of the boxed game; other rules may use other letters."""


class Tile(NamedTuple):
    """A tile as it is printed: a colour and a number, or the joker.

    Attributes
    ----------
    colour
        One upper-case letter; ``J`` for the joker.
    number
        The number printed on it, from 1; 0 for the joker.
    """

    colour: str
    number: int

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self.colour == JOKER_LETTER

    def __str__(self) -> str:
        return JOKER_LETTER if self.colour == JOKER_LETTER else f"{self.colour}{self.number}"


JOKER = Tile(JOKER_LETTER, 0)
