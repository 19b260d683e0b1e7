"""What a task knows of its circumstances, in the worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Work:
    """The first argument of every task.

    Attributes
    ----------
    queue_seconds
        How long the request waited for its worker.
    wants_stop
        Whether the task shall come back now with the best it has; costs less than a microsecond.
    report
        Takes each better answer than the last, in the form of the final one; ``None`` if nobody
        looks on.
    """

    queue_seconds: float = 0.0
    wants_stop: Callable[[], bool] = _never
    report: Callable[[bytes], None] | None = None
