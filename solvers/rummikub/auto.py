"""``auto``: the fastest way to a proven optimum, and what it took.

The rule, from ``python -m benchmarks backends`` (docs/sweep.md has the measurements):

1. Where the objective is a sum over the tiles played, sweep, up to :data:`SWEPT_STATES` states.
   That proves nearly every position of the boxed game, in less time than it takes to write a
   program down.
2. If the states run out, one relaxation of the placement program bounds the objective from above.
   Where the sweep's best move reaches the bound, it is proven.
3. Else, and where kept sets count, the placement program is solved.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from models.rummikub.move import Move
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.programs import placement_program
from solvers.highs import Claim, Session
from solvers.matrix import Matrix
from solvers.result import Budget, Limits, Result, Status, Stop, TermResult
from solvers.rummikub.ilp import ILP
from solvers.rummikub.sweep import SWEEP

SWEPT_STATES = 300_000
"""States of the first sweep: some tens of milliseconds."""


@dataclass(frozen=True, slots=True)
class Auto:
    """The rule as a backend; see :class:`solvers.rummikub.backend.Backend` for the attributes."""

    name: str = "auto"
    summary: str = "the fastest exact backend that supports the request; the answer names it"
    exact: bool = True
    terms: frozenset[Term] = field(default=frozenset(Term))
    swept_states: int = SWEPT_STATES

    def refusal(self, position: Position, objective: Objective) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a request: there is none it can't take."""
        return None

    def solve(self, position: Position, objective: Objective, limits: Limits) -> Result[Move]:
        """Find the best move by the rule above; ``route`` says which way it went."""
        why_not = _why_not_sweep(position, objective)
        if why_not is not None:
            return replace(ILP.solve(position, objective, limits), route=f"ilp, because {why_not}")
        budget = Budget(limits)
        states = self.swept_states if limits.work is None else min(limits.work, self.swept_states)
        swept = SWEEP.solve(position, objective, Limits(limits.seconds, states))
        budget.spent = swept.stats.nodes
        if swept.proven:
            return replace(swept, route=f"sweep, {swept.stats.nodes} states")
        if budget.exhausted() is not None or swept.stop is Stop.TIME_LIMIT:
            return replace(swept, route=f"sweep, stopped after {swept.stats.nodes} states")
        if swept.answer is not None and _bounded(position, objective, swept, budget):
            terms = tuple(TermResult(term.name, term.value, term.value) for term in swept.terms)
            proven = replace(swept, status=Status.OPTIMAL, stop=Stop.COMPLETED, terms=terms)
            return replace(proven, route="sweep, proven by the bound of the program's relaxation")
        solved = ILP.solve(position, objective, Limits(budget.seconds_left, budget.work_left))
        if solved.answer is None and swept.answer is not None and not solved.proven:
            return replace(swept, route="sweep, not proven; ilp found nothing in what was left")
        return replace(solved, route=f"ilp, after {swept.stats.nodes} states of the sweep")


AUTO = Auto()


def _why_not_sweep(position: Position, objective: Objective) -> str | None:
    unsupported = [term for term in objective if term not in SWEEP.terms]
    if unsupported:
        return f"{unsupported[0]} is no sum over the tiles played"
    return SWEEP.refusal(position, objective)


def _bounded(position: Position, objective: Objective, swept: Result[Move], budget: Budget) -> bool:
    """Whether no move is worth more than the sweep's, by a bound in whole numbers.

    The terms are joined to one sum that has their lexicographic optima
    (:func:`models.program.lexicographic_weights`); the bound is
    :meth:`solvers.matrix.Matrix.safe_bound` of the relaxation, which holds exactly.
    """
    program = placement_program(position, objective)
    matrix = Matrix.of(program.problem)
    cost = np.zeros(matrix.columns, dtype=np.int64)
    worth = 0
    for weight, goal, term in zip(program.weights(), program.goals, swept.terms, strict=True):
        cost += weight * matrix.cost(goal.expression)
        worth += weight * goal.sign * ((term.value or 0) - goal.base)
    session = Session(matrix, whole=False)
    session.maximise(cost)
    relaxed = session.relax(budget.seconds_left)
    if relaxed.claim is not Claim.OPTIMAL or relaxed.multipliers is None:
        return False
    bound = matrix.safe_bound(cost, relaxed.multipliers, matrix.lower, matrix.upper)
    return bound <= worth
