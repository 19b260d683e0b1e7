"""Reading and writing what may block for ever: a terminal, or a pipe that nobody empties."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread


async def read_part(descriptor: int, most_bytes: int) -> bytes:
    """Read what there is, or wait for it; nothing at the end.

    Parameters
    ----------
    descriptor
        What is read.
    most_bytes
        How much at most.

    Raises
    ------
    OSError
        If it can't be read.
    """
    return await _in_thread(lambda: os.read(descriptor, most_bytes))


async def write_whole(descriptor: int, content: bytes) -> None:
    """Write all of a content.

    Parameters
    ----------
    descriptor
        Where to.
    content
        What.

    Raises
    ------
    OSError
        If it can't be written.
    """

    def write() -> None:
        left = memoryview(content)
        while left:
            left = left[os.write(descriptor, left) :]

    await _in_thread(write)


async def _in_thread[Value](function: Callable[[], Value]) -> Value:
    """Call a function in a thread that nobody waits for, not even the end of the program.

    Executors do wait: Ctrl-C would end nothing before somebody types a line. What is called must
    hold no lock of Python's, for the program may need that to end.
    """
    calling: Future[Value] = Future()

    def call() -> None:
        try:
            calling.set_result(function())
        except OSError as error:
            calling.set_exception(error)

    Thread(target=call, daemon=True).start()
    # Shielded, for the thread goes on when nobody waits for it any more, and then says so.
    return await asyncio.shield(asyncio.wrap_future(calling))
