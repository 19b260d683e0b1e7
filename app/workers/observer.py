"""Looking at a pool from outside."""

from __future__ import annotations


class PoolObserver:
    """Is told what happens in a pool; this one does nothing with it.

    The reasons of :meth:`killed` are ``deadline``, ``left`` (its caller went away and it did not
    stop), ``preempted`` (it did not make room for a shorter request), ``memory`` and ``stopped``
    (it was asked for its best and did not answer).
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
        """Note that a worker was killed."""

    def died(self, reason: str) -> None:
        """Note that a worker ended by itself: ``at_work``, ``idle`` or ``starting``."""

    def recycled(self) -> None:
        """Note that a worker has done all the tasks it was to do."""

    def workers(self, warm: int, busy: int) -> None:
        """Note how many workers are warm and how many of them are at work."""
