"""Solves that somebody looks on: stopped from outside, and told of each better answer."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.rummikub.objective import DEFAULT_OBJECTIVE, Objective, Term
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS
from solvers import lexicographic
from solvers.crosscheck import Opinion
from solvers.result import Limits, Result, Status, Stop, TermResult
from solvers.rummikub.auto import AUTO
from solvers.rummikub.backend import Backend
from solvers.rummikub.bitmask import LimitReachedError, partition
from solvers.rummikub.crosscheck import cross_check
from solvers.rummikub.ilp import ILP
from solvers.rummikub.registry import BACKENDS
from solvers.rummikub.solve import solve, verified
from solvers.rummikub.sweep import Sweep
from solvers.rummikub.watching import only_better
from solvers.watch import NOBODY, dressed
from tests.cases import load, position, refused
from tests.solvers.watches import FULL, HARD, VAST, Asked, without_seconds
from tests.strategies import objectives, odd_rules, positions, supported

TILES: Objective = (Term.TILES,)
WAYS = [AUTO.name, *BACKENDS]


def backend_of(name: str) -> Backend:
    return AUTO if name == AUTO.name else BACKENDS[name]


def is_answer_or_cancelled(where: Position, objective: Objective, result: Result[Any]) -> None:
    """No other status than a proof, or less than one and the reason for it."""
    if result.proven or not backend_of(result.backend).exact:
        assert result.stop in (Stop.COMPLETED, Stop.CANCELLED)
    elif result.stop is not Stop.CANCELLED:
        # The states it stores at most can come before the stop.
        assert (result.stop, result.backend) == (Stop.WORK_LIMIT, "sweep")
    assert (result.answer is not None) == (result.status in (Status.OPTIMAL, Status.FEASIBLE))
    if where is HARD["full"] and objective[0] is Term.TILES:
        value, bound = result.terms[0].value, result.terms[0].bound
        assert value is None or value <= FULL["best"]["tiles"]
        assert bound is None or bound >= FULL["best"]["tiles"]


@pytest.mark.parametrize("questions", [0, 1, 5, 20, 60, 70, 120])
@pytest.mark.parametrize("hard", HARD)
@pytest.mark.parametrize("way", WAYS)
def test_a_stop_that_is_wanted_ends_a_solve_with_the_best_it_has(
    way: str, hard: str, questions: int
) -> None:
    where = HARD[hard]
    for objective in (TILES, DEFAULT_OBJECTIVE):
        if refused(where, objective, way):
            continue
        watch = Asked(questions)
        result = solve(where, objective, way, Limits(watch=watch))
        is_answer_or_cancelled(where, objective, result)
        for told in watch.told:
            assert verified(backend_of(way), where, told).verified
        if watch.told:
            assert not better(objective, watch.told[-1], result)
            assert result.answer is not None


def test_a_stop_wanted_from_the_beginning_never_reads_as_no_move(backend: str) -> None:
    where = HARD["full"]
    if refused(where, TILES, backend):
        return
    result = solve(where, TILES, backend, Limits(watch=Asked(0)))
    assert (result.status, result.stop) == (Status.NO_ANSWER, Stop.CANCELLED)
    assert not result.proven


@pytest.mark.parametrize("way", ["ilp", "sweep"])
def test_a_solve_that_would_take_long_does_ask(way: str) -> None:
    watch = Asked(10)
    result = solve(HARD["vast"], TILES, way, Limits(seconds=60, watch=watch))
    assert result.stop is Stop.CANCELLED
    assert watch.asked > 10


def test_a_subset_program_that_would_take_long_does_ask() -> None:
    watch = Asked(5)
    result = solve(HARD["dense"], TILES, "bitmask", Limits(watch=watch))
    assert result.stop is Stop.CANCELLED
    with pytest.raises(LimitReachedError) as reached:
        partition(HARD["dense"].hand, PRESETS["standard"], whole=True, limits=Limits(watch=watch))
    assert reached.value.stop is Stop.CANCELLED


def values(result: Result[Any]) -> list[int]:
    """The values so that more is better."""
    return [
        (-1 if Term(term.name).smaller_is_better else 1) * (term.value or 0)
        for term in result.terms
    ]


def bounds(result: Result[Any]) -> list[float]:
    """The bounds so that less is tighter."""
    return [
        float("inf")
        if term.bound is None
        else (-1 if Term(term.name).smaller_is_better else 1) * term.bound
        for term in result.terms
    ]


def better(objective: Objective, one: Result[Any], other: Result[Any]) -> bool:
    assert [term.name for term in one.terms] == list(objective)
    return other.answer is None or values(one) > values(other)


def is_told_in_order(
    where: Position, objective: Objective, way: str, told: Sequence[Result[Any]], last: Result[Any]
) -> None:
    """Each better than the one before or with a tighter bound, accepted, and none beyond."""
    for one in told:
        assert verified(backend_of(way), where, one).verified
        assert one.stop is Stop.COMPLETED
        proven = all(term.value == term.bound for term in one.terms)
        assert one.status is (Status.OPTIMAL if proven else Status.FEASIBLE)
    for before, after in pairwise(told):
        if values(before) == values(after):
            assert bounds(after) < bounds(before)
        else:
            assert values(after) > values(before)
    if told:
        assert not better(objective, told[-1], last)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "objective", [TILES, DEFAULT_OBJECTIVE, (Term.PENALTY, Term.HELD_JOKERS, Term.VALUE)]
)
def test_a_watched_solve_tells_of_each_better_answer_and_ends_as_an_unwatched_one(
    way: str, objective: Objective
) -> None:
    for case in load("positions.jsonl")[5::50]:
        where = position(hand=case["hand"], table=case["table"])
        if refused(where, objective, way):
            continue
        watch = Asked()
        # A search that proves nothing would go on for long.
        work = None if backend_of(way).exact else 200
        result = solve(where, objective, way, Limits(work=work, watch=watch))
        is_told_in_order(where, objective, way, watch.told, result)
        if backend_of(way).name.startswith("ilp"):
            assert watch.told
            assert watch.told[-1].terms == result.terms
        unwatched = solve(where, objective, way, Limits(work=work))
        assert without_seconds(result) == without_seconds(unwatched)


@given(
    positions(odd_rules(), most_hand=8),
    objectives,
    st.sampled_from(WAYS),
    st.one_of(st.none(), st.integers(1, 30)),
)
@settings(max_examples=150)
def test_who_looks_on_changes_nothing_whatever_the_rules_and_the_work(
    where: Position, objective: Objective, way: str, work: int | None
) -> None:
    objective = supported(where, objective)
    if refused_quietly(where, objective, way):
        return
    if not backend_of(way).exact:
        work = work or 100
    watch = Asked()
    result = solve(where, objective, way, Limits(work=work, watch=watch))
    is_told_in_order(where, objective, way, watch.told, result)
    unwatched = solve(where, objective, way, Limits(work=work))
    assert without_seconds(result) == without_seconds(unwatched)


def refused_quietly(where: Position, objective: Objective, way: str) -> bool:
    one = backend_of(way)
    return not set(objective) <= one.terms or one.refusal(where, objective) is not None


@pytest.mark.parametrize("most_nodes", [0, 1])
def test_what_highs_finds_after_our_own_search_is_told_too(
    monkeypatch: pytest.MonkeyPatch, most_nodes: int
) -> None:
    monkeypatch.setattr(lexicographic, "MOST_NODES", most_nodes)
    where = HARD["full"]
    watch = Asked()
    result = solve(where, DEFAULT_OBJECTIVE, "ilp", Limits(watch=watch))
    is_told_in_order(where, DEFAULT_OBJECTIVE, "ilp", watch.told, result)
    assert len({tuple(values(one)) for one in watch.told}) > 1
    assert watch.told[-1].status is Status.OPTIMAL


def test_the_narrow_sweep_is_told_of_before_the_wide_one() -> None:
    case = next(c for c in load("positions.jsonl") if c["id"] == "mid-table-joker-24")
    where = position(hand=case["hand"], table=case["table"])
    watch = Asked()
    sweep = Sweep(narrow=3)
    result = verified(sweep, where, sweep.solve(where, TILES, Limits(watch=watch)))
    assert len(watch.told) == 1
    (narrow,) = watch.told
    assert verified(sweep, where, narrow).verified
    assert (narrow.status, narrow.stop) == (Status.FEASIBLE, Stop.COMPLETED)
    assert values(narrow) <= values(result)
    assert 0 < narrow.stats.nodes < result.stats.nodes


def test_auto_says_of_each_answer_which_way_it_came() -> None:
    case = next(c for c in load("positions.jsonl") if c["id"] == "late-jokers-3")
    where = position(hand=case["hand"], table=case["table"])
    watch = Asked()
    result = AUTO.solve(where, DEFAULT_OBJECTIVE, Limits(watch=watch))
    assert {one.route for one in watch.told} == {result.route}
    watch = Asked()
    result = replace(AUTO, swept_states=2000).solve(where, TILES, Limits(watch=watch))
    routes = list(dict.fromkeys(one.route for one in watch.told))
    assert routes[-1] == result.route
    assert routes[:-1] in ([], ["narrow sweep"])
    assert all(one.backend in ("sweep", "ilp") for one in watch.told)


@pytest.mark.parametrize("questions", range(6))
def test_auto_does_not_go_on_to_the_program_after_a_stop(questions: int) -> None:
    """Before the narrow sweep, before the wide one, after it, and on the way to a bound."""
    case = next(c for c in load("positions.jsonl") if c["id"] == "mid-table-joker-24")
    where = position(hand=case["hand"], table=case["table"])
    result = replace(AUTO, swept_states=500).solve(where, TILES, Limits(watch=Asked(questions)))
    assert result.status is (Status.FEASIBLE if questions else Status.NO_ANSWER)
    assert (result.stop, result.backend) == (Stop.CANCELLED, "sweep")
    assert result.route.startswith("sweep, stopped after")


def test_writing_a_huge_program_is_given_up() -> None:
    """It once took seconds to come back: a column for each place of each of 12,400 sets."""
    where = position(hand="J J J J J J J J", rules={**VAST, "max_jokers_in_set": 7})
    for questions in (1, 50):
        result = ILP.solve(where, TILES, Limits(watch=Asked(questions)))
        assert (result.status, result.stop) == (Status.NO_ANSWER, Stop.CANCELLED)
        assert result.stats.columns == 0
    with_clock = ILP.solve(where, TILES, Limits(seconds=1e-6))
    assert (with_clock.status, with_clock.stop) == (Status.NO_ANSWER, Stop.TIME_LIMIT)


def test_a_cross_check_that_is_stopped_starts_no_other_backend_and_agrees() -> None:
    where = HARD["dense"]
    checked = cross_check(where, TILES, Limits(watch=Asked(12)))
    exact = [name for name, backend in BACKENDS.items() if backend.exact]
    assert [opinion.backend for opinion in checked.opinions] == exact
    assert checked.agree
    last = checked.opinions[-1].result
    assert last is not None
    assert (last.status, last.stop) == (Status.NO_ANSWER, Stop.CANCELLED)
    assert last.stats.nodes == last.stats.columns == 0
    assert last.terms == (TermResult("tiles", None, None),)


def test_a_cross_check_tells_only_of_what_is_better_than_all_before() -> None:
    where = HARD["full"]
    watch = Asked()
    checked = cross_check(where, TILES, Limits(watch=watch))
    assert checked.agree
    is_told_in_order(where, TILES, "ilp", watch.told, checked.opinions[0].result or watch.told[0])
    known = Opinion("auto", solve(where, TILES))
    watch = Asked()
    assert cross_check(where, TILES, Limits(watch=watch), given=known).agree
    assert watch.told == []


def test_nobody_is_nobody_through_every_watch_between() -> None:
    assert only_better(NOBODY, TILES) is NOBODY
    assert dressed(NOBODY, lambda result: result) is NOBODY


def test_a_stopped_program_is_never_worse_than_leaving_everything() -> None:
    """A first point may keep no set of the table, where drawing keeps them all."""
    where = HARD["full"]
    objective = (Term.KEPT_SETS, Term.TILES)
    for questions in range(1, 40, 4):
        result = ILP.solve(where, objective, Limits(watch=Asked(questions)))
        if result.status is Status.FEASIBLE:
            assert result.terms[0].value == len(where.table)
