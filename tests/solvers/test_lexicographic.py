"""Stages: each optimum becomes a row of the next, whichever way a stage is solved."""

from typing import Any

import pytest
from hypothesis import given

from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.programs import placement_program
from solvers import lexicographic
from solvers.claims import Branched, Claim
from solvers.highs import Session
from solvers.lexicographic import Method, Outcome, solve
from solvers.result import Budget, Limits, Stop
from tests.cases import position
from tests.strategies import objectives, odd_rules, positions, supported


def stage_values(where: Position, objective: Objective, method: Method) -> list[int | None]:
    outcome = solve(placement_program(where, objective), Budget(Limits()), method)
    assert outcome.infeasible or outcome.proven
    return [stage.value for stage in outcome.stages]


@pytest.mark.parametrize(
    ("hand", "table", "value"),
    [
        ("O12 O7 K11 K2 R2 O7 K5 R1 J", ["B5-7", "ROKB9", "RBOK9"], 4),
        ("K8 K13 K2 B1 B11 K6 B5 B13 B13 K10 R8 R6 O3", ["R3 J K3"], 29),
    ],
)
def test_a_later_stage_is_not_answered_with_the_point_of_an_earlier_one(
    monkeypatch: pytest.MonkeyPatch, hand: str, table: list[str], value: int
) -> None:
    """Given a point to start from, HiGHS 1.16 called that point optimal: 3 for 4, 27 for 29."""
    where = position(hand=hand, table=table)
    objective = (Term.TILES, Term.VALUE)
    assert stage_values(where, objective, Method.BRANCH)[1] == value
    monkeypatch.setattr(lexicographic, "MOST_NODES", 0)
    assert stage_values(where, objective, Method.SEARCH)[1] == value


@given(positions(odd_rules(), most_hand=8), objectives)
def test_both_methods_and_the_handing_over_agree(where: Position, objective: Objective) -> None:
    objective = supported(where, objective)
    expected = stage_values(where, objective, Method.BRANCH)
    before = lexicographic.MOST_NODES
    try:
        for most_nodes in (before, 1, 0):
            lexicographic.MOST_NODES = most_nodes
            assert stage_values(where, objective, Method.SEARCH) == expected
    finally:
        lexicographic.MOST_NODES = before


@pytest.mark.parametrize("most_nodes", [lexicographic.MOST_NODES, 0])
def test_each_better_point_is_reported_and_then_the_bound_of_each_stage(
    monkeypatch: pytest.MonkeyPatch, most_nodes: int
) -> None:
    monkeypatch.setattr(lexicographic, "MOST_NODES", most_nodes)
    where = position(hand="O12 O7 K11 K2 R2 O7 K5 R1 J", table=["B5-7", "ROKB9", "RBOK9"])
    told: list[Outcome] = []
    program = placement_program(where, (Term.TILES, Term.VALUE))
    last = solve(program, Budget(Limits()), Method.SEARCH, told.append)
    assert last.stages == told[-1].stages
    closed = [sum(stage.bound is not None for stage in outcome.stages) for outcome in told]
    assert closed == sorted(closed)
    values = [[stage.value or 0 for stage in outcome.stages] for outcome in told]
    assert values == sorted(values)


def test_a_stopped_stage_never_ends_with_a_worse_point_than_it_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """HiGHS, never given a point to start from, once put a worse one in the place of ours."""
    where = position(hand="O12 O7 K11 K2 R2 O7 K5 R1 J", table=["B5-7", "ROKB9", "RBOK9"])
    program = placement_program(where, (Term.TILES, Term.VALUE))
    branch = Session.branch
    first: list[Branched] = []

    def worse(self: Session, cost: Any, budget: Budget, found: Any = None) -> Branched:
        if not first:
            first.append(branch(self, cost, budget, found))
            return first[0]
        nothing = first[0].point
        assert nothing is not None
        return Branched(Claim.STOPPED, Stop.CANCELLED, 0 * nothing, 50, 1)

    monkeypatch.setattr(Session, "branch", worse)
    stopped = solve(program, Budget(Limits()), Method.BRANCH)
    assert stopped.stop is Stop.CANCELLED
    assert stopped.point is first[0].point
    assert stopped.stages[1].bound == 50
