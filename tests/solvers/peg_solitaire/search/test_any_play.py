"""Beams and every position: they reach what can be reached, and claim nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.peg_solitaire.board import Board, moved
from models.peg_solitaire.certificate import Exhaustion
from models.peg_solitaire.check import check_certificate, check_play
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.search import any_play as module
from solvers.peg_solitaire.search.any_play import CHOICES, any_play, beam, every_position
from solvers.peg_solitaire.search.levels import MOST_POSITIONS
from solvers.peg_solitaire.search.task import keeping
from solvers.peg_solitaire.solve import solve
from solvers.result import Budget, Limits, Status
from tests.peg import boards, explored, legal_plays, positions, problem

QUESTIONS = boards(3, 4).flatmap(lambda b: st.tuples(st.just(b), positions(b), positions(b)))


@given(QUESTIONS, st.sampled_from(CHOICES), st.integers(1, 4))
def test_a_narrow_beam_finds_a_play_or_leaves_it_open_or_has_seen_all(
    drawn: tuple[Board, int, int], choice: module.Choice, width: int
) -> None:
    board, start, goal = drawn
    one = Problem(board, Kind.REACH, start, goal)
    if (one.jumps_needed or 0) < 0:
        return
    reached = beam(one, choice, width, Budget(Limits()))
    if reached is None:
        return
    if reached.play is not None:
        assert check_play(one, reached.play) == ()
    else:
        assert goal not in explored(board, start).moves


@given(QUESTIONS)
def test_every_position_tells_whether_a_goal_is_reached(drawn: tuple[Board, int, int]) -> None:
    board, start, goal = drawn
    one = Problem(board, Kind.REACH, start, goal)
    if (one.jumps_needed or 0) < 0:
        return
    reached = every_position(one, Budget(Limits()))
    truth = explored(board, start).moves
    if goal in truth:
        assert reached.play is not None
        assert check_play(one, reached.play) == ()
        return
    assert isinstance(reached.certificate, Exhaustion)
    assert check_certificate(one, reached.certificate).verified
    kept = keeping(board, goal)
    seen = {min(moved(p, t) for t in kept) for p in truth if p.bit_count() >= goal.bit_count()}
    assert reached.certificate.positions == len(seen)


@given(legal_plays())
def test_where_a_play_leads_there_is_a_play(drawn: tuple[Board, int, Play]) -> None:
    board, start, play = drawn
    one = Problem(board, Kind.REACH, start, play.end(start))
    reached = any_play(one, Budget(Limits()))
    assert reached.play is not None
    assert check_play(one, reached.play) == ()


@settings(max_examples=20)
@given(st.data())
def test_a_board_may_have_as_many_holes_as_a_word_has_bits(data: st.DataObject) -> None:
    board = Board(("o" * 8,) * 8)
    start = pegs = board.full ^ 1 << data.draw(st.sampled_from([0, 27, 63]))
    for _ in range(data.draw(st.integers(1, 12))):
        jump = data.draw(st.sampled_from([j for j in board.jumps if j.is_possible(pegs)]))
        pegs ^= jump.touched
    result = solve(Problem(board, Kind.REACH, start, pegs), "search", Limits(work=500_000))
    assert result.verified
    assert result.status in (Status.OPTIMAL, Status.FEASIBLE)


def test_a_goal_that_beams_miss_is_looked_for_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beams that keep one position reach nothing here: all positions are the last resort."""
    monkeypatch.setattr(module, "NARROW", 1)
    monkeypatch.setattr(module, "WIDEST", 1)
    one = problem(board="rect4x5", start=[0, 0], goal=[0, 1])
    for choice in CHOICES:
        assert beam(one, choice, 1, Budget(Limits())) is None
    reached = any_play(one, Budget(Limits()))
    assert reached.play is not None
    assert check_play(one, reached.play) == ()


def test_where_there_is_no_room_for_all_wider_beams_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "NARROW", 1)
    monkeypatch.setattr(module, "WIDEST", 1)
    monkeypatch.setattr("solvers.peg_solitaire.search.levels.MOST_POSITIONS", 4_000)
    assert MOST_POSITIONS > 4_000
    one = problem(board="rect4x5", start=[0, 0], goal=[0, 1])
    reached = any_play(one, Budget(Limits()))
    assert reached.play is not None


def test_a_problem_without_a_goal_is_none_for_it() -> None:
    with pytest.raises(ValueError, match="no goal"):
        any_play(problem(board="tri10", problem="fools", start=[0, 0]), Budget(Limits()))
