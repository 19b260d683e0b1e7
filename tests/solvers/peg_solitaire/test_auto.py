"""``auto``: what the quick tests took is part of what the whole took."""

import pytest

from models.peg_solitaire.problem import Kind, Problem
from solvers.peg_solitaire import auto as module
from solvers.peg_solitaire.impossible import why_impossible
from solvers.peg_solitaire.registry import AUTO
from solvers.peg_solitaire.solve import solve
from solvers.result import Budget, Limits, Result, Stats, Status, Stop
from tests.peg import problem
from tests.solvers.watches import Asked

WORK, SECONDS = 7, 5.0


class Late(Budget):
    """A clock on which seconds have passed."""

    @property
    def elapsed(self) -> float:
        return SECONDS


@pytest.fixture(autouse=True)
def tests_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the quick tests cost so much work and time."""

    def laborious(one: Problem, budget: Budget) -> object:
        budget.spent += WORK
        budget.pause()
        return why_impossible(one, Budget(Limits()))

    monkeypatch.setattr(module, "why_impossible", laborious)
    monkeypatch.setattr(module, "Budget", Late)


def taken(result: Result[object]) -> Stats:
    assert result.stats.solve_seconds >= SECONDS
    return result.stats


@pytest.mark.parametrize("kind", Kind)
def test_what_the_tests_took_is_added_to_what_the_backend_took(kind: Kind) -> None:
    """It was left out wherever a backend answered in the end."""
    goal = {"goal": [0, 0]} if kind.has_goal else {}
    one = problem(board="rect3x4", problem=kind.value, start=[0, 0], **goal)
    alone = solve(one, "search")
    result = solve(one)
    assert (result.route, result.backend) == ("search", "search")
    assert taken(result).nodes == WORK + alone.stats.nodes
    assert result.terms == alone.terms


def test_answers_on_the_way_have_it_too_and_the_route() -> None:
    one = problem(board="rect3x4", problem="long-hop", start=[0, 0], goal=[0, 0])
    watch = Asked()
    AUTO.solve(one, Limits(watch=watch))
    assert watch.told
    for told in watch.told:
        assert told.route == "search"
        assert taken(told).nodes > WORK


def test_tests_that_settle_it_or_are_stopped_say_what_they_took() -> None:
    impossible = solve(problem(board="french37", start=[3, 3], goal=[3, 3]))
    assert impossible.status is Status.INFEASIBLE
    assert taken(impossible).nodes == WORK
    stopped = solve(problem(board="rect3x4", start=[0, 0], goal=[0, 0]), limits=Limits(seconds=1))
    assert (stopped.status, stopped.stop) == (Status.NO_ANSWER, Stop.TIME_LIMIT)
    assert taken(stopped).nodes == WORK


def test_a_limit_in_work_holds_for_both_together() -> None:
    one = problem(board="wiegleb", start=[4, 4], goal=[4, 4])
    result = solve(one, limits=Limits(work=1_000))
    assert result.stop is Stop.WORK_LIMIT
    assert WORK < taken(result).nodes <= 1_000
