"""A place on the board."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """A place of the grid; places sort in reading order.

    Attributes
    ----------
    row
        Counted from 0, downwards.
    column
        Counted from 0, to the right.
    """

    row: int
    column: int

    @property
    def left(self) -> Place:
        """The place before it in its row, which may be off the board."""
        return Place(self.row, self.column - 1)

    @property
    def right(self) -> Place:
        """The place after it in its row, which may be off the board."""
        return Place(self.row, self.column + 1)

    def __str__(self) -> str:
        return f"row {self.row}, column {self.column}"
