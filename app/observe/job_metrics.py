"""Numbers about jobs, counted in their store whenever somebody asks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from prometheus_client import CollectorRegistry, Gauge

logger = logging.getLogger("meldwise")

COUNTING_SECONDS = 5.0
"""How long the store may take to count; then it counts as down."""

Counts = Callable[[], Awaitable[Mapping[str, int]]]
"""Counts the jobs in each state."""


class JobMetrics:
    """The gauges of the jobs' store.

    Parameters
    ----------
    registry
        Where they are collected.
    counts
        Counts the jobs in each state.
    """

    def __init__(self, registry: CollectorRegistry, counts: Counts) -> None:
        self._counts = counts
        self._jobs = Gauge(
            "meldwise_jobs", "Jobs in the store, by state.", ("state",), registry=registry
        )
        self._up = Gauge(
            "meldwise_store_up",
            "Whether the store of jobs answers (1) or not (0).",
            registry=registry,
        )

    async def count(self) -> None:
        """Bring the gauges up to date; jobs that can't be counted are not shown."""
        counted: Mapping[str, int] = {}
        try:
            async with asyncio.timeout(COUNTING_SECONDS):
                counted = await self._counts()
            up = 1
        except Exception:
            # Whatever a store may raise: the other metrics must still arrive, and a store that is
            # down is what they tell.
            logger.exception("the jobs could not be counted")
            up = 0
        # No await from here on: nobody sees the half of it.
        self._up.set(up)
        self._jobs.clear()
        for state, number in counted.items():
            self._jobs.labels(state).set(number)
