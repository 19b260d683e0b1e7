"""The search on every case with known truth, and the long ones among the slow tests."""

import pytest

from models.peg_solitaire.board import Board
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.search import SEARCH
from solvers.peg_solitaire.solve import solve
from solvers.result import Limits, Status
from tests.peg import CASES, Case, asked

REACHES = [case for case in CASES if case["variant"] != "fools"]
FOOLS = [case for case in CASES if case["variant"] == "fools"]
# Stuck plays so long that the search takes a second or two; all but the first are alike.
LONG_FOOLS = [case for case in FOOLS if case["optimal_jumps"] > 12][1:]
HOPS = [case for case in CASES if case.get("optimal_compound_moves")]
SMALL_HOPS = [case for case in HOPS if case["board"] != "english33"]
# One of each class of reversals of the English board; the last two take minutes.
ENGLISH_HOPS = [
    case
    for case in HOPS
    if case["id"]
    in {
        f"english33-reversal-{hole}-{hole}"
        for hole in ("2.2", "2.3", "1.2", "3.3", "0.2", "0.3", "1.3")
    }
]


def named(case: Case) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", REACHES, ids=named)
def test_a_goal_is_reached_or_proven_out_of_reach(case: Case) -> None:
    result = solve(asked(case), "search")
    assert result.proven
    assert (result.answer is not None) is case["solvable"]
    if not case["solvable"]:
        assert result.status is Status.INFEASIBLE
        assert result.certificate is not None
        assert result.verified


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.slow] if case in LONG_FOOLS else []) for case in FOOLS],
    ids=named,
)
def test_the_shortest_play_that_ends_stuck_is_found_and_proven(case: Case) -> None:
    result = solve(asked(case), "search")
    assert result.status is Status.OPTIMAL
    assert result.terms[0].value == case["optimal_jumps"]


@pytest.mark.parametrize("case", SMALL_HOPS, ids=named)
def test_the_fewest_moves_are_found_and_proven(case: Case) -> None:
    result = solve(asked(case, Kind.LONG_HOP), "search")
    assert result.status is Status.OPTIMAL
    assert result.terms[0].value == case["optimal_compound_moves"]


@pytest.mark.slow
@pytest.mark.parametrize("case", ENGLISH_HOPS, ids=named)
def test_the_fewest_moves_of_english_reversals_are_found_and_proven(case: Case) -> None:
    result = solve(asked(case, Kind.LONG_HOP), "search")
    assert result.status is Status.OPTIMAL
    assert result.terms[0].value == case["optimal_compound_moves"]


@pytest.mark.parametrize("case", [c for c in HOPS if c["board"] == "english33"], ids=named)
def test_what_is_claimed_of_moves_within_a_limit_is_true(case: Case) -> None:
    result = solve(asked(case, Kind.LONG_HOP), "search", Limits(work=100_000))
    term = result.terms[0]
    assert term.value is not None
    assert term.bound is not None
    assert term.bound <= case["optimal_compound_moves"] <= term.value


@pytest.mark.parametrize("case", REACHES[:33], ids=named)
def test_english_reversals_take_little_work(case: Case) -> None:
    assert solve(asked(case), "search").stats.nodes <= 60_000


def test_boards_larger_than_a_word_are_refused_with_the_size_that_is_not() -> None:
    board = Board(("o" * 9,) * 8)
    refusal = SEARCH.refusal(Problem(board, Kind.FOOLS, board.full ^ 1))
    assert refusal == "search takes boards of at most 64 holes, and this one has 72"
    eight = Board(("o" * 8,) * 8)
    assert SEARCH.refusal(Problem(eight, Kind.FOOLS, eight.full ^ 1)) is None
