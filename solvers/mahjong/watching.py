"""What who looks on is told of while the ways to split a hand are found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.mahjong.decomposition import Decomposition, Decompositions, canonical
from models.mahjong.hand import Hand
from solvers.result import Budget, Limits, Result, Stats, Status, Stop
from solvers.watch import NOBODY, Watch

_FACTOR = 4

type Ways = Callable[[Hand, int, Budget], tuple[tuple[Decomposition, ...], Stop]]
"""Finds so many ways at most, in the same order each time; says why it stopped."""


def is_step(count: int) -> bool:
    """Whether who looks on is told of so many ways: 1, 4, 16, 64, ….

    Each is a list of all ways so far. As they grow by a factor, all lists but the whole one are
    together a third of it.
    """
    while count > 1 and count % _FACTOR == 0:
        count //= _FACTOR
    return count == 1


def some_ways(
    hand: Hand, found: Sequence[Decomposition], backend: str, stats: Stats
) -> Result[Decompositions]:
    """Return ways, perhaps not all, as a result that ended just now."""
    answer = Decompositions(canonical(hand.rules, found), complete=False)
    return Result(Status.FEASIBLE, Stop.COMPLETED, answer, (), backend, stats)


def look_ahead(
    hand: Hand, ways: Ways, most: int, budget: Budget, limits: Limits, backend: str
) -> tuple[Decomposition, ...]:
    """Tell who looks on of the first ways, for a backend that can't say anything amid its work.

    They are found anew each time and counted as no work, so that what is found in the end is the
    same as without anybody looking on.

    Parameters
    ----------
    hand
        The hand.
    ways
        Finds them.
    most
        More are not looked for in the end.
    budget, limits
        Its clock and watch, and its work, hold for each look.
    backend
        Who finds them.

    Returns
    -------
    tuple[Decomposition, ...]
        The ways that were told of last; none where nobody listens.
    """
    told: tuple[Decomposition, ...] = ()
    count = 1
    while budget.listened_to and count < most:
        look = Budget(Limits(budget.seconds_left, limits.work, limits.watch))
        found, stop = ways(hand, count, look)
        if len(found) < count or stop is Stop.COMPLETED:
            break
        told = found
        stats = Stats(solve_seconds=budget.elapsed, nodes=look.spent)
        budget.watch.improved(some_ways(hand, found, backend, stats))
        count *= _FACTOR
    return told


def only_stopped(watch: Watch) -> Watch:
    """Have a watch told of nothing, while it still can want a stop. Nobody stays nobody."""
    return watch if watch is NOBODY else _OnlyStopped(watch)


class _OnlyStopped(Watch):
    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def wants_stop(self) -> bool:
        """Whether who looks on wants a stop."""
        return self._watch.wants_stop()
