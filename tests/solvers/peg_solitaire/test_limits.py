"""Limits: heeded by every backend, and never read as a proof."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.peg_solitaire.board import Board
from models.peg_solitaire.problem import Kind, Problem
from solvers.highs import Session
from solvers.peg_solitaire.registry import AUTO, BACKENDS, able
from solvers.peg_solitaire.search import levels
from solvers.peg_solitaire.solve import solve
from solvers.result import Limits, Status, Stop
from tests.peg import boards, explored, positions, problem
from tests.solvers.watches import Asked, without_seconds

CENTRE = {
    kind: problem(
        board="english",
        problem=kind.value,
        start=[3, 3],
        **({"goal": [3, 3]} if kind.has_goal else {}),
    )
    for kind in Kind
}
BEST = {Kind.REACH: 31, Kind.FOOLS: 6, Kind.LONG_HOP: 18, Kind.FEWEST_LEFT: 1}
"""What can be had from the centre of the English board."""


def skip_unless_able(backend: str, one: Problem) -> None:
    if BACKENDS[backend] not in able(one):
        pytest.skip(f"{backend} does not take it")


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(
    ("limits", "stop"),
    [
        (Limits(seconds=0), Stop.TIME_LIMIT),
        (Limits(seconds=1e-5), Stop.TIME_LIMIT),
        (Limits(work=0), Stop.WORK_LIMIT),
        (Limits(watch=Asked(0)), Stop.CANCELLED),
    ],
)
def test_a_limit_is_named_and_is_no_proof(
    peg_backend: str, kind: Kind, limits: Limits, stop: Stop
) -> None:
    skip_unless_able(peg_backend, CENTRE[kind])
    result = solve(CENTRE[kind], peg_backend, limits)
    assert result.stop is stop
    assert result.status is (Status.NO_ANSWER if kind.has_goal else Status.FEASIBLE)
    # Where there is no goal, any play until there is no jump left is an answer.
    assert result.verified is not kind.has_goal
    assert result.certificate is None
    # Bounds that are known before the solve were lost: no jump takes the last peg.
    bound = result.terms[0].bound
    assert bound is not None
    assert {Kind.REACH: 31}.get(kind, 1) <= bound <= BEST[kind]


def test_a_start_without_a_jump_needs_no_solve(peg_backend: str) -> None:
    """Its one play is proven best even where nothing may be tried."""
    for kind, value in ((Kind.FOOLS, 0), (Kind.FEWEST_LEFT, 2)):
        one = problem(board=["oooo"], problem=kind.value, start=["o..o"])
        skip_unless_able(peg_backend, one)
        result = solve(one, peg_backend, Limits(work=0))
        assert (result.status, result.terms[0].value) == (Status.OPTIMAL, value)


@pytest.mark.parametrize(("kind", "known"), [(Kind.FOOLS, 4), (Kind.FEWEST_LEFT, 1)])
def test_what_the_first_program_says_is_kept_when_time_is_up(
    kind: Kind, known: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop right after it lost its bound."""
    watch = Asked()
    branch = Session.branch

    def stopping(*given: Any, **named: Any) -> Any:
        branched = branch(*given, **named)
        watch.questions = 0
        return branched

    monkeypatch.setattr(Session, "branch", stopping)
    result = solve(CENTRE[kind], "sequential", Limits(watch=watch))
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.CANCELLED)
    assert result.terms[0].bound == known


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(
    "limits",
    [
        lambda: Limits(seconds=0.05),
        lambda: Limits(seconds=0.3),
        *(lambda n=n: Limits(watch=Asked(n)) for n in (0, 1, 5, 20, 60)),
    ],
    ids=["50 ms", "300 ms", *(f"asked {n} times" for n in (0, 1, 5, 20, 60))],
)
def test_wherever_a_solve_is_stopped_it_claims_what_is_true(
    peg_backend: str, kind: Kind, limits: Callable[[], Limits]
) -> None:
    skip_unless_able(peg_backend, CENTRE[kind])
    result = solve(CENTRE[kind], peg_backend, limits())
    value, bound = result.terms[0].value, result.terms[0].bound
    assert result.status is not Status.INFEASIBLE
    assert value is None or value >= BEST[kind]
    assert bound is None or bound <= BEST[kind]
    assert result.proven == (result.stop is Stop.COMPLETED)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("work", [1, 10, 100, 1_000, 10_000])
