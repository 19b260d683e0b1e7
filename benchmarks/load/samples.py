"""What became of requests: latencies by their status, in numbers that a table can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from benchmarks.load.asked import Asked
from benchmarks.load.connection import Arrived
from benchmarks.timing import percentile

OK, BUSY = int(HTTPStatus.OK), int(HTTPStatus.SERVICE_UNAVAILABLE)

_CHECKED = 20
"""One answer in so many is compared with its known optimum."""


@dataclass(slots=True)
class Samples:
    """Requests of one measurement.

    Attributes
    ----------
    accepted, rejected
        Seconds until the answer 200, and until the answer 503.
    lost
        Requests whose connection ended before their answer.
    seconds
        How long the measurement took.
    """

    accepted: list[float] = field(default_factory=list)
    rejected: list[float] = field(default_factory=list)
    lost: int = 0
    seconds: float = 0.0

    def note(self, one: Asked, arrived: Arrived, since: float) -> None:
        """Take note of an answer; of those with status 200 some are compared with the truth.

        Parameters
        ----------
        one
            What was asked.
        arrived
            The answer.
        since
            From when its latency counts.

        Raises
        ------
        AssertionError
            If it is wrong, is neither 200 nor 503, or is a 503 that does not say when to try again.
        """
        answer, seconds = arrived.answer, arrived.at - since
        if answer.status == OK:
            if len(self.accepted) % _CHECKED == 0:
                one.check(answer.body)
            self.accepted.append(seconds)
            return
        assert answer.status == BUSY, f"status {answer.status}: only 200 and 503 are expected"
        assert answer.says_when, "a 503 without Retry-After"
        self.rejected.append(seconds)

    @property
    def count(self) -> int:
        """How many requests there were."""
        return len(self.accepted) + len(self.rejected) + self.lost

    @property
    def rate(self) -> float:
        """Accepted requests a second."""
        return len(self.accepted) / self.seconds if self.seconds else 0.0

    @property
    def rejected_share(self) -> float:
        """Which part of the requests was rejected, from 0 to 1."""
        return len(self.rejected) / self.count if self.count else 0.0

    def figures(self) -> dict[str, Any]:
        """Return all of it as numbers."""
        return {
            "requests": self.count,
            "seconds": self.seconds,
            "accepted_a_second": self.rate,
            "rejected_share": self.rejected_share,
            "lost": self.lost,
            "accepted_ms": latencies(self.accepted),
            "rejected_ms": latencies(self.rejected),
        }


def latencies(seconds: Sequence[float]) -> dict[str, float]:
    """Return percentiles in milliseconds; nothing of nothing."""
    if not seconds:
        return {}
    shares = {"p50": 50, "p90": 90, "p99": 99, "max": 100}
    return {name: 1000 * percentile(seconds, share) for name, share in shares.items()}
