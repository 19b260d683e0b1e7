"""Reading problems: what is right comes back, what is wrong is named at its place, all at once."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.defects import Defects, InvalidInputError
from models.peg_solitaire.board import Board, Directions
from models.peg_solitaire.boards import MOST_HOLES, read_board
from models.peg_solitaire.problem import Kind, Problem, problem_from, read_problem
from tests.peg import CASES, asked, boards, positions, problem

CENTRAL = {"board": "english", "start": [3, 3], "goal": [3, 3]}


def faults(raw: dict[str, Any]) -> list[tuple[str, str]]:
    defects = Defects()
    assert read_problem(raw, defects) is None
    return [(defect.pointer, defect.code) for defect in defects]


def message(raw: dict[str, Any]) -> str:
    with pytest.raises(InvalidInputError) as raised:
        problem_from(raw)
    return str(raised.value)


def test_a_place_is_the_vacancy_at_the_start_and_the_survivor_at_the_goal() -> None:
    central = problem(**CENTRAL)
    assert central.kind is Kind.REACH
    assert central.start.bit_count() == 32
    assert central.goal == central.board.full ^ central.start
    assert central.jumps_needed == 31


def test_a_position_can_be_drawn() -> None:
    drawn = problem(board=[" o", "ooo"], start=[" o", "o.o"], goal=[" .", ".o."])
    assert drawn.board.draw(drawn.start) == (" o", "o.o")
    assert drawn.board.draw(drawn.goal or 0) == (" .", ".o.")


def test_every_case_reads_back_as_it_was_written() -> None:
    for case in CASES:
        one = asked(case)
        assert problem_from(one.to_json()) == one


@given(boards().flatmap(lambda b: st.tuples(st.just(b), positions(b), positions(b))))
def test_any_problem_reads_back_as_it_was_written(drawn: tuple[Board, int, int]) -> None:
    board, start, goal = drawn
    for kind in Kind:
        one = Problem(board, kind, start, goal if kind.has_goal else None)
        assert problem_from(one.to_json()) == one


def test_all_that_is_wrong_is_said_at_once() -> None:
    raw = {"board": "englisch", "problem": "stuck", "start": None, "directions": "up"}
    assert faults(raw) == [
        ("/problem", "unknown_problem"),
        ("/directions", "unknown_directions"),
        ("/board", "unknown_board"),
        ("/start", "missing_field"),
    ]
    assert "did you mean english? " in message(raw)


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"start": [0, 0]}, "/start", "no_hole"),
        ({"start": [7, 0]}, "/start", "no_hole"),
        ({"start": [3]}, "/start", "wrong_type"),
        ({"start": [3, True]}, "/start", "wrong_type"),
        ({"start": "centre"}, "/start", "wrong_type"),
        ({"goal": ["o"]}, "/goal", "wrong_shape"),
        ({"goal": None}, "/goal", "missing_goal"),
        ({"problem": "fools"}, "/goal", "goal_without_use"),
        ({"problem": "fewest-left"}, "/goal", "goal_without_use"),
        ({"directions": "triangular"}, "/directions", "wrong_directions"),
        ({"board": None}, "/board", "missing_field"),
        ({"board": 33}, "/board", "wrong_type"),
        ({"board": ["ooo", 3]}, "/board/1", "wrong_type"),
        ({"board": ["o.o"]}, "/board/0", "wrong_mark"),
        ({"board": ["oxo"]}, "/board/0", "wrong_mark"),
        ({"board": ["  "]}, "/board", "no_holes"),
        ({"board": ["o" * 65]}, "/board/0", "board_too_large"),
        ({"board": ["o" * 64] * 3}, "/board", "board_too_large"),
        ({"board": ["o"] * 65}, "/board", "board_too_large"),
    ],
)
def test_what_is_wrong_is_named_at_its_place(
    change: dict[str, Any], pointer: str, code: str
) -> None:
    assert (pointer, code) in faults(CENTRAL | change)


@pytest.mark.parametrize(
    ("rows", "pointer", "code"),
    [
        ([" o", "o.o", "o"], "/start", "wrong_shape"),
        (["o", "o.o"], "/start/0", "wrong_shape"),
        ([" o", "oo"], "/start/1", "wrong_shape"),
        ([" x", "o.o"], "/start/0", "wrong_mark"),
        ([" .", "..."], "/start", "no_pegs"),
    ],
)
def test_a_drawn_position_must_fit_the_board(rows: list[str], pointer: str, code: str) -> None:
    assert (pointer, code) in faults({"board": [" o", "ooo"], "start": rows, "goal": [0, 1]})


def test_a_board_of_one_hole_has_no_start_with_a_vacancy() -> None:
    assert faults({"board": ["o"], "start": [0, 0], "goal": [0, 0]}) == [("/start", "no_pegs")]


def test_the_largest_board_is_a_field() -> None:
    defects = Defects()
    assert read_board(["o" * 64] * (MOST_HOLES // 64), ("board",), defects) is not None
    assert read_board(["ooooo"], ("board",), defects, most_holes=4) is None
    assert [defect.code for defect in defects] == ["board_too_large"]


def test_blanks_at_the_end_of_a_row_are_nothing() -> None:
    defects = Defects()
    board = read_board(["o  ", "oo "], ("board",), defects, "triangular")
    assert board == Board(("o", "oo"), Directions.TRIANGULAR)
    one = problem(board=["o  ", "oo "], start=[".", "oo  "], goal=[0, 0])
    assert one.start == 0b110


def test_a_problem_is_held_to_the_same_when_made_by_hand() -> None:
    board = Board(("ooo",))
    with pytest.raises(InvalidInputError, match="no goal"):
        Problem(board, Kind.FOOLS, 0b011, 0b100)
    with pytest.raises(InvalidInputError, match="needs a goal"):
        Problem(board, Kind.REACH, 0b011)
    with pytest.raises(InvalidInputError, match="beyond the 3 holes"):
        Problem(board, Kind.FOOLS, 0b1011)
    with pytest.raises(InvalidInputError, match="no peg"):
        Problem(board, Kind.FOOLS, 0)
