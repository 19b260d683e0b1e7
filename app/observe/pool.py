"""Somebody who looks on while a pool of workers works."""

from __future__ import annotations


class PoolObserver:
    """A class of no-ops: who wants to know overrides what they want to know.

    All are called in the event loop, and none may block or raise.
    """

    def queued(self, depth: int) -> None:
        """Hear that so many requests wait now."""

    def waited(self, seconds: float) -> None:
        """Hear that a request has got its worker after so many seconds."""

    def started(self) -> None:
        """Hear that a worker has begun to work on a request."""

    def ended(self, seconds: float) -> None:
        """Hear that a worker is done with a request, well or not, after so many seconds."""

    def rejected(self, reason: str) -> None:
        """Hear that a request was refused: no place, no patience left, the service stops."""

    def killed(self, reason: str) -> None:
        """Hear that a worker was killed: for one of :data:`app.observe.pool_metrics.KILLS`."""

    def died(self, reason: str) -> None:
        """Hear that a worker has ended by itself."""

    def respawned(self, reason: str) -> None:
        """Hear that a worker was started in the place of one that was killed or died."""

    def recycled(self) -> None:
        """Hear that a worker that had done its share was replaced by a fresh one."""

    def workers(self, warm: int, busy: int) -> None:
        """Hear that so many workers are warm, and so many of them at work."""
