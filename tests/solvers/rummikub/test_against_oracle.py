"""Every exact backend against brute force, under rules that nobody plays by."""

from collections.abc import Sequence

from hypothesis import given

from models.rummikub.objective import Term
from models.rummikub.position import Position
from solvers.result import Status
from solvers.rummikub.registry import BACKENDS
from solvers.rummikub.solve import solve
from tests.cases import refused
from tests.oracle import optimum
from tests.strategies import objectives, odd_rules, positions, supported

SMALL = positions(odd_rules(), most_sets=2, most_table_tiles=7, most_hand=5)


@given(position=SMALL, objective=objectives)
def test_exact_backends_agree_with_brute_force(
    exact_backend: str, position: Position, objective: Sequence[Term]
) -> None:
    known = BACKENDS[exact_backend].terms
    terms = tuple(t for t in supported(position, tuple(objective)) if t in known) or (Term.TILES,)
    if refused(position, terms, exact_backend):
        return
    result = solve(position, terms, exact_backend)
    best = optimum(position, terms)
    if best is None:
        assert result.status is Status.INFEASIBLE
        assert result.answer is None
    else:
        assert result.status is Status.OPTIMAL
        assert result.verified
        assert tuple(term.value for term in result.terms) == best
        assert tuple(term.bound for term in result.terms) == best
