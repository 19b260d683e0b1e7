"""The checker: every legal play passes, nothing else does; certificates hold or are refused."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from models.peg_solitaire.board import Board, Jump
from models.peg_solitaire.boards import BOARDS
from models.peg_solitaire.certificate import (
    Exhaustion,
    JumpCounts,
    Pagoda,
    PositionClass,
    Refuted,
    Split,
)
from models.peg_solitaire.check import check_certificate, check_play, count_jumps_and_moves
from models.peg_solitaire.play import Play, count
from models.peg_solitaire.problem import Kind, Problem
from tests.peg import CASES, asked, legal_plays, peg_counts, problem, written_play

SOLVED = [case for case in CASES if "solution" in case]


@pytest.mark.parametrize("case", SOLVED, ids=lambda case: case["id"])
def test_published_plays_pass_and_so_do_they_backwards(case: dict[str, Any]) -> None:
    asked_for = asked(case)
    board = asked_for.board
    play = written_play(board, case["solution"])
    assert check_play(asked_for, play) == ()
    assert count_jumps_and_moves(play) == (case["jumps"], case["solution_compound_moves"])
    assert (len(play.jumps), len(play.moves)) == count_jumps_and_moves(play)
    assert asked_for.goal is not None
    backwards = Problem(
        board, Kind.REACH, board.full ^ asked_for.goal, board.full ^ asked_for.start
    )
    assert check_play(backwards, play.backwards()) == ()


@given(legal_plays())
def test_any_legal_play_passes_and_takes_a_peg_a_jump(drawn: tuple[Board, int, Play]) -> None:
    board, start, play = drawn
    end = play.end(start)
    assert check_play(Problem(board, Kind.REACH, start, end), play) == ()
    assert set(peg_counts(start, play)) <= {1}
    left = Problem(board, Kind.FEWEST_LEFT, start)
    assert check_play(left, play) == ()
    assert count(left, play) == end.bit_count()
    stuck = check_play(Problem(board, Kind.FOOLS, start), play)
    assert [fault.code for fault in stuck] == ([] if board.is_stuck(end) else ["not_stuck"])


@given(legal_plays())
def test_backwards_with_pegs_and_holes_exchanged_is_a_play(drawn: tuple[Board, int, Play]) -> None:
    board, start, play = drawn
    end = play.end(start)
    assume(board.full not in (start, end))
    back = Problem(board, Kind.REACH, board.full ^ end, board.full ^ start)
    assert check_play(back, play.backwards()) == ()


@given(legal_plays(), st.data())
def test_a_symmetry_takes_a_play_to_a_play(
    drawn: tuple[Board, int, Play], data: st.DataObject
) -> None:
    board, start, play = drawn
    there = data.draw(st.sampled_from(board.symmetries))
    image = sum(1 << there[hole] for hole in range(board.size) if start >> hole & 1)
    assert check_play(Problem(board, Kind.FEWEST_LEFT, image), play.moved(there)) == ()


@given(legal_plays(), st.data())
def test_a_play_with_any_jump_put_in_passes_only_if_it_is_legal(
    drawn: tuple[Board, int, Play], data: st.DataObject
) -> None:
    board, start, play = drawn
    holes = st.integers(-1, board.size)
    jump = Jump(data.draw(holes), data.draw(holes), data.draw(holes))
    place = data.draw(st.integers(0, len(play.jumps)))
    changed = Play((*play.jumps[:place], jump, *play.jumps[place:]))
    pegs, legal = start, True
    for one in changed.jumps:
        legal = legal and one in board.jumps and one.is_possible(pegs)
        pegs = pegs & ~one.taken | one.landed if legal else pegs
    faults = check_play(Problem(board, Kind.FEWEST_LEFT, start), changed)
    assert (faults == ()) == legal


def test_every_way_to_be_illegal_is_named() -> None:
    one = problem(board=["oooo", "oooo", "oooo"], start=[0, 0], goal=[0, 0])
    index = one.board.index

    def said(*cells: tuple[int, int]) -> str:
        faults = check_play(one, Play((Jump(*(index[cell] for cell in cells)),)))
        assert [fault.code for fault in faults] == ["illegal_jump"]
        assert faults[0].pointer == "/jumps/0"
        return faults[0].detail

    assert "not next to it" in said((2, 2), (1, 1), (0, 0))
    assert "does not land behind" in said((0, 2), (0, 1), (1, 1))
    assert "[0, 3] is not empty" in said((0, 1), (0, 2), (0, 3))
    assert "no peg in [0, 0]" in said((0, 0), (0, 1), (0, 2))
    assert check_play(one, Play((Jump(0, 99, 1),)))[0].code == "no_hole"
    assert check_play(one, Play(()))[0].code == "wrong_end"


def test_jumps_of_one_peg_are_one_move() -> None:
    board = BOARDS["english33"]
    play = written_play(board, "3,1>3,3 5,2>3,2 3,2>3,4 1,4>3,4")
    assert [len(move) for move in play.moves] == [1, 2, 1]
    written = play.to_json(board)
    assert written["jumps"][0] == [[3, 1], [3, 3]]
    assert written["moves"][1] == [[5, 2], [3, 2], [3, 4]]


ODD = problem(board="english", start=[2, 2], goal=[3, 3])
"""Another position class: by the rule of three it has no play."""
DIAGONALS = [
    PositionClass(ODD.board.mask(c for c in ODD.board.holes if (c[0] + sign * c[1]) % 3 != rest))
    for sign in (1, -1)
    for rest in range(3)
]
"""The rule of three: the holes numbered 0, 1, 2 along one way of diagonals, two of the three."""


def test_the_rule_of_three_is_a_certificate_that_holds() -> None:
    assert any(check_certificate(ODD, one).verified for one in DIAGONALS)
    central = problem(board="english", start=[3, 3], goal=[3, 3])
    for one in DIAGONALS:
        judged = check_certificate(central, one)
        assert "do not differ" in judged.violations[0].detail


def test_marked_holes_that_are_not_even_in_every_three_are_refused() -> None:
    judged = check_certificate(ODD, PositionClass(1))
    assert not judged.verified
    assert "odd number" in judged.violations[0].detail


STRIP = Problem(Board(("ooo",)), Kind.REACH, 0b011, 0b001)
"""Two pegs left of an empty hole: the only jump ends on the right."""


def test_a_pagoda_function_must_not_rise_and_must_favour_the_goal() -> None:
    middle = replace(STRIP, goal=0b010)
    assert check_certificate(middle, Pagoda((-1, 1, 0))).verified
    assert "raises it" in check_certificate(middle, Pagoda((-1, 0, 0))).violations[0].detail
    assert "only" in check_certificate(middle, Pagoda((0, 0, 0))).violations[0].detail
    assert "2 weights" in check_certificate(middle, Pagoda((1, 1))).violations[0].detail
    assert not check_certificate(replace(STRIP, goal=0b100), Pagoda((-1, 1, 0))).verified


# Jump 0 goes right, jump 1 left. Half of each would do; so the first is made never, or once.
NEVER, ONCE, NOTHING = Refuted((0, -1, 1)), Refuted((1, 1, 0)), Refuted((0, 0, 0))


def test_a_tree_of_splits_must_refute_every_part() -> None:
    assert check_certificate(STRIP, JumpCounts(Split(0, 0, NEVER, ONCE))).verified
    for tree in (NEVER, NOTHING, Split(0, 0, NOTHING, ONCE), Split(0, 0, NEVER, NOTHING)):
        judged = check_certificate(STRIP, JumpCounts(tree))
        assert not judged.verified
        assert judged.violations[0].code == "wrong_certificate"
    assert not check_certificate(STRIP, JumpCounts(Split(7, 0, NEVER, ONCE))).verified
    assert not check_certificate(STRIP, JumpCounts(Split(0, 0, NEVER, Refuted((1,))))).verified


def test_a_part_without_any_numbers_needs_no_weights() -> None:
    """No jump is made more often than pegs must go."""
    tree = Split(0, 0, NEVER, Split(0, 1, ONCE, NOTHING))
    assert check_certificate(STRIP, JumpCounts(tree)).verified


def test_an_exhaustion_is_done_again_where_it_is_short() -> None:
    assert check_certificate(STRIP, Exhaustion(2)).verified
    wrong = check_certificate(replace(STRIP, goal=0b100), Exhaustion(2))
    assert "can be reached" in wrong.violations[0].detail
    long = check_certificate(ODD, Exhaustion(10**8))
    assert long == replace(long, violations=(), verified=False)


def test_what_always_has_a_play_has_no_certificate() -> None:
    fools = problem(board="english", problem="fools", start=[3, 3])
    assert check_certificate(fools, DIAGONALS[0]).violations[0].code == "no_goal"


def test_certificates_are_written_with_places() -> None:
    board = Board(("ooo",))
    assert PositionClass(0b101).to_json(board)["marked"] == [[0, 0], [0, 2]]
    assert Pagoda((1, 0, 1)).to_json(board) == {"kind": "pagoda", "weights": [1, 0, 1]}
    tree = JumpCounts(Split(0, 0, Refuted((1, 0, 0)), Refuted((0, 0, 0)))).to_json(board)["tree"]
    assert tree["jump"] == [[0, 0], [0, 2]]
    assert tree["at_most"] == {"weights": [1, 0, 0]}
    assert Exhaustion(9).to_json(board) == {"kind": "exhaustion", "positions": 9}
