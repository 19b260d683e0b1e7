"""Boards: their holes, jumps and symmetries, counted independently."""

import pickle

import pytest
from hypothesis import given

from models.peg_solitaire.board import Board, Directions, bits, moved
from models.peg_solitaire.boards import ALIASES, BOARDS
from tests.peg import FILE, boards


@pytest.mark.parametrize("name", BOARDS)
def test_a_named_board_has_the_holes_and_jumps_that_were_counted(name: str) -> None:
    board, counted = BOARDS[name], FILE["boards"][name]
    assert list(board.rows) == counted["rows"]
    assert board.size == counted["holes"]
    assert len(board.jumps) == counted["possible_jumps"]
    assert counted["directions"].startswith(board.directions.value)


def test_every_board_of_the_cases_has_its_name_here_and_every_alias_a_board() -> None:
    assert set(BOARDS) == set(FILE["boards"])
    assert all(name in BOARDS and alias not in BOARDS for alias, name in ALIASES.items())


@pytest.mark.parametrize(
    ("name", "count"),
    [("english33", 8), ("french37", 8), ("asym39", 2), ("rect3x4", 4), ("tri15", 6)],
)
def test_a_board_has_as_many_symmetries_as_its_shape(name: str, count: int) -> None:
    assert len(BOARDS[name].symmetries) == count


def test_a_hexagon_has_twelve_symmetries() -> None:
    rows = ("ooo", "oooo", "ooooo", " oooo", "  ooo")
    assert len(Board(rows, Directions.TRIANGULAR).symmetries) == 12
    assert len(Board(rows).symmetries) < 12


@given(boards())
def test_symmetries_take_jumps_to_jumps_and_make_a_group(board: Board) -> None:
    jumps = {(j.source, j.over, j.target) for j in board.jumps}
    symmetries = set(board.symmetries)
    assert board.symmetries[0] == tuple(range(board.size))
    for there in symmetries:
        assert {(there[s], there[o], there[t]) for s, o, t in jumps} == jumps
        for then in symmetries:
            assert tuple(then[image] for image in there) in symmetries


@given(boards())
def test_every_jump_goes_both_ways(board: Board) -> None:
    jumps = {(j.source, j.over, j.target) for j in board.jumps}
    assert {(target, over, source) for source, over, target in jumps} == jumps


@given(boards())
def test_a_drawing_shows_every_peg_and_keeps_the_shape(board: Board) -> None:
    pegs = board.full & 0b101101101
    drawn = board.draw(pegs)
    assert [row.replace(".", "o") for row in drawn] == list(board.rows)
    assert "".join(drawn).count("o") == pegs.bit_count()
    assert board.mask(board.cells(pegs)) == pegs
    assert list(bits(pegs)) == [board.index[cell] for cell in board.cells(pegs)]
    assert moved(pegs, board.symmetries[0]) == pegs


def test_a_board_pickles_small_and_equal() -> None:
    board = BOARDS["english33"]
    assert board.jumps
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert hash(again) == hash(board)
    assert len(pickle.dumps(board)) < 400


def test_a_stuck_position_has_no_jump() -> None:
    board = Board(("ooo",))
    assert board.is_stuck(0b101)
    assert not board.is_stuck(0b011)
    assert board.is_stuck(0b111)
