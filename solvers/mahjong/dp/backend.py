"""``dp``: every decomposition, the distance, and what is around a hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from models.mahjong.decomposition import Decomposition, Decompositions
from models.mahjong.distance import DEFAULT_FORMS, Distance, Forms
from models.mahjong.hand import Hand
from models.mahjong.rules import DEFAULT_PRESET, PRESETS
from solvers.mahjong.backend import Question
from solvers.mahjong.results import distance_terms
from solvers.mahjong.watching import look_ahead
from solvers.result import Budget, Limits, Result, Stats, Status, Stop, StoppedError

MOST_WAYS = 10_000
"""Decompositions listed at most: a hand of wild tiles has millions."""

MOST_BLOCKS = 5 * MOST_WAYS
"""Blocks listed at most: ways of hands of 14 tiles have five. Reading, checking and writing them
takes its time after a limit is reached, too.
"""


def most_listed(hand: Hand) -> int:
    """Return how many ways to split a hand are listed at most."""
    blocks = hand.sets + hand.rules.pair
    return min(MOST_WAYS, MOST_BLOCKS // max(1, blocks))


type _Ways = Callable[[Hand, int, Budget], tuple[tuple[Decomposition, ...], Stop]]


class _Measure(Protocol):
    """See :func:`solvers.mahjong.dp.measuring.measure`."""

    def __call__(
        self, hand: Hand, forms: Forms, budget: Budget, *, details: bool
    ) -> tuple[Distance, Stop]: ...


@dataclass(frozen=True, slots=True)
class DynamicProgram:
    """The backend; see :class:`solvers.mahjong.backend.Backend` for the attributes."""

    name: str = "dp"
    summary: str = "dynamic programs over the kinds of tile; compiled"
    exact: bool = True
    questions: frozenset[Question] = field(default=frozenset(Question))
    most_ways: int = MOST_WAYS

    def refusal(self, hand: Hand) -> str | None:  # noqa: ARG002
        """Say why this backend can't take a hand: there is none it can't take."""
        return None

    def decompose(
        self, hand: Hand, limits: Limits, *, every: bool = True
    ) -> Result[Decompositions]:
        """Split a hand in every way, or in one; loading compiled code is not part of the limits."""
        ways = warm()[0]
        budget = Budget(limits)
        started = time.perf_counter()
        found: tuple[Decomposition, ...] = ()
        stop = Stop.COMPLETED
        if len(hand.tiles) == hand.complete_size:
            most = min(self.most_ways, most_listed(hand)) if every else 1
            told = look_ahead(hand, ways, most, budget, limits, self.name)
            found, stop = ways(hand, most, budget)
            found = max(found, told, key=len)
        stats = Stats(solve_seconds=time.perf_counter() - started, nodes=budget.spent)
        complete = stop is Stop.COMPLETED
        if not found:
            status = Status.INFEASIBLE if complete else Status.NO_ANSWER
            return Result(status, stop, None, (), self.name, stats)
        answer = Decompositions(found, complete)
        if complete or not every:
            return Result(Status.OPTIMAL, Stop.COMPLETED, answer, (), self.name, stats)
        return Result(Status.FEASIBLE, stop, answer, (), self.name, stats)

    def distance(
        self, hand: Hand, forms: Forms, limits: Limits, *, details: bool = True
    ) -> Result[Distance]:
        """Measure the distance and, for ``details``, of every hand around; limits as above."""
        measure = warm()[1]
        budget = Budget(limits)
        started = time.perf_counter()
        answer: Distance | None = None
        try:
            answer, stop = measure(hand, forms, budget, details=details)
            status = Status.OPTIMAL if stop is Stop.COMPLETED else Status.FEASIBLE
        except StoppedError as stopped:
            status, stop = Status.NO_ANSWER, stopped.stop
        stats = Stats(solve_seconds=time.perf_counter() - started, nodes=budget.spent)
        return Result(status, stop, answer, distance_terms(answer), self.name, stats)


DP = DynamicProgram()


@cache
def warm() -> tuple[_Ways, _Measure]:
    """Load the compiled programs; once in a process."""
    # Only here, so that what asks nothing of Mahjong need not wait for Numba.
    from solvers.mahjong.dp.measuring import measure  # noqa: PLC0415
    from solvers.mahjong.dp.splitting import ways  # noqa: PLC0415

    rules = PRESETS[DEFAULT_PRESET]
    hand = Hand(rules, rules.kinds[:2] * 3, rules.kinds[:1])
    budget = Budget(Limits())
    measure(hand, DEFAULT_FORMS, budget, details=True)
    measure(hand, DEFAULT_FORMS, budget, details=False)
    ways(Hand(rules, rules.kinds[-1:] * 2), 1, budget)
    return ways, measure


def warm_batches() -> None:
    """Load the compiled programs of batches, and make the usual tables."""
    # Only here, for the same reason.
    from solvers.mahjong.dp.batch import distances  # noqa: PLC0415

    kinds = len(PRESETS[DEFAULT_PRESET].kinds)
    # One by the tables, and one of more sets than these reach to.
    distances([[1] * 5 + [0] * (kinds - 5), [1] * kinds])
