"""Where sets go on a board when a whole table is laid out."""

from __future__ import annotations

from collections.abc import Sequence

from models.rummikub.board.errors import BoardError, NoRoomError
from models.rummikub.board.place import Place


def first_fit(sizes: Sequence[int], rows: int, columns: int) -> list[Place]:
    """Give each set the first row that has room, one free place after the set before it.

    Parameters
    ----------
    sizes
        How many tiles each set has.
    rows, columns
        The size of the board.

    Returns
    -------
    list[Place]
        The place of the first tile of each.

    Raises
    ------
    NoRoomError
        If a set fits into no row; it names the first such set.
    BoardError
        If a set has no tiles.
    """
    free = [0] * rows
    places: list[Place] = []
    for index, size in enumerate(sizes):
        if size == 0:
            raise BoardError(f"set {index} has no tiles: leave it out")
        for row, column in enumerate(free):
            if column + size <= columns:
                places.append(Place(row, column))
                free[row] = column + size + 1
                break
        else:
            raise NoRoomError(index, size, rows, columns)
    return places
