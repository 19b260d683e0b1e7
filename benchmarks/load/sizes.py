"""How much is asked of the service: in a run that measures, and in one that only shows it works."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of each part.

    Attributes
    ----------
    smoke
        Whether only two positions of each class are asked about.
    connections
        Numbers of connections that ask at the same time, each in a row of its own.
    wrk_seconds
        How long each such row is measured.
    rounds
        How often each position is asked about to see what HTTP adds.
    offered_seconds, settling_seconds
        How long each multiple of the capacity is offered, and what of that does not count.
    beside_seconds
        How long short requests are measured, alone and beside long ones.
    memory_requests, memory_every
        Requests while memory is watched, and after how many it is looked at.
    leavings
        How many clients leave.
    """

    smoke: bool
    connections: tuple[int, ...]
    wrk_seconds: int
    rounds: int
    offered_seconds: float
    settling_seconds: float
    beside_seconds: float
    memory_requests: int
    memory_every: int
    leavings: int


FULL = Sizes(
    smoke=False,
    connections=(1, 2, 8, 64, 256),
    wrk_seconds=6,
    rounds=10,
    offered_seconds=10.0,
    settling_seconds=2.0,
    beside_seconds=15.0,
    memory_requests=100_000,
    memory_every=10_000,
    leavings=20,
)

QUICK = Sizes(
    smoke=True,
    connections=(1, 8),
    wrk_seconds=1,
    rounds=2,
    offered_seconds=2.0,
    settling_seconds=1.0,
    beside_seconds=1.0,
    memory_requests=2_000,
    memory_every=500,
    leavings=2,
)
