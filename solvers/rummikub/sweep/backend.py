"""``sweep``: the dynamic program over the numbers.

References
----------
.. [1] J. N. van Rijn, F. W. Takes, J. K. Vis. The Complexity of Rummikub Problems. 2015.
   https://doi.org/10.48550/arXiv.1604.07553
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from models.rummikub.move import Move, stay
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.rules import DEFAULT_PRESET, PRESETS
from models.rummikub.worth import ADDITIVE_TERMS, term_weights
from solvers.aside import aside
from solvers.result import Budget, Limits, Result, Stats, Status, Stop
from solvers.rummikub.results import Values, or_draw, term_results
from solvers.rummikub.sweep.task import make_task, refusal
from solvers.rummikub.sweep.trace import trace
from solvers.rummikub.sweep.words import (
    COMPLETED,
    JOKERS_MASK,
    REST,
    SCORE,
    STOPPED,
    Integers,
    Pruning,
    Task,
)

NARROW = 20
"""States a number that the first, narrow sweep keeps: it finds the incumbent."""

UNTIMED_STATES = 50_000
"""States made before a clock is started: usually some 5 ms, less than starting it is worth."""

MOST_STATES = 5_000_000
"""States that both sweeps make together at most: some 400 MB at the peak (docs/sweep.md)."""

_NO_BOUND = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Sweep:
    """The backend; see :class:`solvers.rummikub.backend.Backend` for the attributes."""

    name: str = "sweep"
    summary: str = (
        "van Rijn, Takes & Vis: dynamic program over the numbers, jokers included; compiled"
    )
    exact: bool = True
    terms: frozenset[Term] = ADDITIVE_TERMS
    pruning: Pruning = Pruning.ALL
    narrow: int = NARROW

    def refusal(self, position: Position, objective: Objective) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a request, or ``None`` if it can."""
        return refusal(position)

    def solve(self, position: Position, objective: Objective, limits: Limits) -> Result[Move]:
        """Find the best move within the limits; loading compiled code is not part of them."""
        warm()
        budget = Budget(limits)
        started = time.perf_counter()
        task = make_task(position, objective)
        built = time.perf_counter()

        def result(status: Status, move: Move | None, bound: int, stop: Stop) -> Result[Move]:
            bounds = _bounds(position, objective, status, bound)
            if not position.opened:
                status, move, bounds = or_draw(position, objective, status, move, bounds)
            proven = status is Status.OPTIMAL
            stats = Stats(
                build_seconds=built - started,
                solve_seconds=time.perf_counter() - built,
                nodes=budget.spent,
            )
            terms = term_results(position, objective, move, bounds, proven=proven)
            stop = Stop.COMPLETED if status in (Status.OPTIMAL, Status.INFEASIBLE) else stop
            return Result(status, stop, move, terms, self.name, stats)

        def report(move: Move, bound: int) -> None:
            budget.watch.improved(result(Status.FEASIBLE, move, bound, Stop.COMPLETED))

        searched = self._search(position, task, budget, report if budget.listened_to else None)
        return result(*searched)

    def _search(
        self,
        position: Position,
        task: Task,
        budget: Budget,
        report: Callable[[Move, int], None] | None,
    ) -> tuple[Status, Move | None, int, Stop]:
        """Sweep narrowly for an incumbent, then widely for anything better."""
        rules = _applicable(self.pruning, task)
        worst = np.iinfo(np.int64).min // 2
        ceiling = int(task.rest[0])
        found: tuple[Integers, int] | None = None
        incumbent = int(worst)
        if self.narrow:
            loose = rules & ~Pruning.BOUND
            stop, _, end, pool = _sweep(task, loose, incumbent, self.narrow, budget)
            if end >= 0:
                found, incumbent = (pool, end), _worth(task, pool, end)
            if stop is not Stop.COMPLETED:
                move = None if found is None else _move(position, task, *found)
                return _unproven(move), move, ceiling, stop
            if report is not None and found is not None and incumbent < ceiling:
                report(_move(position, task, *found), ceiling)
        if incumbent < ceiling:
            stop, bound, end, pool = _sweep(task, rules, incumbent, 0, budget)
            if end >= 0 and _worth(task, pool, end) > incumbent:
                found = (pool, end)
            if stop is not Stop.COMPLETED:
                move = None if found is None else _move(position, task, *found)
                return _unproven(move), move, min(bound, ceiling), stop
        if found is None:
            return Status.INFEASIBLE, None, ceiling, Stop.COMPLETED
        return Status.OPTIMAL, _move(position, task, *found), ceiling, Stop.COMPLETED


