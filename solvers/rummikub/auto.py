"""``auto``: the fastest way to a proven optimum, and what it took.

The rule, from ``python -m benchmarks backends`` (docs/sweep.md has the measurements):

1. Where the objective is a sum over the tiles played, sweep, up to :data:`SWEPT_STATES` states.
   That proves nearly every position of the boxed game, in less time than it takes to write a
   program down.
2. If the states run out, one relaxation of the placement program bounds the objective from above.
   Where the sweep's best move reaches the bound, it is proven.
3. Else, and where kept sets count, the placement program is solved.

A time limit holds for all of it, and a stop that a watch wants ends all of it; a limit in work
holds for the states of the sweep and, anew, for the nodes of the program.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from models.rummikub.move import Move
from models.rummikub.objective import Objective, Term, is_better
from models.rummikub.position import Position
from models.rummikub.programs import placement_program
from solvers.claims import Claim
from solvers.highs import Session
from solvers.matrix import Matrix
from solvers.result import (
    Budget,
    Limits,
    Result,
    Status,
    Stop,
    StoppedError,
    TermResult,
)
from solvers.rummikub.ilp import ILP
from solvers.rummikub.sweep import SWEEP, warm
from solvers.rummikub.watching import only_better
from solvers.watch import Watch, dressed

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

            def sent(result: Result[Move]) -> Result[Move]:
                return replace(result, route=f"ilp, because {why_not}")

            watched = replace(limits, watch=dressed(limits.watch, sent))
            return sent(ILP.solve(position, objective, watched))
        warm()
        budget = Budget(limits)
        watch = only_better(limits.watch, objective)
        swept = self._sweep(position, objective, limits, watch)
        states = swept.stats.nodes
        if swept.proven:
            return replace(swept, route=f"sweep, {states} states")
        stop = budget.stopped()
        if stop is None and swept.answer is not None:
            if _bounded(position, objective, swept, budget):
                terms = tuple(TermResult(term.name, term.value, term.value) for term in swept.terms)
                proven = replace(swept, status=Status.OPTIMAL, stop=Stop.COMPLETED, terms=terms)
                route = "sweep, proven by the bound of the program's relaxation"
                return replace(proven, route=route)
            stop = budget.stopped()
        if stop is not None:
            return replace(swept, stop=stop, route=f"sweep, stopped after {states} states")

        def after_sweep(result: Result[Move]) -> Result[Move]:
            route = f"{result.backend}, after {states} states of the sweep"
            return replace(result, route=route, stats=result.stats.after(swept.stats))

        # A limit in work holds for each: states and nodes are different things.
        rest = Limits(budget.seconds_left, limits.work, dressed(watch, after_sweep))
        solved = ILP.solve(position, objective, rest)
        if not solved.proven and _is_better(objective, swept, solved):
            better = replace(swept, stop=solved.stop, stats=solved.stats)
            return after_sweep(better)
        return after_sweep(solved)

    def _sweep(
        self, position: Position, objective: Objective, limits: Limits, watch: Watch
    ) -> Result[Move]:
        """Sweep up to so many states, what is found on the way going to a watch."""
        states = self.swept_states if limits.work is None else min(limits.work, self.swept_states)
        on_the_way = dressed(watch, lambda result: replace(result, route="narrow sweep"))
        return SWEEP.solve(position, objective, Limits(limits.seconds, states, on_the_way))


AUTO = Auto()


def _why_not_sweep(position: Position, objective: Objective) -> str | None:
    unsupported = [term for term in objective if term not in SWEEP.terms]
    if unsupported:
        return f"{unsupported[0]} is no sum over the tiles played"
    return SWEEP.refusal(position, objective)


def _is_better(objective: Objective, one: Result[Move], other: Result[Move]) -> bool:
    """Whether one result's move beats the other's, any move beating none."""
    if one.answer is None or other.answer is None:
        return one.answer is not None
    values, rivals = (tuple(term.value or 0 for term in r.terms) for r in (one, other))
    return is_better(objective, values, rivals)


def _bounded(position: Position, objective: Objective, swept: Result[Move], budget: Budget) -> bool:
    """Whether no move is worth more than the sweep's, by a bound in whole numbers.

    The terms are joined to one sum that has their lexicographic optima
    (:func:`models.program.lexicographic_weights`); the bound is
    :meth:`solvers.matrix.Matrix.safe_bound` of the relaxation, which holds exactly.
    """
    try:
        program = placement_program(position, objective, budget.pause)
        matrix = Matrix.of(program.problem, budget.pause)
    except StoppedError:
        return False
    cost = np.zeros(matrix.columns, dtype=np.int64)
    worth = 0
    for weight, goal, term in zip(program.weights(), program.goals, swept.terms, strict=True):
        cost += weight * matrix.cost(goal.expression)
        worth += weight * goal.sign * ((term.value or 0) - goal.base)
    session = Session(matrix, whole=False)
    session.maximise(cost)
    relaxed = session.relax(budget.seconds_left, budget.watch)
    if relaxed.claim is not Claim.OPTIMAL or relaxed.multipliers is None:
        return False
    bound = matrix.safe_bound(cost, relaxed.multipliers, matrix.lower, matrix.upper)
    return bound <= worth
