"""Merson regions: the first jump out of a full one starts in it."""

from hypothesis import given

from models.peg_solitaire.board import Board
from models.peg_solitaire.boards import BOARDS
from solvers.peg_solitaire.search.regions import LARGEST, merson_regions
from tests.peg import boards


def is_region(board: Board, region: int) -> bool:
    """Whether no jump passes over a hole of it from outside to outside."""
    return all(
        region & (1 << jump.source | 1 << jump.target)
        for jump in board.jumps
        if region >> jump.over & 1
    )


@given(boards(3, 3))
def test_regions_are_the_least_sets_that_no_jump_passes_over_from_outside(board: Board) -> None:
    known = [r for r in range(1, board.full + 1) if is_region(board, r)]
    least = [r for r in known if not any(o & r == o and o != r for o in known)]
    assert set(merson_regions(board)) == {r for r in least if r.bit_count() <= LARGEST}


def test_the_corners_of_the_english_board_are_regions() -> None:
    board = BOARDS["english33"]
    corners = [(0, 2), (0, 4), (2, 0), (2, 6), (4, 0), (4, 6), (6, 2), (6, 4)]
    assert merson_regions(board)[:8] == tuple(sorted(board.mask([cell]) for cell in corners))
