"""Stages: each optimum becomes a row of the next, whichever way a stage is solved."""

import pytest
from hypothesis import given

from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.programs import placement_program
from solvers import lexicographic
from solvers.lexicographic import Method, solve
from solvers.result import Budget, Limits
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
