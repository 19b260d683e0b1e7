"""How much a caller may ask for: a rate with bursts, and how much at the same time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

_SECOND = 1_000_000_000
_SLOWEST_RATE = 1e-6


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a caller may ask for.

    Attributes
    ----------
    rate
        Requests a second; ``None`` for any number.
    burst
        Requests at once before the rate holds: the size of the bucket.
    concurrency
        Requests under way at the same time; ``None`` for any number.
    """

    rate: float | None
    burst: int
    concurrency: int | None


class Rates:
    """A token bucket for each caller.

    Of a bucket only the time is kept at which it will be full again (the generic cell rate
    algorithm, which admits what a token bucket admits). A bucket that is full needs no memory, and
    times are whole nanoseconds, so that no rounding adds up.

    Parameters
    ----------
    clock
        Nanoseconds that never go back.
    most_callers
        Buckets that are kept at most; of more, those of callers not seen for longest are forgotten.
    """

    def __init__(
        self, clock: Callable[[], int] = time.monotonic_ns, most_callers: int = 100_000
    ) -> None:
        self._clock = clock
        self._most_callers = most_callers
        # In the order in which callers were last let in, the longest ago first.
        self._full_at: dict[str, int] = {}

    def take(self, caller: str, allowance: Allowance) -> int:
        """Take a token.

        Returns
        -------
        int
            0 if there was one, else the whole seconds until there is, at least 1.
        """
        if allowance.rate is None:
            return 0
        now = self._clock()
        self._forget(now)
        interval = max(1, round(_SECOND / max(allowance.rate, _SLOWEST_RATE)))
        full_at = max(now, self._full_at.get(caller, now))
        missing = full_at - now - (allowance.burst - 1) * interval
        if missing > 0:
            return -(-missing // _SECOND)
        self._full_at.pop(caller, None)
        self._full_at[caller] = full_at + interval
        return 0

    def _forget(self, now: int) -> None:
        while self._full_at:
            longest_ago = next(iter(self._full_at))
            if self._full_at[longest_ago] > now and len(self._full_at) < self._most_callers:
                return
            del self._full_at[longest_ago]

    def __len__(self) -> int:
        return len(self._full_at)


class Concurrency:
    """How many requests of each caller are under way."""

    def __init__(self) -> None:
        self._under_way: dict[str, int] = {}

    def begin(self, caller: str, allowance: Allowance) -> bool:
        """Count a request as under way, unless the caller has as many as it may.

        Whoever is told ``True`` calls :meth:`end`, once.
        """
        under_way = self._under_way.get(caller, 0)
        if allowance.concurrency is not None and under_way >= allowance.concurrency:
            return False
        self._under_way[caller] = under_way + 1
        return True

    def end(self, caller: str) -> None:
        """Count a request as over."""
        self._under_way[caller] -= 1
        if not self._under_way[caller]:
            del self._under_way[caller]

    def __len__(self) -> int:
        return len(self._under_way)
