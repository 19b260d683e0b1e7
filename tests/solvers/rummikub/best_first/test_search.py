"""The searches: what they find, in how many nodes, and that they say no more than they know."""

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from solvers.result import Limits, Status, Stop
from solvers.rummikub.best_first import BEST_FIRST, PREDATORY, Heuristic, search
from solvers.rummikub.options import Options
from solvers.rummikub.solve import solve
from tests.cases import load, position
from tests.oracle import optimum
from tests.solvers.watches import HARD, Asked, without_seconds
from tests.strategies import odd_rules, positions

TILES: Objective = (Term.TILES,)
TESTS = load("samuelson_seibert.json")
WAYS: list[tuple[str, Options]] = [
    ("best-first", {}),
    ("predatory", {}),
    ("predatory", {"alpha": 0, "area": 4}),
]
ways = st.sampled_from(WAYS)
heuristics = st.sampled_from(list(Heuristic))


@pytest.mark.parametrize("case", TESTS, ids=lambda c: f"test-{c['id']}")
@pytest.mark.parametrize("heuristic", [Heuristic.IC, Heuristic.ICC, Heuristic.DTL])
@pytest.mark.parametrize("way", WAYS, ids=["best-first", "predatory", "near"])
def test_the_whole_state_heuristics_solve_the_ten_tests(
    way: tuple[str, Options], heuristic: Heuristic, case: dict[str, object]
) -> None:
    """As the paper says of all three."""
    where = position(hand=case["hand"], table=case["board"])
    backend, options = way
    limits = Limits(work=200)
    result = solve(where, TILES, backend, limits, {**options, "heuristic": heuristic.value})
    assert (result.status, result.stop) == (Status.OPTIMAL, Stop.COMPLETED)
    assert result.terms[0].value == case["max_tiles"]


@pytest.mark.parametrize(("name", "most"), [("best-first", 51), ("predatory", 32)])
def test_dtl_solves_each_of_the_ten_tests_in_a_few_dozen_nodes(name: str, most: int) -> None:
    positions = [position(hand=case["hand"], table=case["board"]) for case in TESTS]
    assert max(solve(where, TILES, name).stats.nodes for where in positions) == most


@given(positions(odd_rules(), most_sets=2, most_hand=7), ways, heuristics, st.integers(1, 60))
def test_a_search_never_beats_the_optimum_and_never_claims_more_than_an_empty_hand_shows(
    where: Position, way: tuple[str, Options], heuristic: Heuristic, work: int
) -> None:
    assume(not (where.opened and where.table_tiles))
    backend, options = way
    asked = {**options, "heuristic": heuristic.value}
    result = solve(where, TILES, backend, Limits(work=work), asked)
    best = solve(where, TILES, "ilp").terms[0].value
    value = result.terms[0].value
    assert result.verified
    assert value is not None
    assert best is not None
    assert 0 <= value <= best
    assert result.terms[0].bound == len(where.hand)
    assert (result.status is Status.OPTIMAL) == (value == len(where.hand))
    assert result.stats.nodes <= work


@given(positions(odd_rules(), most_sets=1, most_table_tiles=4, most_hand=4), ways, heuristics)
@settings(max_examples=60)
def test_a_search_through_all_states_finds_what_brute_force_finds(
    where: Position, way: tuple[str, Options], heuristic: Heuristic
) -> None:
    assume(not (where.opened and where.table_tiles))
    backend, options = way
    asked = {**options, "heuristic": heuristic.value}
    result = solve(where, TILES, backend, Limits(work=3000), asked)
    assume(result.stop is Stop.COMPLETED)
    assert (result.terms[0].value,) == optimum(where, TILES)


@pytest.mark.parametrize("way", WAYS, ids=["best-first", "predatory", "near"])
@pytest.mark.parametrize("case", load("positions.jsonl")[3::60], ids=lambda c: c["id"])
def test_a_limit_in_nodes_gives_the_same_answer_each_time_and_more_nodes_none_worse(
    way: tuple[str, Options], case: dict[str, object]
) -> None:
    where = position(hand=case["hand"], table=case["table"])
    backend, options = way
    found = 0
    for work in (1, 10, 100):
        first, again = (
            without_seconds(solve(where, TILES, backend, Limits(work=work), options))
            for _ in range(2)
        )
        assert first == again
        assert first.stats.nodes == work or first.stop is Stop.COMPLETED
        assert (first.terms[0].value or 0) >= found
        found = first.terms[0].value or 0


