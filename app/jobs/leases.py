"""When a service must stop, and when others may take over. No wall clock takes part.

A service that could not beat for half a lease stops its jobs. Others take over when they have seen
the same beat for a whole lease. Each counts by its own monotonic clock: the service from before it
sent its last beat, the others from after they saw it first, so that the first time is always over
before the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Lease:
    """A service's own view.

    Attributes
    ----------
    seconds
        How long a service may be silent before others take over.
    sent
        When its last successful beat was sent, by its monotonic clock.
    """

    seconds: float
    sent: float

    def left(self, now: float) -> float:
        """Return the seconds until its jobs must stop, at least 0."""
        return max(0.0, self.sent + self.seconds / 2 - now)

    def pause(self, now: float) -> float:
        """Return the seconds until the next beat, at most those that are left."""
        return min(self.seconds / 4, self.left(now))


@dataclass(slots=True)
class Observer:
    """The view of the others.

    Attributes
    ----------
    seconds
        How long a service may be silent.
    """

    seconds: float
    _seen: dict[str, tuple[int, float]] = field(default_factory=dict)

    def silent(self, beats: Mapping[str, int], asked: float, now: float) -> dict[str, int]:
        """Return the services that have been silent for too long, with their beats.

        Parameters
        ----------
        beats
            The beat of every service.
        asked, now
            When they were asked for, and when they had arrived, by the monotonic clock.
        """
        self._seen = {
            instance: self._seen[instance]
            if self._seen.get(instance, (None,))[0] == beat
            else (beat, now)
            for instance, beat in beats.items()
        }
        return {
            instance: beat
            for instance, (beat, since) in self._seen.items()
            if asked - since > self.seconds
        }
