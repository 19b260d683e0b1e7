"""Cross-checks: agreement, contradictions, and the evidence for them."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from models.rummikub.move import stay
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from solvers.crosscheck import Opinion
from solvers.result import Limits, Result, Status, TermResult
from solvers.rummikub.backend import Backend
from solvers.rummikub.best_first import BEST_FIRST
from solvers.rummikub.bitmask import BITMASK
from solvers.rummikub.crosscheck import cross_check
from solvers.rummikub.ilp import ILP
from solvers.rummikub.registry import BACKENDS, able
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
def test_every_exact_backend_that_can_is_asked_and_they_agree(case: dict[str, Any]) -> None:
    where = position(hand=case["hand"], table=case["table"])
    checked = cross_check(where, TILES)
    assert [o.backend for o in checked.opinions] == [b.name for b in able(where, TILES) if b.exact]
    assert len(checked.opinions) >= 3
    assert checked.agree
    for opinion in checked.opinions:
        assert opinion.result is not None
        if BACKENDS[opinion.backend].exact:
            assert opinion.result.terms[0].value == case["best"]["tiles"]


@given(positions(odd_rules(), most_sets=3, most_hand=7), objectives)
@settings(max_examples=60)
def test_all_backends_agree_under_any_rules(where: Position, objective: Objective) -> None:
    assert cross_check(where, supported(where, objective)).disagreements == ()


PLAY_NONE = replace(ILP.solve(SMALL, TILES, Limits()), answer=stay(SMALL))


def test_two_proofs_of_different_optima_contradict_each_other() -> None:
    idle = Liar(answer=PLAY_NONE.answer, terms=(TermResult("tiles", 0, 0),))
    assert disagreements(SWEEP, idle) == (
        "sweep proves optimal (tiles 3), liar proves optimal (tiles 0)",
    )


def test_what_is_not_proven_is_no_contradiction_while_its_bound_allows_the_proof() -> None:
    worse = Liar(
        answer=PLAY_NONE.answer, status=Status.FEASIBLE, terms=(TermResult("tiles", 0, 4),)
    )
    assert disagreements(SWEEP, worse) == ()


@pytest.mark.parametrize("first", [SWEEP, Liar(status=Status.FEASIBLE)])
def test_a_bound_must_not_rule_out_a_move_proven_or_not(first: Backend) -> None:
    """Without a proof among them, contradictions once were not looked for."""
    low = Liar(status=Status.NO_ANSWER, answer=None, terms=(TermResult("tiles", None, 2),))
    fair = Liar(status=Status.NO_ANSWER, answer=None, terms=(TermResult("tiles", None, 3),))
    assert len(disagreements(first, low)) == len(disagreements(low, first)) == 1
    assert disagreements(first, fair) == disagreements(fair, first) == ()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"terms": (TermResult("tiles", 4, 4),)}, "tiles is said to be 4, and the move is worth 3"),
        ({"terms": (TermResult("tiles", 3, 2),)}, "tiles 3 beats its own bound 2"),
        ({"answer": None}, "optimal without a move"),
        ({"answer": None, "status": Status.INFEASIBLE}, "leaving everything is always legal"),
    ],
)
def test_a_result_that_contradicts_itself_is_rejected(changes: Any, reason: str) -> None:
    """Two backends that said the same wrong thing of a move once agreed."""
    found = disagreements(Liar(**changes), Liar(**changes))
    assert len(found) == 2
    assert all(reason in sentence for sentence in found)


def test_a_backend_that_fails_is_a_disagreement_and_does_not_silence_the_others() -> None:
    class Broken(Liar):
        def solve(self, *_: Any) -> Result[Any]:
            raise RuntimeError("boom")

    checked = cross_check(SMALL, TILES, backends=[SWEEP, Broken()])
    assert [opinion.result is not None for opinion in checked.opinions] == [True, False]
    assert checked.disagreements == ("liar: failed: RuntimeError: boom",)


def test_an_answer_the_checker_rejects_is_a_disagreement_with_its_reason() -> None:
    honest = ILP.solve(SMALL, TILES, Limits())
    assert honest.answer is not None
    torn = replace(honest.answer, table=honest.answer.table[1:])
    checked = cross_check(SMALL, TILES, backends=[BITMASK, Liar(answer=torn)])
    (sentence,) = checked.disagreements
    assert sentence.startswith("liar: the checker rejects its answer: /table: R7")
    # The rejected move is the evidence, and is kept.
    evidence = checked.opinions[1].result
    assert evidence is not None
    assert evidence.answer == torn
    assert not evidence.verified


def test_an_answer_that_is_given_is_held_against_the_others_and_not_asked_for_again() -> None:
    """A solve with a cross-check once never looked at the answer it delivered."""
    lie = Liar(answer=PLAY_NONE.answer, terms=(TermResult("tiles", 0, 0),))
    given = Opinion("auto", lie.solve(SMALL, TILES, Limits()))
    checked = cross_check(SMALL, TILES, given=given)
    assert not checked.agree
    assert checked.opinions[0] is given
    honest = Opinion("sweep", SWEEP.solve(SMALL, TILES, Limits()))
    checked = cross_check(SMALL, TILES, given=honest)
    assert checked.agree
    exact = [name for name, backend in BACKENDS.items() if backend.exact]
    assert [o.backend for o in checked.opinions] == exact


def test_a_heuristic_is_asked_only_by_name_and_its_answer_contradicts_no_proof() -> None:
    where = position(hand="B10 K10 R2", table=["R7-13"])
    checked = cross_check(where, TILES, Limits(work=1), backends=[SWEEP, BEST_FIRST])
    assert [o.backend for o in checked.opinions] == ["sweep", "best-first"]
    worse = checked.opinions[1].result
    assert worse is not None
    assert worse.terms == (TermResult("tiles", 0, 3),)
    assert checked.agree


def test_proving_that_there_is_no_answer_contradicts_having_one() -> None:
    flat = position(hand="B10 K10 J", table_tiles="R7-13")
    none = Liar(status=Status.INFEASIBLE, answer=None, terms=(TermResult("tiles", None, None),))
    for backends in ((SWEEP, none), (none, SWEEP)):
        assert len(cross_check(flat, TILES, backends=backends).disagreements) == 1
