"""The registry: capabilities are data, and a refusal names who can."""

from dataclasses import replace
from typing import Any

import pytest

from models.defects import Defect, Defects, InvalidInputError
from models.rummikub.move import Move
from models.rummikub.objective import Objective, Term
from solvers.result import Result
from solvers.rummikub import registry
from solvers.rummikub.ilp import ILP
from solvers.rummikub.program_backend import ProgramBackend
from solvers.rummikub.registry import AUTO, BACKENDS, choose
from solvers.rummikub.solve import RejectedAnswerError, solve
from tests.cases import position

SMALL = position(hand="B10 K10 J", table=["R7-13"])


def test_every_backend_has_the_name_it_is_registered_under(backend: str) -> None:
    assert BACKENDS[backend].name == backend
    assert BACKENDS[backend].summary


def test_auto_takes_an_exact_backend_and_the_answer_names_it() -> None:
    result = solve(SMALL, backend=AUTO)
    assert BACKENDS[result.backend].exact


def test_an_unknown_backend_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InvalidInputError, match=r"/backend: ilq: did you mean ilp\?"):
        solve(SMALL, backend="ilq")


def test_a_backend_that_does_not_support_a_term_names_those_that_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    narrow = replace(ILP, name="narrow", terms=frozenset({Term.TILES}))
    monkeypatch.setattr(registry, "BACKENDS", {"narrow": narrow, **BACKENDS})
    defects = Defects()
    objective: Objective = (Term.TILES, Term.KEPT_SETS)
    assert choose("narrow", SMALL, objective, ("backend",), defects) is None
    assert [d.detail for d in defects] == [
        "narrow does not support kept_sets; backends that can: ilp, ilp-dhh, rule-based"
    ]


def test_an_answer_the_checker_rejects_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheat(self: ProgramBackend, *request: Any) -> Result[Move]:
        honest = solve_honestly(self, *request)
        assert honest.answer is not None
        return replace(honest, answer=replace(honest.answer, table=honest.answer.table[1:]))

    solve_honestly = ProgramBackend.solve
    monkeypatch.setattr(ProgramBackend, "solve", cheat)
    with pytest.raises(RejectedAnswerError) as caught:
        solve(SMALL)
    assert all(isinstance(violation, Defect) for violation in caught.value.violations)
    assert caught.value.position == SMALL


def test_rules_with_too_many_sets_are_refused_by_the_program_that_lists_them_all() -> None:
    """Listing them once took half a minute, whatever the time limit."""
    vast = {"colours": "ABCDEFGH", "numbers": 50, "copies": 10, "jokers": 8, "min_set_size": 6}
    where = position(hand="A1", rules=vast)
    with pytest.raises(InvalidInputError, match=r"ilp-dhh lists every set.*that can: .*ilp"):
        solve(where, (Term.TILES,), "ilp-dhh")
    assert solve(where).backend == "ilp"


@pytest.mark.parametrize("objective", [(), (Term.TILES, Term.TILES)])
def test_an_objective_needs_a_term_and_each_once(objective: Objective) -> None:
    with pytest.raises(InvalidInputError, match="give at least one term, and each term once"):
        solve(SMALL, objective)
