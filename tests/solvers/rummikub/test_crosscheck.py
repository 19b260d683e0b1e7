"""Cross-checks: agreement, contradictions, and the evidence for them."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from solvers.result import Limits, Result, Status, TermResult
from solvers.rummikub.backend import Backend
from solvers.rummikub.bitmask import BITMASK
from solvers.rummikub.crosscheck import cross_check
from solvers.rummikub.ilp import ILP
from solvers.rummikub.registry import able
from solvers.rummikub.sweep import SWEEP
from tests.cases import load, position
from tests.strategies import objectives, odd_rules, positions, supported

SMALL = position(hand="B10 K10 J R2", table=["R7-13"])
TILES: Objective = (Term.TILES,)


class Liar:
    """A backend that changes another one's result."""

    name, summary, exact, terms = "liar", "changes the truth", True, frozenset(Term)

    def __init__(self, **changes: Any) -> None:
        self.changes = changes

    def refusal(self, position: Position, objective: Objective) -> None:
        del position, objective

    def solve(self, position: Position, objective: Objective, limits: Limits) -> Result[Any]:
        return replace(ILP.solve(position, objective, limits), **self.changes)


def disagreements(*backends: Backend, objective: Objective = TILES) -> tuple[str, ...]:
    return cross_check(SMALL, objective, backends=backends).disagreements


@pytest.mark.parametrize("case", load("positions.jsonl")[::25], ids=lambda c: c["id"])
def test_every_backend_that_can_is_asked_and_they_agree(case: dict[str, Any]) -> None:
    where = position(hand=case["hand"], table=case["table"])
    checked = cross_check(where, TILES)
    assert [o.backend for o in checked.opinions] == [b.name for b in able(where, TILES)]
    assert len(checked.opinions) >= 3
    assert checked.agree
    for opinion in checked.opinions:
        assert opinion.result is not None
        assert opinion.result.terms[0].value == case["best"]["tiles"]


@given(positions(odd_rules(), most_sets=3, most_hand=7), objectives)
@settings(max_examples=60)
def test_all_backends_agree_under_any_rules(where: Position, objective: Objective) -> None:
    assert cross_check(where, supported(where, objective)).disagreements == ()


def test_two_proofs_of_different_optima_contradict_each_other() -> None:
    liar = Liar(terms=(TermResult("tiles", 4, 4),))
    assert disagreements(SWEEP, liar) == (
        "sweep proves optimal (tiles 3), liar proves optimal (tiles 4)",
    )


def test_what_is_not_proven_must_not_be_better_than_what_is() -> None:
    better = Liar(status=Status.FEASIBLE, terms=(TermResult("tiles", 4, 4),))
    worse = Liar(status=Status.FEASIBLE, terms=(TermResult("tiles", 1, 4),))
    assert disagreements(SWEEP, better) == (
        "sweep proves optimal (tiles 3), liar has feasible (tiles 4)",
    )
    assert disagreements(SWEEP, worse) == ()


def test_a_bound_must_not_rule_out_what_is_proven() -> None:
    liar = Liar(status=Status.NO_ANSWER, answer=None, terms=(TermResult("tiles", None, 2),))
    assert len(disagreements(SWEEP, liar)) == 1
    fair = Liar(status=Status.NO_ANSWER, answer=None, terms=(TermResult("tiles", None, 3),))
    assert disagreements(SWEEP, fair) == ()


def test_an_answer_the_checker_rejects_is_a_disagreement_with_its_reason() -> None:
    honest = ILP.solve(SMALL, TILES, Limits())
    assert honest.answer is not None
    torn = replace(honest.answer, table=honest.answer.table[1:])
    (sentence,) = disagreements(BITMASK, Liar(answer=torn))
    assert sentence.startswith("liar: the checker rejects its answer: /table: R7")


def test_proving_that_there_is_no_answer_contradicts_having_one() -> None:
    liar = Liar(status=Status.INFEASIBLE, answer=None, terms=(TermResult("tiles", None, None),))
    assert len(disagreements(SWEEP, liar)) == 1
    assert len(disagreements(liar, SWEEP)) == 1
