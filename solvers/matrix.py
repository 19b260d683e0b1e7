"""A program as arrays, and what can be proved from them in whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from pulp import LpAffineExpression, LpConstraintGE, LpConstraintLE, LpProblem

from models.program import Pause, no_pause

type Floats = NDArray[np.float64]
type Integers = NDArray[np.int64]
type Booleans = NDArray[np.bool_]

INFINITE = np.iinfo(np.int64).max
"""A row bound that is no bound."""

# Multipliers are rounded to whole multiples of 2⁻²⁰: fine enough that a bound weakens by less
# than 0.01 on the programs here.
_SCALE = 1 << 20
_LARGEST_MULTIPLIER = float(1 << 20)

# PuLP exports no name for this one.
_CONTINUOUS = "Category.Continuous"

_PAUSE_EVERY = 256
"""Rows read between two pauses."""


@dataclass(frozen=True)
class Matrix:
    r"""The columns and rows of an integer program, every number in it whole.

    Columns :math:`l \le x \le u`, rows :math:`L \le A x \le U`.

    Attributes
    ----------
    lower, upper
        Bounds of the columns; shape (columns,).
    row_lower, row_upper
        Bounds of the rows, ``±INFINITE`` for none; shape (rows,).
    starts, indices, coefficients
        ``A`` by rows: row *i* holds ``coefficients[starts[i]:starts[i + 1]]`` in the columns
        ``indices[starts[i]:starts[i + 1]]``; shapes (rows + 1,), (entries,), (entries,).
    continuous
        The columns that are whole wherever all others are, so that nobody need see to it; shape
        (columns,). ``None`` is none of them.
    """

    lower: Integers
    upper: Integers
    row_lower: Integers
    row_upper: Integers
    starts: Integers
    indices: Integers
    coefficients: Integers
    continuous: Booleans | None = None

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return len(self.lower)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.row_lower)

    @cached_property
    def _row_of(self) -> Integers:
        """The row of each entry; shape (entries,)."""
        return np.repeat(np.arange(self.rows), np.diff(self.starts))

    @classmethod
    def of(cls, problem: LpProblem, pause: Pause = no_pause) -> Matrix:
        """Read the arrays of a PuLP problem, columns numbered by ``LpVariable.id``.

        Every so often ``pause`` is called: a huge problem takes some tenths of a second.

        Raises
        ------
        ValueError
            If a number in it is not whole or a column has no finite bounds.
        """
        # PuLP's Rust model: its Python wrappers would take longer than the solve.
        model = problem.toRustModel()
        variables = model.list_variables()
        starts, indices, coefficients = [0], [], []
        row_lower, row_upper = [], []
        for constraint, row in zip(problem.constraints(), model.list_constraints(), strict=True):
            for variable, coefficient in row.items():
                indices.append(variable.id())
                coefficients.append(coefficient)
            starts.append(len(indices))
            if len(starts) % _PAUSE_EVERY == 0:
                pause()
            row_lower.append(-np.inf if constraint.sense == LpConstraintLE else row.rhs)
            row_upper.append(np.inf if constraint.sense == LpConstraintGE else row.rhs)
        continuous = np.array([str(v.category) == _CONTINUOUS for v in variables], dtype=np.bool_)
        return cls(
            _whole([v.lb for v in variables]),
            _whole([v.ub for v in variables]),
            _whole(row_lower, infinite=True),
            _whole(row_upper, infinite=True),
            np.array(starts, dtype=np.int64),
            np.array(indices, dtype=np.int64),
            _whole(coefficients),
            continuous if continuous.any() else None,
        )

    def cost(self, expression: LpAffineExpression) -> Integers:
        """Return the coefficients of an expression over the columns; shape (columns,)."""
        cost = np.zeros(self.columns)
        for variable, coefficient in expression.items():
            cost[variable.id] = coefficient
        return _whole(cost)

    def with_row(self, coefficients: Integers, low: int, high: int) -> Matrix:
        """Return this matrix with one more row ``low ≤ coefficients · x ≤ high``."""
        used = np.flatnonzero(coefficients)
        return Matrix(
            self.lower,
            self.upper,
            np.append(self.row_lower, low),
            np.append(self.row_upper, high),
            np.append(self.starts, self.starts[-1] + len(used)),
            np.append(self.indices, used),
            np.append(self.coefficients, coefficients[used]),
            self.continuous,
        )

    def is_satisfied_by(self, point: Integers) -> bool:
        """Whether a whole point keeps every bound and row, exactly."""
        if np.any(point < self.lower) or np.any(point > self.upper):
            return False
        activity = np.zeros(self.rows, dtype=np.int64)
        np.add.at(activity, self._row_of, self.coefficients * point[self.indices])
        return bool(np.all(activity >= self.row_lower) and np.all(activity <= self.row_upper))

    def safe_bound(
        self, cost: Integers, multipliers: Floats, lower: Integers, upper: Integers
    ) -> int:
        r"""Bound ``cost · x`` over all whole points from above, by weak duality, exactly.

        For *any* row multipliers :math:`y`, every feasible :math:`x` in the box has

        .. math::

            c x = y A x + (c - y A) x \le
            \sum_i \max(y_i L_i, y_i U_i) + \sum_j \max_{l_j \le x_j \le u_j} (c - y A)_j x_j .

        The multipliers come from a solver in floating point; here they are rounded and the right
        side is worked out in whole numbers, so the bound holds however inexact they are
        (Neumaier & Shcherbina 2004, section 3, with rounding replaced by whole numbers).

        Parameters
        ----------
        cost
            What is maximised; shape (columns,).
        multipliers
            Row duals, or a dual ray with ``cost`` zero: a result below 0 then proves that there is
            no feasible point. Shape (rows,).
        lower, upper
            The box, inside the columns' bounds; shape (columns,).

        Returns
        -------
        int
            The bound, rounded down: the objective is whole.

        References
        ----------
        .. [1] A. Neumaier, O. Shcherbina. Safe bounds in linear and mixed-integer linear
           programming. Mathematical Programming 99, 283-296, 2004.
           https://doi.org/10.1007/s10107-003-0433-3
        """
        clipped = np.clip(np.nan_to_num(multipliers), -_LARGEST_MULTIPLIER, _LARGEST_MULTIPLIER)
        y = np.rint(clipped * _SCALE).astype(np.int64)
        # A multiplier that would lean on a missing bound is of no use: 0 is always allowed.
        y[(y > 0) & (self.row_upper == INFINITE)] = 0
        y[(y < 0) & (self.row_lower == -INFINITE)] = 0
        sides = np.where(y > 0, self.row_upper, np.where(y < 0, self.row_lower, 0))
        coefficients = self.coefficients
        if not self._fits(cost, int(np.abs(y).max(initial=0))):
            # Python's own whole numbers: slower by far, and without end.
            cost, y, sides, coefficients, lower, upper = (
                array.astype(object) for array in (cost, y, sides, coefficients, lower, upper)
            )
        reduced = cost * _SCALE
        np.subtract.at(reduced, self.indices, coefficients * y[self._row_of])
        best = np.where(reduced > 0, reduced * upper, reduced * lower)
        return int((y * sides).sum() + best.sum()) // _SCALE

    def _fits(self, cost: Integers, largest: int) -> bool:
        """Whether no number in a safe bound can leave 64 bits, by a bound on all of them."""
        column, box, sides = self._magnitudes
        reduced = int(np.abs(cost).max(initial=0)) * _SCALE + largest * column
        return reduced * box + largest * sides < 1 << 62

    @cached_property
    def _magnitudes(self) -> tuple[int, int, int]:
        """Sums of absolute values: the largest of a column, of the box, of the finite row sides."""
        columns = np.zeros(self.columns, dtype=np.int64)
        np.add.at(columns, self.indices, np.abs(self.coefficients))
        sides = np.concatenate((self.row_lower, self.row_upper))
        finite = np.abs(sides[np.abs(sides) != INFINITE])
        box = np.maximum(np.abs(self.lower), np.abs(self.upper))
        return int(columns.max(initial=0)), int(box.sum()), int(finite.sum())


def _whole(values: object, *, infinite: bool = False) -> Integers:
    floats = np.asarray(values, dtype=np.float64)
    finite = np.isfinite(floats)
    rounded = np.rint(np.where(finite, floats, 0.0))
    if not infinite and not finite.all():
        raise ValueError("every column needs finite bounds")
    if np.any(rounded[finite] != floats[finite]):
        raise ValueError("every number of the program must be whole")
    integers = rounded.astype(np.int64)
    return np.where(finite, integers, np.where(floats > 0, INFINITE, -INFINITE))
