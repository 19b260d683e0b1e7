"""Loops that go on for as long as the service runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger("meldwise")

_PAUSE = 1.0


async def kept_going(loop: Callable[[], Awaitable[None]]) -> None:
    """Run a loop, and begin it again should it ever fail."""
    while True:
        try:
            await loop()
        except Exception:
            # A fault in one round must not be the end of all others.
            logger.exception("a loop of the jobs failed; it begins again")
        await asyncio.sleep(_PAUSE)
