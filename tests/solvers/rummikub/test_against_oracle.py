"""Every exact backend against brute force, under rules that nobody plays by."""

from collections.abc import Sequence

from hypothesis import given

from models.rummikub.objective import Term
from models.rummikub.position import Position
from solvers.result import Status
from solvers.rummikub.solve import solve
from tests.oracle import optimum
from tests.strategies import objectives, odd_rules, positions

SMALL = positions(odd_rules(), most_sets=2, most_table_tiles=7, most_hand=5)


@given(position=SMALL, objective=objectives)
def test_exact_backends_agree_with_brute_force(
    exact_backend: str, position: Position, objective: Sequence[Term]
) -> None:
    terms = tuple(t for t in objective if not (t is Term.KEPT_SETS and position.table_tiles))
    if not terms:
        terms = (Term.TILES,)
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
