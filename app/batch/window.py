"""Working on several things at once and handing out what becomes of them in their order."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from typing import Any

MOST_HELD_BYTES = 4 * 2**20
"""Nothing new is begun while so much, or more, is ready and not taken."""


class Window[Item]:
    """The part of a sequence that is worked on, or is done and not taken yet.

    Its first item may take long; those behind it go on until the window is full.

    Parameters
    ----------
    most
        How many items it may hold.
    at_once
        How many of them may be worked on at the same time.

    Attributes
    ----------
    begun
        The items in it, each with the task that works on it, in their order.
    """

    def __init__(self, most: int, at_once: int) -> None:
        self._most = most
        self._at_once = at_once
        self._at_work = 0
        self._held_bytes = 0
        self._changed = asyncio.Event()
        self.begun: deque[tuple[Item, asyncio.Task[bytes]]] = deque()

    async def results(
        self, items: AsyncIterator[Item], work: Callable[[Item], Coroutine[Any, Any, bytes]]
    ) -> AsyncGenerator[bytes]:
        """Work on all items, and hand out the results in their order.

        Closed before its end, it stops the work, and :attr:`begun` has what was not handed out.

        Parameters
        ----------
        items
            The items. None is lost if waiting for the next one can be cancelled without harm.
        work
            Makes the result of an item.
        """
        beginning = asyncio.create_task(self._begin_all(items, work))
        try:
            while True:
                while not self.begun and not beginning.done():
                    await self._change()
                if not self.begun:
                    beginning.result()
                    return
                done = await self.begun[0][1]
                self.begun.popleft()
                self._held_bytes -= len(done)
                yield done
                # Only now is there room: it was taken.
                self._changed.set()
        finally:
            tasks = [beginning, *(task for _, task in self.begun)]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _begin_all(
        self, items: AsyncIterator[Item], work: Callable[[Item], Coroutine[Any, Any, bytes]]
    ) -> None:
        try:
            while True:
                while not self._has_room():
                    await self._change()
                item = await anext(items, None)
                if item is None:
                    return
                self._at_work += 1
                task = asyncio.create_task(work(item))
                task.add_done_callback(self._done)
                self.begun.append((item, task))
                self._changed.set()
        finally:
            self._changed.set()

    def _has_room(self) -> bool:
        return (
            self._at_work < self._at_once
            and len(self.begun) < self._most
            and self._held_bytes < MOST_HELD_BYTES
        )

    def _done(self, task: asyncio.Task[bytes]) -> None:
        self._at_work -= 1
        if not task.cancelled() and task.exception() is None:
            self._held_bytes += len(task.result())
        self._changed.set()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()
