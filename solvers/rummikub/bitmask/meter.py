"""How much is taken on at most: tiles in play, and states of the dynamic program."""

from __future__ import annotations

from solvers.result import Budget, Stop

MOST_TILES = 24
"""Tiles that are taken on: of 24 different ones there are 16.8 million subsets."""

MOST_STATES = 8_000_000
"""States that are stored at most, whatever the limits: about 1 GB (docs/bitmask.md)."""

# Clock and watch are asked once in so many states, because a state takes microseconds.
_ASK_EVERY = 128


class LimitReachedError(Exception):
    """A limit was reached before the answer was known.

    Attributes
    ----------
    stop
        Which limit: that of work also when the states that are stored at most are reached;
        ``cancelled`` if a watch wants a stop.
    states
        States worked out until then.
    """

    def __init__(self, stop: Stop, states: int) -> None:
        self.stop = stop
        self.states = states
        super().__init__(f"{stop} after {states} states")


class Meter:
    """Counts states against a budget.

    Attributes
    ----------
    states
        States worked out so far.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        work = budget.work_left
        self._most = MOST_STATES if work is None else min(work, MOST_STATES)
        self.states = 0

    def spend(self) -> None:
        """Count one more state that is to be worked out.

        Raises
        ------
        LimitReachedError
            If there is no work or no time left for it, or a watch wants a stop.
        """
        if self.states >= self._most:
            raise LimitReachedError(Stop.WORK_LIMIT, self.states)
        if self.states % _ASK_EVERY == 0 and (stop := self._budget.stopped()) is not None:
            raise LimitReachedError(stop, self.states)
        self.states += 1
        self._budget.spent += 1
