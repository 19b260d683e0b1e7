"""The quick tests: what they find holds, and they find what is to be found."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.peg_solitaire.board import Board
from models.peg_solitaire.boards import BOARDS
from models.peg_solitaire.certificate import JumpCounts, Pagoda, PositionClass
from models.peg_solitaire.check import check_certificate
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.impossible import why_impossible
from solvers.peg_solitaire.position_class import class_certificate
from solvers.result import Budget, Limits, StoppedError
from tests.peg import boards, explored, positions, problem
from tests.solvers.watches import Asked


@given(boards(3, 4).flatmap(lambda b: st.tuples(st.just(b), positions(b), positions(b))))
def test_what_is_called_impossible_is_and_the_checker_verifies_it(
    drawn: tuple[Board, int, int],
) -> None:
    board, start, goal = drawn
    one = Problem(board, Kind.REACH, start, goal)
    certificate = why_impossible(one, Budget(Limits()))
    if certificate is not None:
        assert check_certificate(one, certificate).verified
        assert goal not in explored(board, start).moves


@given(boards(3, 3).flatmap(lambda b: st.tuples(st.just(b), positions(b), positions(b))))
def test_positions_are_of_one_class_if_jumps_and_what_undoes_them_join_them(
    drawn: tuple[Board, int, int],
) -> None:
    board, start, goal = drawn
    sums = {0}
    for mask in {jump.touched for jump in board.jumps}:
        sums |= {one ^ mask for one in sums}
    assert (class_certificate(board, start, goal) is None) == (start ^ goal in sums)


def test_the_english_board_has_21_problems_from_one_vacancy_to_one_survivor() -> None:
    """Up to symmetry; the cases name the same number."""
    board = BOARDS["english33"]
    found = set()
    for start, goal in product(range(board.size), repeat=2):
        if class_certificate(board, board.full ^ 1 << start, 1 << goal) is None:
            found.add(min((there[start], there[goal]) for there in board.symmetries))
    assert len(found) == 21


@pytest.mark.parametrize(
    ("name", "start", "goal", "kind"),
    [
        ("french37", [3, 3], [3, 3], PositionClass),
        ("square25", [2, 2], [2, 2], PositionClass),
        ("english33", [2, 2], [3, 3], PositionClass),
        ("diamond41", [3, 4], [5, 4], Pagoda),
        ("plus21", [0, 1], [0, 1], Pagoda),
        ("tri10", [1, 0], [2, 0], JumpCounts),
    ],
)
def test_each_argument_is_found_where_it_is_needed(
    name: str, start: list[int], goal: list[int], kind: type
) -> None:
    one = problem(board=name, start=start, goal=goal)
    certificate = why_impossible(one, Budget(Limits()))
    assert certificate is not None
    assert isinstance(certificate, kind)
    assert check_certificate(one, certificate).verified


def test_a_goal_with_more_pegs_than_the_start_is_refuted_by_counting() -> None:
    one = problem(board=["oooo"], start=["oo.."], goal=["ooo."])
    certificate = why_impossible(one, Budget(Limits()))
    assert certificate is not None
    assert check_certificate(one, certificate).verified


def test_another_position_with_as_many_pegs_is_refuted() -> None:
    for rows in (["ooo"], ["o o"]):
        first, second = ("oo.", ".oo") if rows == ["ooo"] else ("o .", ". o")
        one = problem(board=rows, start=[first], goal=[second])
        certificate = why_impossible(one, Budget(Limits()))
        assert certificate is not None
        assert check_certificate(one, certificate).verified


def test_a_goal_that_is_the_start_is_not_impossible() -> None:
    assert (
        why_impossible(problem(board=["ooo"], start=["oo."], goal=["oo."]), Budget(Limits()))
        is None
    )


def test_the_tests_stop_when_they_should() -> None:
    one = problem(board="diamond41", start=[3, 4], goal=[5, 4])
    for limits in (Limits(seconds=0), Limits(watch=Asked(0))):
        with pytest.raises(StoppedError):
            why_impossible(one, Budget(limits))
