"""The search beside looking at every position, on small random boards."""

from hypothesis import given, settings
from hypothesis import strategies as st

from models.peg_solitaire.board import Board
from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire.solve import solve
from solvers.result import Limits, Status, Stop
from solvers.watch import Watch
from tests.peg import boards, explored, positions, problem

drawn = boards(4, 4).flatmap(lambda b: st.tuples(st.just(b), positions(b)))


@given(drawn, st.data())
def test_every_kind_of_problem_has_the_answer_of_looking_at_every_position(
    one: tuple[Board, int], data: st.DataObject
) -> None:
    board, start = one
    truth = explored(board, start)
    reachable = st.sampled_from(sorted(truth.moves))
    goal = data.draw(reachable | positions(board))
    for kind, value in (
        (Kind.FOOLS, truth.stuck),
        (Kind.FEWEST_LEFT, truth.fewest),
        (Kind.REACH, start.bit_count() - goal.bit_count()),
        (Kind.LONG_HOP, truth.moves.get(goal, -1)),
    ):
        result = solve(Problem(board, kind, start, goal if kind.has_goal else None), "search")
        if kind.has_goal and goal not in truth.moves:
            assert result.status is Status.INFEASIBLE
            assert result.verified
        else:
            assert result.status is Status.OPTIMAL
            assert result.terms[0].value == value


@settings(max_examples=50)
@given(drawn, st.sampled_from(Kind), st.integers(0, 60), st.data())
def test_what_is_claimed_within_a_work_limit_holds_and_is_the_same_each_time(
    one: tuple[Board, int], kind: Kind, work: int, data: st.DataObject
) -> None:
    board, start = one
    truth = explored(board, start)
    goal = data.draw(st.sampled_from(sorted(truth.moves)))
    asked = Problem(board, kind, start, goal if kind.has_goal else None)
    best = {
        Kind.FOOLS: truth.stuck,
        Kind.FEWEST_LEFT: truth.fewest,
        Kind.REACH: start.bit_count() - goal.bit_count(),
        Kind.LONG_HOP: truth.moves[goal],
    }[kind]
    result, again = (solve(asked, "search", Limits(work=work)) for _ in range(2))
    assert (result.answer, result.terms, result.stop) == (again.answer, again.terms, again.stop)
    assert result.status is not Status.INFEASIBLE
    assert result.stats.nodes <= work
    term = result.terms[0]
    if result.proven:
        assert term.value == best
    else:
        assert result.stop is Stop.WORK_LIMIT
        assert term.bound is None or term.bound <= best
        assert term.value is None or term.value >= best


ENGLISH = {
    "board": "english",
    "start": [0, 3],
}


def test_a_time_limit_is_no_proof() -> None:
    for kind in Kind:
        goal = {"goal": [0, 3]} if kind.has_goal else {}
        one = problem(problem=kind.value, **ENGLISH, **goal)
        result = solve(one, "search", Limits(seconds=0))
        assert result.stop is Stop.TIME_LIMIT
        assert not result.proven


def test_a_long_search_ends_when_its_time_is_up_with_the_best_it_has() -> None:
    one = problem(problem="long-hop", goal=[0, 3], **ENGLISH)
    result = solve(one, "search", Limits(seconds=1))
    term = result.terms[0]
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.TIME_LIMIT)
    assert term.value is not None
    assert term.bound is not None
    assert term.bound <= 18 <= term.value


class _Told(Watch):
    listens = True

    def __init__(self) -> None:
        self.known: list[tuple[int, int]] = []

    def improved(self, result: object) -> None:
        term = result.terms[0]  # type: ignore[attr-defined]
        self.known.append((term.value, term.bound))


def test_who_looks_on_is_told_of_better_plays_and_bounds() -> None:
    told = _Told()
    one = problem(board="rect4x5", problem="long-hop", start=[0, 1], goal=[0, 3])
    result = solve(one, "search", Limits(watch=told))
    assert result.terms[0].value == 12
    values, bounds = zip(*told.known, strict=True)
    assert list(values) == sorted(values, reverse=True)
    assert list(bounds) == sorted(bounds)
