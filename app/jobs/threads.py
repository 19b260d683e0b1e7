"""Threads for the database: the event loop never waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from app.jobs.database import StoreUnavailableError

MOST_SECONDS = 10.0
"""How long anybody waits for the database; one that hangs is one that is gone."""


class Threads:
    """A few threads for calls that block.

    Parameters
    ----------
    size
        How many.
    name
        What they are called.
    """

    def __init__(self, size: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(size, name)
        self._calls: set[Future[Any]] = set()

    async def call[**Given, Value](
        self, function: Callable[Given, Value], *arguments: Given.args, **named: Given.kwargs
    ) -> Value:
        """Call a function in a thread.

        Raises
        ------
        StoreUnavailableError
            If it takes too long; it may still do what it was called for.
        """
        calling = self._pool.submit(function, *arguments, **named)
        self._calls.add(calling)
        calling.add_done_callback(self._calls.discard)
        try:
            async with asyncio.timeout(MOST_SECONDS):
                return await asyncio.wrap_future(calling)
        except TimeoutError:
            raise StoreUnavailableError(f"no answer within {MOST_SECONDS:g} seconds") from None

    async def close(self, seconds: float) -> None:
        """Let the threads end, but wait no longer than this; what has not begun is dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        calls = [asyncio.wrap_future(call) for call in tuple(self._calls)]
        if calls:
            await asyncio.wait(calls, timeout=seconds)
            for call in calls:
                # Nobody is left to read their exceptions.
                call.cancel() or call.cancelled() or call.exception()
