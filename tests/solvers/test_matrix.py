"""Bounds worked out in whole numbers hold for any multipliers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from pulp import LpAffineExpression, LpMaximize, LpProblem

from models.program import whole_columns
from solvers.matrix import INFINITE, Matrix


@st.composite
def small(draw: st.DrawFn) -> tuple[Matrix, np.ndarray]:
    """A program small enough to look at every whole point."""
    problem = LpProblem("small", LpMaximize)
    bounds = st.tuples(st.integers(-2, 1), st.integers(0, 2))
    columns = [
        problem.add_variable(f"x{i}", low, low + width, "Integer")
        for i, (low, width) in enumerate(draw(st.lists(bounds, min_size=1, max_size=4)))
    ]
    coefficients = st.integers(-3, 3)
    for i in range(draw(st.integers(0, 3))):
        row = sum(draw(coefficients) * x for x in columns)
        right = draw(st.integers(-3, 3))
        kind = draw(st.sampled_from(["<=", ">=", "=="]))
        row = row + 0 * columns[0]
        constraint = (
            row <= right if kind == "<=" else row >= right if kind == ">=" else row == right
        )
        problem.addConstraint(constraint, f"r{i}")
    cost = np.array([draw(coefficients) for _ in columns], dtype=np.int64)
    return Matrix.of(problem), cost


def points(matrix: Matrix) -> list[np.ndarray]:
    axes = [np.arange(low, high + 1) for low, high in zip(matrix.lower, matrix.upper, strict=True)]
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1)
    return [point for point in grid if matrix.is_satisfied_by(point)]


@given(small(), st.data())
def test_no_whole_point_is_worth_more_than_the_safe_bound(
    drawn: tuple[Matrix, np.ndarray], data: st.DataObject
) -> None:
    """Whatever the multipliers are: wrong ones, huge ones, NaN."""
    matrix, cost = drawn
    multipliers = data.draw(arrays.arrays(np.float64, matrix.rows))
    bound = matrix.safe_bound(cost, multipliers, matrix.lower, matrix.upper)
    assert all(cost @ point <= bound for point in points(matrix))


def test_the_right_multiplier_gives_the_bound_of_the_relaxation() -> None:
    problem = LpProblem("one_row", LpMaximize)
    x, y = whole_columns(problem, {"x": 10, "y": 10})
    problem.addConstraint(2 * x + 2 * y <= 5, "row")
    matrix = Matrix.of(problem)
    cost = np.array([1, 1])
    assert matrix.safe_bound(cost, np.array([0.5]), matrix.lower, matrix.upper) == 2
    assert matrix.safe_bound(cost, np.array([0.0]), matrix.lower, matrix.upper) == 20


def test_a_multiplier_leaning_on_a_missing_bound_is_ignored() -> None:
    problem = LpProblem("open_row", LpMaximize)
    (x,) = whole_columns(problem, {"x": 3})
    problem.addConstraint(1 * x >= 1, "row")
    matrix = Matrix.of(problem)
    assert matrix.row_upper[0] == INFINITE
    assert matrix.safe_bound(np.array([1]), np.array([9.0]), matrix.lower, matrix.upper) == 3


def test_a_row_is_added_without_changing_the_matrix() -> None:
    problem = LpProblem("grown", LpMaximize)
    whole_columns(problem, dict.fromkeys("xyz", 2))
    before = Matrix.of(problem)
    after = before.with_row(np.array([1, 0, 1]), 2, INFINITE)
    assert (before.rows, after.rows) == (0, 1)
    assert after.is_satisfied_by(np.array([1, 0, 1]))
    assert not after.is_satisfied_by(np.array([1, 2, 0]))


@pytest.mark.parametrize(("low", "high"), [(0.5, 2), (0, None)])
def test_only_whole_and_finite_programs_are_read(low: float, high: float | None) -> None:
    problem = LpProblem("odd", LpMaximize)
    problem.add_variable("x", low, high)
    with pytest.raises(ValueError, match="every"):
        Matrix.of(problem)


def test_a_bound_too_large_for_64_bits_is_still_exact() -> None:
    """It once wrapped around, and called a program with fifteen million million points empty."""
    problem = LpProblem("vast", LpMaximize)
    columns = whole_columns(problem, {f"x{i}": 10**6 for i in range(2000)})
    row = LpAffineExpression.from_list([(x, 1000) for x in columns])
    problem.addConstraint(row <= 10**12, "row")
    matrix = Matrix.of(problem)
    nothing = np.zeros(matrix.columns, dtype=np.int64)
    huge = np.array([-1e6])
    exact = 10**6 * 1000 * 10**6 * 2000
    problem.addConstraint(row >= 0, "other")
    both = Matrix.of(problem)
    bound = both.safe_bound(nothing, np.array([0.0, -1e6]), both.lower, both.upper)
    assert bound == exact
    assert matrix.safe_bound(nothing, huge, matrix.lower, matrix.upper) == 0
