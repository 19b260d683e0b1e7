"""The lines of a batch, waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from app.batch.lines import Line, Lines


class Inbox:
    """An asynchronous iterator over the lines that arrive.

    What arrives is kept whether or not anybody iterates. Waiting for a line can be cancelled, and
    the line is still there for who asks next.

    Parameters
    ----------
    most_bytes
        How long a line may be.
    """

    def __init__(self, most_bytes: int) -> None:
        self._lines = Lines(most_bytes)
        self._arrived = asyncio.Event()
        self._closed = False

    def put(self, part: bytes) -> None:
        """Add what has arrived."""
        self._lines.put(part)
        self._arrived.set()

    def close(self) -> None:
        """Note that nothing more arrives."""
        self._lines.close()
        self._closed = True
        self._arrived.set()

    def rest(self) -> Iterator[Line]:
        """Take the lines that are there and whole."""
        while (line := self._lines.take()) is not None:
            yield line

    def __aiter__(self) -> Inbox:
        return self

    async def __anext__(self) -> Line:
        while (line := self._lines.take()) is None:
            if self._closed:
                raise StopAsyncIteration
            self._arrived.clear()
            await self._arrived.wait()
        return line
