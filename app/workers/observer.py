"""Looking at a pool from outside."""

from __future__ import annotations

KILLS = ("deadline", "left", "preempted", "memory", "stopped")
"""Why a worker is killed: no answer by the deadline; no stop when its caller had left, or when it
should make room for a short request; at its memory ceiling; no answer when asked for its best."""

DEATHS = ("at_work", "idle", "starting")
"""When a worker ends by itself."""


class PoolObserver:
    """A class of no-ops: who wants to know overrides what they want to know.

    All are called in the event loop, and none may block or raise.
    """

    def queued(self, depth: int) -> None:
        """Note how many requests wait now."""

    def waited(self, seconds: float) -> None:
        """Note how long a request waited for its worker."""

    def ended(self, seconds: float) -> None:
        """Note how long a worker was at work on a request."""

    def rejected(self, reason: str) -> None:
        """Note a request that was not taken: ``queue_full`` or ``no_worker``."""

    def preempted(self) -> None:
        """Note that a long request was stopped to wait again, because a short one waited."""

    def killed(self, reason: str) -> None:
        """Note that a worker was killed, for one of :data:`KILLS`."""

    def died(self, reason: str) -> None:
        """Note that a worker ended by itself, at one of :data:`DEATHS`."""

    def respawned(self) -> None:
        """Note that a worker was started in the place of one that was killed or died."""

    def recycled(self) -> None:
        """Note that a worker has done all the tasks it was to do."""

    def workers(self, warm: int, busy: int) -> None:
        """Note how many workers are warm and how many of them are at work."""