SWEEP = Sweep()


@cache
def warm() -> Callable[..., tuple[int, int, int, Integers, int]]:
    """Load the compiled sweep, compiling it where that has not been done; once in a process."""
    # Only here, so that what never sweeps need not wait for Numba.
    from solvers.rummikub.sweep.kernel import sweep  # noqa: PLC0415

    rules = PRESETS[DEFAULT_PRESET]
    position = Position(rules, rules.tiles[:3])
    task = make_task(position, (Term.TILES,))
    stop = np.zeros(1, dtype=np.int64)
    _, _, end, pool, _ = sweep(task, int(Pruning.ALL), -1, 1, UNTIMED_STATES, stop)
    trace(position, task, pool, end)
    return sweep


def _applicable(pruning: Pruning, task: Task) -> Pruning:
    """Leave out the rule whose argument does not hold for this task.

    A joker in place of a tile that could be played from the hand can be exchanged for that tile if
    the joker may go back to the hand, and the exchange is no loss.
    """
    playable = task.worth[task.hand > 0]
    exchangeable = task.table_jokers == 0 and bool((playable >= task.joker_worth).all())
    return pruning if exchangeable else pruning & ~Pruning.FREE_TILE


def _sweep(
    task: Task, pruning: Pruning, incumbent: int, width: int, budget: Budget
) -> tuple[Stop, int, int, Integers]:
    """Run the compiled sweep within the budget; first a bite without a clock.

    Returns why it stopped, a bound, the best end or -1, and the pool.
    """
    sweep = warm()
    allowed = max(0, MOST_STATES - budget.spent)
    if budget.work_left is not None:
        allowed = min(allowed, budget.work_left)
    stop = np.zeros(1, dtype=np.int64)
    reason = budget.stopped()
    stop[0] = reason is not None
    bite = min(allowed, UNTIMED_STATES)
    how, bound, end, pool, made = sweep(task, int(pruning), incumbent, width, bite, stop)
    budget.spent += int(made)
    if how not in (COMPLETED, STOPPED) and bite < allowed:
        # What was made is made again, and counted again: it is work.
        rest = allowed - int(made)
        again, reason = aside(
            lambda: sweep(task, int(pruning), incumbent, width, rest, stop),
            budget,
            lambda: stop.fill(1),
        )
        if again is None:
            return reason or Stop.CANCELLED, _NO_BOUND, -1, pool
        how, bound, end, pool, made = again
        budget.spent += int(made)
    if how == COMPLETED:
        return Stop.COMPLETED, int(bound), int(end), pool
    why = reason if how == STOPPED and reason is not None else Stop.WORK_LIMIT
    return why, int(bound), int(end), pool


def _worth(task: Task, pool: Integers, end: int) -> int:
    jokers = int(pool[end, REST]) & JOKERS_MASK
    return int(pool[end, SCORE]) + task.joker_worth * (jokers - task.table_jokers)


def _move(position: Position, task: Task, pool: Integers, end: int) -> Move:
    move = trace(position, task, pool, end)
    # Nothing is gained by rearranging a table and then drawing.
    return stay(position) if not move.played and position.table else move


def _unproven(move: Move | None) -> Status:
    return Status.NO_ANSWER if move is None else Status.FEASIBLE


def _bounds(position: Position, objective: Objective, status: Status, bound: int) -> Values:
    """Turn a bound on the weighted sum into one on the first term."""
    if status in (Status.OPTIMAL, Status.INFEASIBLE):
        return (None,) * len(objective)
    scale = term_weights(position, objective)
    # The later terms take at least what playing every joker would cost.
    hand_jokers = sum(tile.is_joker for tile in position.hand)
    cost = sum(
        weight * hand_jokers
        for term, weight in zip(objective[1:], scale[1:], strict=True)
        if term is Term.HELD_JOKERS
    )
    most = (bound + cost) // scale[0]
    first = objective[0]
    if first is Term.PENALTY:
        whole = sum(
            position.rules.joker_penalty if tile.is_joker else tile.number for tile in position.hand
        )
        most = whole - most
    if first is Term.HELD_JOKERS:
        most = hand_jokers + most
    return (most, *(None,) * (len(objective) - 1))
