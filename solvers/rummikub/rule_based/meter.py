"""How many candidate steps were looked at, and whether it is time to stop."""

from __future__ import annotations

from solvers.result import Budget, StoppedError

# Clock and watch are asked once in so many steps, because a step takes some microseconds.
_ASK_EVERY = 32


class Meter:
    """Counts candidate steps against a budget.

    Attributes
    ----------
    steps
        Steps so far.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._bounded = budget.work_left is not None
        self._asked_at = 0
        self.steps = 0

    def step(self, count: int = 1) -> None:
        """Count steps that are taken now.

        Raises
        ------
        StoppedError
            If a limit is reached or a watch wants a stop.
        """
        self.steps += count
        self._budget.spent += count
        if self._bounded or self.steps - self._asked_at >= _ASK_EVERY:
            self._asked_at = self.steps
            if stop := self._budget.exhausted():
                raise StoppedError(stop)