@given(positions(most_hand=8), ways, st.randoms())
@settings(max_examples=30)
def test_how_a_position_is_written_changes_no_answer(
    where: Position, way: tuple[str, Options], dealer: random.Random
) -> None:
    assume(not (where.opened and where.table_tiles))
    hand, table = list(where.hand), list(where.table)
    dealer.shuffle(hand)
    dealer.shuffle(table)
    other = Position(where.rules, tuple(hand), tuple(table), where.table_tiles, where.opened)
    backend, options = way
    one, two = (solve(p, TILES, backend, Limits(work=30), options) for p in (where, other))
    assert (one.terms, one.stats.nodes) == (two.terms, two.stats.nodes)
    assert one.answer is not None
    assert two.answer is not None
    assert one.answer.played == two.answer.played


@pytest.mark.parametrize("heuristic", Heuristic)
def test_a_predator_without_appetite_is_best_first(heuristic: Heuristic) -> None:
    for case in TESTS:
        where = position(hand=case["hand"], table=case["board"])
        asked = {"heuristic": heuristic.value}
        plain = solve(where, TILES, "best-first", options=asked)
        tame = solve(where, TILES, "predatory", options={**asked, "alpha": 0, "area": 0})
        assert replace(without_seconds(tame), backend="best-first") == without_seconds(plain)


def test_beta_above_1_keeps_a_search_near_the_start() -> None:
    where = position(hand=TESTS[9]["hand"], table=TESTS[9]["board"])
    eager, shy = (
        solve(where, TILES, "predatory", options={"alpha": 1, "beta": beta}).stats.nodes
        for beta in (0.9, 2)
    )
    assert eager < shy


def test_before_the_first_meld_only_sets_of_enough_points_are_laid() -> None:
    """Nine tiles of the hand are in sets of 27 points: too few, so drawing is all there is."""
    where = position(hand="R1-3 B1-3 O4-6 K13", opened=False, table=["R9-11"])
    result = solve(where, TILES, "best-first", Limits(work=300))
    assert result.answer is not None
    assert result.answer.played == ()
    assert result.answer.table == where.table
    rich = position(hand="R1-3 B1-3 O5-7 K13", opened=False, table=["R9-11"])
    assert solve(rich, TILES, "best-first", Limits(work=300)).terms[0].value == 9


def test_a_joker_counts_what_serves_the_first_meld_best() -> None:
    """J J R13 is 39 as a group and 36 as a run; 30 are needed."""
    where = position(hand="J J R13", opened=False, rules={"initial_meld_points": 37})
    for backend in ("best-first", "predatory"):
        assert solve(where, TILES, backend).status is Status.OPTIMAL


def test_a_table_of_which_only_the_tiles_are_known_can_wait_until_the_first_meld_is_laid() -> None:
    where = position(hand="R10 B10 K10", table_tiles="R5-7", opened=False)
    result = solve(where, TILES, "best-first")
    assert result.status is Status.OPTIMAL
    assert result.answer is not None
    assert result.answer.untouched == where.table_tiles


def test_an_empty_hand_is_an_optimum_without_a_search() -> None:
    result = solve(position(hand="", table=["R7-9"]), TILES, "best-first")
    assert (result.status, result.stats.nodes) == (Status.OPTIMAL, 0)


def test_drawing_is_the_answer_of_a_search_that_found_nothing_and_it_is_not_proven() -> None:
    result = solve(position(hand="R1 B5", table=["K7-9"]), TILES, "best-first")
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.COMPLETED)
    assert (result.terms[0].value, result.terms[0].bound) == (0, 2)


@pytest.mark.parametrize("name", ["best-first", "predatory"])
@pytest.mark.parametrize(
    ("limits", "stop"), [(Limits(work=0), Stop.WORK_LIMIT), (Limits(seconds=0), Stop.TIME_LIMIT)]
)
def test_a_limit_of_nothing_never_reads_as_no_move(name: str, limits: Limits, stop: Stop) -> None:
    result = solve(HARD["full"], TILES, name, limits)
    assert (result.status, result.stop, result.answer) == (Status.NO_ANSWER, stop, None)


def test_a_search_remembers_only_so_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_STATES", 50)
    result = solve(HARD["full"], TILES, "best-first")
    assert (result.status, result.stop) == (Status.FEASIBLE, Stop.WORK_LIMIT)


def test_each_improvement_is_told_and_the_last_is_the_answer() -> None:
    watch = Asked()
    backend = PREDATORY.with_options({"area": 4})
    result = backend.solve(HARD["full"], TILES, Limits(work=300, watch=watch))
    tiles = [told.terms[0].value or 0 for told in watch.told]
    assert tiles == sorted(set(tiles))
    assert len(tiles) > 2
    assert watch.told[-1].answer == result.answer


def test_only_tiles_can_be_asked_for() -> None:
    assert BEST_FIRST.terms == PREDATORY.terms == {Term.TILES}
