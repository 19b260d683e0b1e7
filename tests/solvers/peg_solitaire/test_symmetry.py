"""Problems that are alike: one stands for all, and its plays lead back."""

from hypothesis import given

from models.peg_solitaire.board import Board
from models.peg_solitaire.boards import BOARDS
from models.peg_solitaire.check import check_play
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.search.any_play import any_play
from solvers.peg_solitaire.symmetry import representative
from solvers.result import Budget, Limits
from tests.peg import legal_plays, problem


def test_the_33_english_reversals_are_seven() -> None:
    board = BOARDS["english33"]
    peg = [1 << hole for hole in range(board.size)]
    asked = [Problem(board, Kind.REACH, board.full ^ one, one) for one in peg]
    assert len({representative(one).problem for one in asked}) == 7


@given(legal_plays())
def test_a_play_of_the_one_that_stands_for_all_is_returned_as_one_of_each(
    drawn: tuple[Board, int, Play],
) -> None:
    board, start, play = drawn
    asked = Problem(board, Kind.REACH, start, play.end(start))
    alike = representative(asked)
    found = any_play(alike.problem, Budget(Limits())).play
    assert found is not None
    assert check_play(asked, alike.returned(found)) == ()
    assert representative(alike.problem).problem == alike.problem


@given(legal_plays())
def test_all_that_are_alike_have_the_same_one_to_stand_for_them(
    drawn: tuple[Board, int, Play],
) -> None:
    board, start, play = drawn
    asked = Problem(board, Kind.REACH, start, play.end(start))
    first = representative(asked).problem
    for there in board.symmetries:
        images = [
            sum(1 << there[hole] for hole in range(board.size) if pegs >> hole & 1)
            for pegs in (start, play.end(start))
        ]
        assert representative(Problem(board, Kind.REACH, *images)).problem == first


def test_where_moves_count_a_problem_is_not_turned_round() -> None:
    """Backwards a play has other moves."""
    asked = problem(board="rect3x4", problem="long-hop", start=[0, 0], goal=[0, 3])
    assert not representative(asked).backwards
