"""What can't be done on the board.

::

    BoardError (a ValueError)
    ├── OutsideError        there is no such place
    ├── OccupiedError       a tile lies there already
    ├── EmptyError          no tile lies there
    └── NoRoomError         a set does not fit on the board
"""

from __future__ import annotations

from models.rummikub.board.place import Place
from models.rummikub.tiles import Tile


class BoardError(ValueError):
    """Something that can't be done; the board is as it was before."""


class OutsideError(BoardError):
    """There is no such place.

    Attributes
    ----------
    place
        The place.
    """

    def __init__(self, place: Place, rows: int, columns: int) -> None:
        self.place = place
        super().__init__(
            f"{place} is off the board: rows are 0 to {rows - 1}, columns 0 to {columns - 1}"
        )


class OccupiedError(BoardError):
    """A tile lies there already.

    Attributes
    ----------
    place
        The place.
    """

    def __init__(self, place: Place, tile: Tile) -> None:
        self.place = place
        super().__init__(f"{tile} lies at {place}: choose an empty place")


class EmptyError(BoardError):
    """No tile lies there.

    Attributes
    ----------
    place
        The place.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        super().__init__(f"no tile lies at {place}: choose a place with a tile")


class NoRoomError(BoardError):
    """A set does not fit on the board when sets are laid out.

    Attributes
    ----------
    index
        Which of the sets it is, counted from 0.
    """

    def __init__(self, index: int, size: int, rows: int, columns: int) -> None:
        self.index = index
        super().__init__(
            f"set {index} does not fit: none of {rows} rows of {columns} places has room for "
            f"{size} tiles beside what is laid; take a larger board"
        )
