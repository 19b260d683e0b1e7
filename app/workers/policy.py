"""How a pool treats its orders and its workers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """How a pool treats its orders and its workers.

    Attributes
    ----------
    size
        How many processes.
    queue_length
        How many orders may wait for one.
    patience
        Seconds an order waits at most.
    quantum
        Seconds after which an order counts as long; ``None``: none does. Of two workers or more,
        long orders hold all but one at most.
    memory_bytes
        What a worker may take beyond what it has when warm; ``None``: anything.
    most_tasks
        Orders after which a worker is replaced by a fresh one; ``None``: never.
    niceness
        How much lower than the service's the workers' priority is.
    """

    size: int
    queue_length: int = 64
    patience: float = 30.0
    quantum: float | None = None
    memory_bytes: int | None = None
    most_tasks: int | None = None
    niceness: int = 0

    @property
    def most_long(self) -> int:
        """How many long orders may be under way at the same time."""
        return max(1, self.size - 1) if self.quantum is not None else self.size
