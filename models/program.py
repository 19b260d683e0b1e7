"""An integer program: written with PuLP, to be solved by anybody, to be read back as an answer."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from operator import mul
from pathlib import Path

from pulp import LpAffineExpression, LpMinimize, LpProblem, LpVariable

type Pause = Callable[[], None]
"""Called every so often while a program is written; what it raises gives the writing up."""


def no_pause() -> None:
    """Go on writing."""


class ModelFormat(StrEnum):
    """File formats that a program can be written in: CPLEX LP, and MPS."""

    LP = "lp"
    MPS = "mps"


@dataclass(frozen=True, slots=True)
class Goal:
    """One term of a lexicographic objective, as a linear expression to maximise.

    Attributes
    ----------
    name
        The term's name.
    expression
        What to maximise; it takes whole values at whole points.
    base, sign
        The term's value is ``base + sign × expression``: a term to minimise has sign -1.
    """

    name: str
    expression: LpAffineExpression
    base: int = 0
    sign: int = 1

    def value(self, expression: int) -> int:
        """Turn a value or a bound of the expression into one of the term."""
        return self.base + self.sign * expression

    @property
    def span(self) -> int:
        """How far apart two values of the expression can lie, by the columns' bounds alone."""
        return round(
            sum(
                abs(coefficient) * (variable.upBound - variable.lowBound)
                for variable, coefficient in self.expression.items()
            )
        )


@dataclass(frozen=True)
class Program[Answer]:
    """An integer program: columns between finite bounds that take whole values.

    A column may be declared continuous where the rows leave it no other value than a whole one
    once the rest is whole: a solver then need not branch on it.

    Attributes
    ----------
    name
        What the program is called.
    problem
        Columns and rows. Columns are numbered by ``LpVariable.id``, from 0.
    goals
        The lexicographic objective.
    decode
        Turns whole column values, by number, into the answer they stand for.
    """

    name: str
    problem: LpProblem
    goals: tuple[Goal, ...]
    decode: Callable[[Sequence[int]], Answer]

    def weights(self) -> tuple[int, ...]:
        """Return weights with which one weighted sum has the same optima as the goals in order."""
        return lexicographic_weights([goal.span for goal in self.goals])

    def write(self, file_format: ModelFormat) -> str:
        """Write the program, its goals joined to one weighted sum, as the text of a file.

        LP files maximise. MPS files minimise the negated sum: not all readers of MPS know a
        section for the sense, and those that do want it in different places.
        """
        weighted = LpAffineExpression.empty("objective")
        for weight, goal in zip(self.weights(), self.goals, strict=True):
            weighted += weight * goal.expression
        problem = self.problem.copy()
        problem.setObjective(weighted)
        with tempfile.TemporaryDirectory() as folder:
            # PuLP writes to files only.
            path = Path(folder) / f"{self.name}.{file_format}"
            if file_format is ModelFormat.LP:
                problem.writeLP(str(path))
            else:
                problem.sense = LpMinimize
                problem.setObjective(-1 * weighted)
                problem.writeMPS(str(path))
            return path.read_text()


def lexicographic_weights(spans: Sequence[int]) -> tuple[int, ...]:
    """Return weights with which one weighted sum has the same optima as goals in order.

    A weight is the product of ``span + 1`` over all later goals. Raising a goal by one then gains
    its weight, and the later goals together can't lose as much: the sum of ``span_k × weight_k``
    over them is one less than the weight (it telescopes).

    Parameters
    ----------
    spans
        How far apart two values of each goal can lie; whole numbers.
    """
    products = accumulate((span + 1 for span in reversed(spans[1:])), mul, initial=1)
    return tuple(reversed(list(products)))[: len(spans)]


def whole_columns(problem: LpProblem, upper: Mapping[str, int]) -> list[LpVariable]:
    """Add columns that take whole values from 0 up.

    Parameters
    ----------
    problem
        The problem that gets them.
    upper
        The largest value of each, by its name.

    Returns
    -------
    list[LpVariable]
        The columns, in the order of their names.
    """
    # One call for all: creating them one by one takes as long as solving the program.
    columns = problem.add_variable_dict("%s", list(upper), 0, 1, cat="Integer")
    for name, high in upper.items():
        if high != 1:
            columns[name].upBound = high
    return list(columns.values())


def implied_columns(problem: LpProblem, names: Sequence[str]) -> list[LpVariable]:
    """Add continuous columns from 0 to 1, for values that are whole wherever the others are.

    Parameters
    ----------
    problem
        The problem that gets them.
    names
        Their names.
    """
    columns = problem.add_variable_dict("%s", list(names), 0, 1, cat="Continuous")
    return list(columns.values())
