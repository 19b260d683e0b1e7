"""``auto``: which way it goes, that it says so, and that every way is right."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from solvers.result import Limits, Status, Stop
from solvers.rummikub.auto import AUTO
from solvers.rummikub.ilp import ILP
from solvers.rummikub.solve import solve, verified
from tests.cases import load, position
from tests.strategies import objectives, odd_rules, positions, presets, supported

LATE = next(c for c in load("positions.jsonl") if c["id"] == "late-jokers-3")


def route(where: Position, objective: Objective, states: int = 300_000) -> tuple[str, str]:
    result = AUTO.solve(where, objective, Limits())
    if states != AUTO.swept_states:
        result = replace(AUTO, swept_states=states).solve(where, objective, Limits())
    assert result.status is Status.OPTIMAL
    return result.backend, result.route


def test_a_sum_over_the_tiles_played_is_swept() -> None:
    backend, way = route(position(hand="B10 K10 J", table=["R7-13"]), (Term.TILES, Term.VALUE))
    assert backend == "sweep"
    assert way.startswith("sweep, ")


def test_kept_sets_go_to_the_program() -> None:
    where = position(hand="B10 K10 J", table=["R7-13"])
    assert route(where, (Term.TILES, Term.KEPT_SETS)) == (
        "ilp",
        "ilp, because kept_sets is no sum over the tiles played",
    )


def test_what_the_sweep_refuses_goes_to_the_program() -> None:
    where = position(hand="R1 R2 J J", rules={"max_jokers_in_set": 1})
    backend, way = route(where, (Term.TILES,))
    assert backend == "ilp"
    assert "max_jokers_in_set" in way


def test_when_the_states_run_out_a_bound_or_the_program_proves_the_answer() -> None:
    case = next(c for c in load("positions.jsonl") if c["id"] == "early-0")
    where = position(hand=case["hand"], table=case["table"])
    ways = {states: route(where, (Term.TILES,), states) for states in (10, 300, 300_000)}
    assert ways[10][0] == "ilp"
    assert ways[300] == ("sweep", "sweep, proven by the bound of the program's relaxation")
    assert ways[300_000][1].startswith("sweep, ")


@pytest.mark.parametrize("states", [1, 100, 2_000, 20_000])
@pytest.mark.parametrize("term", [Term.TILES, Term.VALUE])
def test_every_way_is_exact(states: int, term: Term) -> None:
    auto = replace(AUTO, swept_states=states)
    for case in load("positions.jsonl")[3::30]:
        where = position(hand=case["hand"], table=case["table"])
        result = verified(auto, where, auto.solve(where, (term,), Limits()))
        assert result.status is Status.OPTIMAL
        assert result.terms[0].value == result.terms[0].bound == case["best"][term]


@given(positions(odd_rules(), most_hand=8) | positions(presets), objectives)
@settings(max_examples=60)
def test_auto_agrees_with_the_program_whatever_it_takes(
    where: Position, objective: Objective
) -> None:
    objective = supported(where, objective)
    expected = ILP.solve(where, objective, Limits())
    for states in (3, 50, 300_000):
        auto = replace(AUTO, swept_states=states)
        found = verified(auto, where, auto.solve(where, objective, Limits()))
        assert found.status is expected.status
        assert [t.value for t in found.terms] == [t.value for t in expected.terms]


@pytest.mark.parametrize("work", [1, 10, 100, 1000])
def test_a_work_limit_makes_auto_no_weaker_than_the_program(work: int) -> None:
    """The sweep once spent the whole limit in states, and the program was never asked."""
    for case in load("positions.jsonl")[::20]:
        where = position(hand=case["hand"], table=case["table"])
        limits = Limits(work=work)
        found, program = (solve(where, (Term.TILES,), b, limits) for b in ("auto", "ilp"))
        assert found.proven or not program.proven
        if found.proven:
            assert found.terms[0].value == case["best"]["tiles"]


def test_what_the_sweep_took_is_counted_when_the_program_takes_over() -> None:
    where = position(hand=LATE["hand"], table=LATE["table"])
    auto = replace(AUTO, swept_states=2000)
    found = auto.solve(where, (Term.TILES,), Limits())
    assert found.backend == "ilp"
    assert found.stats.nodes > 2000


def test_time_that_runs_out_is_called_time() -> None:
    where = position(hand=LATE["hand"], table=LATE["table"])
    found = solve(where, (Term.TILES,), limits=Limits(seconds=1e-6))
    assert (found.status, found.stop) == (Status.NO_ANSWER, Stop.TIME_LIMIT)
