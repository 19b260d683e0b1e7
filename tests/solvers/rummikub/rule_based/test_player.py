"""The player as a backend: legal, never better than the best, the same each time."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.defects import InvalidInputError
from models.rummikub.move import stay
from models.rummikub.notation import tile_codes
from models.rummikub.objective import Objective, Term, evaluate_all, is_better
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS
from solvers.result import Limits, Status, Stop
from solvers.rummikub.registry import BACKENDS
from solvers.rummikub.rule_based import LAYERS, RULE_BASED
from solvers.rummikub.solve import solve, verified
from tests.cases import load, position
from tests.solvers.watches import Asked, without_seconds
from tests.strategies import objectives, odd_rules, positions, presets, supported

TILES: Objective = (Term.TILES,)
ANY = st.one_of(
    positions(presets, most_sets=25, most_table_tiles=90, most_hand=20),
    positions(odd_rules(), most_sets=10, most_hand=10),
).filter(lambda where: not where.table_tiles)
SOME_LAYERS = st.lists(st.sampled_from(list(LAYERS)), unique=True).map(tuple)


@given(ANY, objectives, SOME_LAYERS)
@settings(max_examples=300)
def test_moves_are_legal_and_no_worse_than_drawing_whatever_the_rules_and_the_layers(
    where: Position, objective: Objective, layers: tuple[str, ...]
) -> None:
    objective = supported(where, objective)
    player = replace(RULE_BASED, layers=layers)
    result = verified(player, where, player.solve(where, objective, Limits()))
    assert result.stop is Stop.COMPLETED
    assert result.answer is not None
    values = evaluate_all(objective, where, result.answer)
    idle = evaluate_all(objective, where, stay(where))
    assert not is_better(objective, idle, values)
    assert Counter(tile_codes(result.answer.played)) == Counter(
        code for step in result.steps for code in step.played
    )
    assert all(step.name in layers and step.played for step in result.steps)
    if not result.answer.played:
        assert result.answer == stay(where)


@given(ANY, objectives)
@settings(max_examples=60)
def test_no_move_is_better_than_the_best_and_proofs_are_proofs(
    where: Position, objective: Objective
) -> None:
    result = solve(where, objective, "rule-based")
    best = solve(where, objective)
    assert best.proven
    values, optimum = (tuple(t.value or 0 for t in r.terms) for r in (result, best))
    assert not is_better(objective, values, optimum)
    if result.proven:
        assert values == optimum
    for term, most in zip(result.terms, optimum, strict=True):
        if term.bound is None or term.value != most:
            break
        assert not Term(term.name).better(most, term.bound)


@given(ANY, st.integers(1, 60))
def test_with_more_work_it_never_plays_less_and_at_a_limit_it_has_what_it_had(
    where: Position, work: int
) -> None:
    less, more, free = (
        solve(where, TILES, "rule-based", Limits(work=some)) for some in (work, 2 * work, None)
    )
    assert (less.terms[0].value or 0) <= (more.terms[0].value or 0) <= (free.terms[0].value or 0)
    for result in (less, more):
        assert result.steps == free.steps[: len(result.steps)]
        if result.stop is Stop.WORK_LIMIT:
            assert result.status is (Status.FEASIBLE if result.steps else Status.NO_ANSWER)
    again = solve(where, TILES, "rule-based", Limits(work=work))
    assert without_seconds(again) == without_seconds(less)


def test_the_300_positions_are_played_legally_and_each_step_is_told() -> None:
    for case in load("positions.jsonl"):
        where = position(hand=case["hand"], table=case["table"])
        watch = Asked()
        result = solve(where, TILES, "rule-based", Limits(watch=watch))
        assert (result.terms[0].value or 0) <= case["best"]["tiles"]
        assert len(watch.told) == len(result.steps)
        assert watch.told == [] or watch.told[-1].answer == result.answer
        assert without_seconds(solve(where, TILES, "rule-based")) == without_seconds(result)


def test_the_first_move_is_laid_from_the_hand_alone_and_is_worth_the_points() -> None:
    played = most = 0
    for case in load("positions.jsonl"):
        if "tiles_when_not_opened" in case["best"]:
            # A table that may not be used changes nothing.
            for table in ([], ["O1-3"]):
                owed = position(hand=case["hand"], table=table, rules={"copies": 3}, opened=False)
                result = solve(owed, TILES, "rule-based")
                assert result.terms[0].value is not None
                assert result.terms[0].value <= case["best"]["tiles_when_not_opened"]
            played += result.terms[0].value or 0
            most += case["best"]["tiles_when_not_opened"]
    # Here it happens to miss nothing.
    assert played == most == 188


def test_who_owes_points_chooses_sets_that_reach_them() -> None:
    # With R1-5 as one run, B5 and O5 are left, and 30 points are not reached.
    where = position(hand="R1-5 B5 O5 K4-6", opened=False)
    assert solve(where, TILES, "rule-based").route == "whole sets: R1 R2 R3 R4 R5 B5 O5 K4 K5 K6"
    short = position(hand="R1-5 K4-6 B5", opened=False, rules={"initial_meld_points": 31})
    assert solve(short, TILES, "rule-based").answer == stay(short)
    # A joker only where the points can't be reached without.
    enough = position(hand="K10-12 J", opened=False)
    assert [s.played for s in solve(enough, TILES, "rule-based").steps] == [
        ("K10", "K11", "K12"),
        ("J",),
    ]
    lacking = position(hand="K10 K11 J", opened=False)
    assert solve(lacking, TILES, "rule-based").terms[0].value == 3


def test_without_the_layer_of_whole_sets_the_initial_meld_is_not_laid() -> None:
    where = position(hand="K10-12", opened=False)
    player = replace(RULE_BASED, layers=tuple(LAYERS)[1:])
    assert player.solve(where, TILES, Limits()).answer == stay(where)


def test_jokers_are_held_where_that_counts_more_than_tiles() -> None:
    where = position(hand="R8 B11 O11 J", table=["R5-7"])
    result = solve(where, (Term.HELD_JOKERS, Term.TILES), "rule-based")
    assert [term.value for term in result.terms] == [1, 1]
    assert result.route == "loose tiles: R8"


def test_a_table_known_only_as_tiles_is_refused_naming_who_can() -> None:
    flat = position(hand="R8", table_tiles="R5-7")
    with pytest.raises(InvalidInputError, match=r"needs the table as sets; backends that can: .*i"):
        solve(flat, TILES, "rule-based")


def test_the_route_says_which_layer_played_what() -> None:
    where = position(hand="K10-12 R4 R8 B9 O9", table=["R5-7"])
    result = solve(where, TILES, "rule-based")
    assert result.route == "whole sets: K10 K11 K12; loose tiles: R4 R8"
    assert [(step.name, step.played) for step in result.steps] == [
        ("whole-sets", ("K10", "K11", "K12")),
        ("loose-tiles", ("R4",)),
        ("loose-tiles", ("R8",)),
    ]
    assert solve(where, TILES, "ilp").steps == ()


def test_an_empty_hand_proves_the_answer() -> None:
    result = solve(position(hand="R8", table=["R5-7"]), TILES, "rule-based")
    assert (result.status, result.terms[0].bound) == (Status.OPTIMAL, 1)
    result = solve(position(hand="R8 K1", table=["R5-7"]), TILES, "rule-based")
    assert (result.status, result.terms[0].bound) == (Status.FEASIBLE, 2)
    assert not BACKENDS["rule-based"].exact


@pytest.mark.parametrize("rules", [{"min_set_size": 6, "colours": "ABCDEFGH"}, {"jokers": 8}])
def test_rules_that_allow_very_much_keep_it_within_its_steps(rules: dict[str, object]) -> None:
    box = {"colours": "RBOKG", "numbers": 50, "copies": 10, "jokers": 8} | rules
    letter = str(box["colours"])[0]
    hand = [f"{letter}{number}" for number in range(1, 50, 2)] * 2 + ["J"] * 8
    result = solve(position(hand=hand, rules=box), TILES, "rule-based")
    assert result.stop is Stop.COMPLETED
    assert result.stats.nodes < 200_000


def test_all_tiles_of_the_box_in_one_hand_are_played() -> None:
    rules = PRESETS["standard"]
    hand = tuple(tile for tile in rules.order for _ in range(rules.count(tile)))
    assert solve(Position(rules, hand), TILES, "rule-based").proven