def test_a_limit_in_work_holds_and_gives_the_same_answer_each_time(kind: Kind, work: int) -> None:
    first, second = (
        without_seconds(solve(CENTRE[kind], "search", Limits(work=work))) for _ in range(2)
    )
    assert first == second
    assert first.stats.nodes <= work
    assert first.proven or first.stop is Stop.WORK_LIMIT


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("work", [1, 8])
def test_a_limit_in_nodes_gives_the_same_answer_each_time(
    peg_backend: str, kind: Kind, work: int
) -> None:
    goal = {"goal": [0, 0]} if kind.has_goal else {}
    one = problem(board="rect3x4", problem=kind.value, start=[0, 0], **goal)
    skip_unless_able(peg_backend, one)
    first, second = (without_seconds(solve(one, peg_backend, Limits(work=work))) for _ in range(2))
    assert first == second
    assert first.proven or first.stop is Stop.WORK_LIMIT
    best = solve(one, "search").terms[0].value
    assert best is not None
    assert (first.terms[0].value or best) >= best
    assert (first.terms[0].bound or best) <= best


@settings(max_examples=30)
@given(boards(3, 4).flatmap(lambda b: st.tuples(st.just(b), positions(b), positions(b))))
def test_every_backend_agrees_with_looking_at_every_position(
    drawn: tuple[Board, int, int],
) -> None:
    board, start, goal = drawn
    truth = explored(board, start)
    values = {Kind.FOOLS: truth.stuck, Kind.FEWEST_LEFT: truth.fewest}
    if goal in truth.moves:
        jumps = start.bit_count() - goal.bit_count()
        values |= {Kind.REACH: jumps, Kind.LONG_HOP: truth.moves[goal]}
    for kind in Kind:
        one = Problem(board, kind, start, goal if kind.has_goal else None)
        for backend in (*able(one), AUTO):
            result = solve(one, backend.name)
            assert result.stop is Stop.COMPLETED
            assert result.status is (Status.OPTIMAL if kind in values else Status.INFEASIBLE)
            assert result.terms[0].value == values.get(kind)
            assert result.verified or kind not in values


def test_the_same_request_has_the_same_answer(peg_backend: str) -> None:
    one = problem(board="rect3x4", start=[0, 0], goal=[0, 3])
    first, second = (without_seconds(solve(one, peg_backend)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("way", ["search", "sequential"])
@pytest.mark.parametrize(
    ("kind", "best"), [(Kind.FOOLS, 5), (Kind.LONG_HOP, 6), (Kind.FEWEST_LEFT, 1)]
)
def test_who_looks_on_is_told_of_better_and_better_answers(way: str, kind: Kind, best: int) -> None:
    goal = {"goal": [0, 0]} if kind.has_goal else {}
    board = "rect4x5" if kind is Kind.FOOLS else "rect3x4"
    one = problem(board=board, problem=kind.value, start=[0, 0], **goal)
    watch = Asked()
    result = solve(one, way, Limits(watch=watch))
    assert result.terms[0].value == best
    assert watch.told
    for told in watch.told:
        assert told.status in (Status.OPTIMAL, Status.FEASIBLE)
        assert told.stop is Stop.COMPLETED
        assert not told.verified
    terms = [told.terms[0] for told in watch.told] + [result.terms[0]]
    for before, after in pairwise(terms):
        assert (after.value or 0) <= (before.value or 0)
        assert (after.bound or 0) >= (before.bound or 0)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("room", [3, 30, 3_000])
def test_where_there_is_no_room_for_all_positions_the_search_says_so(
    kind: Kind, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "MOST_POSITIONS", room)
    result = solve(CENTRE[kind], "search")
    value, bound = result.terms[0].value, result.terms[0].bound
    assert result.status is not Status.INFEASIBLE
    assert value is None or value >= BEST[kind]
    assert bound is None or bound <= BEST[kind]
    assert result.proven or result.stop is Stop.WORK_LIMIT
