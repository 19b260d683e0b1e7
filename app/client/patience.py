"""How long to go on asking a service that does not answer yet."""

from __future__ import annotations

import time
from collections.abc import Callable

DEFAULT_SECONDS = 60.0
"""Patience where none is named."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 5.0
_SHORTEST_PAUSE = 0.1
"""Even a service that says "at once" is not asked in a busy loop."""


class Patience:
    """The time that repeating a request may take, from its first failure on.

    Parameters
    ----------
    seconds
        How long in all.
    clock, sleep
        Seconds that never go back, and what waits.
    """

    def __init__(
        self,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._seconds = seconds
        self._clock = clock
        self._sleep = sleep
        self.renew()

    def renew(self) -> None:
        """Begin anew: something has come of it."""
        self._failures = 0
        self._since = 0.0

    def pause_after(self, retry_after: float | None) -> float | None:
        """Count a failure, and say how long to wait before the next attempt.

        Parameters
        ----------
        retry_after
            Seconds that the service wants to be left alone; ``None`` if it names none, for pauses
            that grow.

        Returns
        -------
        float | None
            Seconds; ``None`` if there is not so much patience left.
        """
        now = self._clock()
        if not self._failures:
            self._since = now
        self._failures += 1
        left = self._since + self._seconds - now
        if retry_after is not None:
            pause = max(retry_after, _SHORTEST_PAUSE)
        else:
            # The exponent is bounded: a float is not.
            grown = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(self._failures - 1, 10))
            # The last attempt is made when the time is over, not a pause before.
            pause = min(grown, max(left, _SHORTEST_PAUSE))
        return pause if pause <= left else None

    def wait(self, pause: float) -> None:
        """Wait before the next attempt."""
        self._sleep(pause)

    @property
    def tried(self) -> str:
        """How often was tried, for how long, in words; empty if once."""
        if self._failures <= 1:
            return ""
        return f"tried {self._failures} times in {self._clock() - self._since:.0f} s"
