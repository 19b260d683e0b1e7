"""The position class: linear algebra over the field of two elements."""

from __future__ import annotations

from models.peg_solitaire.board import Board
from models.peg_solitaire.certificate import PositionClass


def class_certificate(board: Board, start: int, goal: int) -> PositionClass | None:
    """Find marked holes that show that two positions differ in their class.

    A jump adds, modulo 2, the mask of its three holes to a position. So the goal is in the class of
    the start if and only if their difference is a sum of such masks; if not, there are marked holes
    of which every three in a row hold an even number, and the difference an odd one.

    Parameters
    ----------
    board
        The board.
    start, goal
        The positions.

    Returns
    -------
    PositionClass | None
        ``None`` if they are in one class.
    """
    rows = _reduced({jump.touched for jump in board.jumps})
    rest = start ^ goal
    for pivot, row in rows.items():
        if rest & pivot:
            rest ^= row
    if not rest:
        return None
    free = rest & -rest
    marked = free
    for pivot, row in rows.items():
        if row & free:
            marked |= pivot
    return PositionClass(marked)


def _reduced(masks: set[int]) -> dict[int, int]:
    """Return a reduced basis: each row by a bit, its pivot, that no other row has."""
    rows: dict[int, int] = {}
    for mask in sorted(masks):
        rest = mask
        for pivot, row in rows.items():
            if rest & pivot:
                rest ^= row
        if rest:
            new = rest & -rest
            rows = {p: row ^ rest if row & new else row for p, row in rows.items()}
            rows[new] = rest
    return rows
