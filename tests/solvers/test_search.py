"""Our branch and bound against looking at every whole point."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solvers.branch_and_bound import search
from solvers.claims import Claim
from solvers.highs import Session
from solvers.matrix import Matrix
from solvers.result import Budget, Limits, Stop
from tests.solvers.test_matrix import points, small


@given(small())
def test_search_finds_the_best_whole_point_or_proves_there_is_none(
    drawn: tuple[Matrix, np.ndarray],
) -> None:
    matrix, cost = drawn
    found = search(Session(matrix, whole=False), matrix, cost, Budget(Limits()), 10_000)
    best = max((int(cost @ point) for point in points(matrix)), default=None)
    if found.certain:
        assert (None if found.point is None else int(cost @ found.point)) == best
        assert found.bound == best
    # What exact arithmetic could not settle goes to HiGHS's own search, which must agree.
    branched = Session(matrix, whole=True).branch(cost, Budget(Limits()))
    assert (branched.claim is Claim.INFEASIBLE) == (best is None)
    assert best is None or branched.bound == best


@given(small(), st.integers(0, 3))
def test_a_search_cut_short_has_a_bound_that_holds(
    drawn: tuple[Matrix, np.ndarray], work: int
) -> None:
    matrix, cost = drawn
    found = search(Session(matrix, whole=False), matrix, cost, Budget(Limits(work=work)), 10_000)
    best = max((int(cost @ point) for point in points(matrix)), default=None)
    if found.stop is Stop.WORK_LIMIT:
        assert not found.certain
        assert best is None or (found.bound is not None and found.bound >= best)
    if found.point is not None:
        assert matrix.is_satisfied_by(found.point)


@given(small())
def test_bounds_of_columns_are_as_before_when_a_search_returns(
    drawn: tuple[Matrix, np.ndarray],
) -> None:
    matrix, cost = drawn
    session = Session(matrix, whole=False)
    first = search(session, matrix, cost, Budget(Limits()), 10_000)
    again = search(session, matrix, cost, Budget(Limits()), 10_000)
    if first.certain and again.certain:
        assert first.bound == again.bound
