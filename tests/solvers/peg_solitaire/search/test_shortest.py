"""The fewest moves, jumps and pegs, proven."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.peg_solitaire.board import Board
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.search import long_hop
from solvers.peg_solitaire.solve import solve
from solvers.result import Status, Stop
from tests.peg import boards, explored, legal_plays, positions, problem


@given(legal_plays())
def test_no_legal_play_has_fewer_moves_than_the_search_finds(
    drawn: tuple[Board, int, Play],
) -> None:
    board, start, play = drawn
    result = solve(Problem(board, Kind.LONG_HOP, start, play.end(start)), "search")
    assert result.status is Status.OPTIMAL
    assert (result.terms[0].value or 0) <= len(play.moves)


@given(boards(4, 4).flatmap(lambda b: st.tuples(st.just(b), positions(b))))
def test_boards_of_sixteen_holes_are_solved_as_by_looking_at_every_position(
    drawn: tuple[Board, int],
) -> None:
    board, start = drawn
    truth = explored(board, start)
    for kind, best in ((Kind.FOOLS, truth.stuck), (Kind.FEWEST_LEFT, truth.fewest)):
        result = solve(Problem(board, kind, start), "search")
        assert (result.status, result.terms[0].value) == (Status.OPTIMAL, best)


@pytest.mark.parametrize("name", ["english33", "french37", "wiegleb45", "square36", "tri21"])
def test_one_peg_can_be_left_on_the_great_boards(name: str) -> None:
    start = {"french37": [2, 3], "tri21": [2, 1], "wiegleb45": [4, 4]}.get(name, [0, 2])
    result = solve(problem(board=name, problem="fewest-left", start=start), "search")
    assert (result.status, result.terms[0].value) == (Status.OPTIMAL, 1)


@pytest.mark.parametrize(("name", "start"), [("french37", [3, 3]), ("square25", [2, 2])])
def test_two_pegs_must_stay_where_the_classes_of_all_single_pegs_differ(
    name: str, start: list[int]
) -> None:
    result = solve(problem(board=name, problem="fewest-left", start=start), "search")
    assert (result.status, result.terms[0].value, result.terms[0].bound) == (Status.OPTIMAL, 2, 2)


def test_bounds_alone_come_to_the_fewest_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without beams the first number of moves that is enough gives the play."""
    monkeypatch.setattr(long_hop, "WIDTHS", ())
    monkeypatch.setattr(long_hop, "LABORIOUS", 10**9)
    for board, place, moves in (("rect3x6", [0, 0], 9), ("tri21", [2, 0], 9)):
        one = problem(board=board, problem="long-hop", start=place, goal=place)
        result = solve(one, "search")
        assert (result.status, result.terms[0].value) == (Status.OPTIMAL, moves)


def test_a_wide_beam_is_the_last_resort_where_there_is_no_room_for_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(long_hop, "WIDTHS", ())
    monkeypatch.setattr(long_hop, "WIDEST", 1_000)
    monkeypatch.setattr("solvers.peg_solitaire.search.levels.MOST_POSITIONS", 60_000)
    one = problem(board="english", problem="long-hop", start=[3, 3], goal=[3, 3])
    result = solve(one, "search")
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.WORK_LIMIT)
    assert 18 <= (result.terms[0].value or 0) < len(any_play_moves(one))
    assert result.terms[0].bound is not None
    assert result.terms[0].bound <= 18


def any_play_moves(one: Problem) -> tuple[object, ...]:
    answer = solve(replace(one, kind=Kind.REACH), "search").answer
    return () if answer is None else answer.moves
