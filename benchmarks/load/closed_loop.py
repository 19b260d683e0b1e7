"""Asking as fast as answers come: a closed loop."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Sequence

from benchmarks.load.asked import Asked
from benchmarks.load.connection import Address, Connection
from benchmarks.load.samples import Samples


async def closed_loop(
    address: Address,
    asked: Sequence[Asked],
    connections: int,
    *,
    seconds: float = float("inf"),
    count: int | None = None,
) -> Samples:
    """Have each connection ask again as soon as it has its answer.

    Parameters
    ----------
    address
        Where the service listens.
    asked
        What is asked, in turn.
    connections
        How many ask.
    seconds, count
        When it ends; whatever comes first.

    Raises
    ------
    AssertionError
        If an answer is wrong, or has a status that is not expected.
    """
    samples = Samples()
    turns = itertools.count() if count is None else iter(range(count))
    began = time.perf_counter()

    async def ask() -> None:
        connection = await Connection.open(address)
        for turn in turns:
            one = asked[turn % len(asked)]
            sent = time.perf_counter()
            if sent - began >= seconds:
                break
            samples.note(one, await connection.ask(one.raw), sent)
        connection.close()

    async with asyncio.TaskGroup() as group:
        for _ in range(connections):
            group.create_task(ask())
    samples.seconds = time.perf_counter() - began
    return samples
