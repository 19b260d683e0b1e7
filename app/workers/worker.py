"""The service's side of one worker process."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import socket
from collections.abc import Callable
from ctypes import c_uint64
from multiprocessing.sharedctypes import RawArray
from typing import Protocol, cast

from app.workers import process
from app.workers.order import Order

_PART = 65_536
_SPAWN = multiprocessing.get_context("spawn")


class Listener(Protocol):
    """Who is told what a worker does; all calls come from the event loop."""

    def sent(self, worker: Worker, kind: int, content: bytes) -> None:
        """Take a frame: see the kinds in :mod:`app.workers.process`."""
        ...

    def ended(self, worker: Worker) -> None:
        """Note that the process is gone, killed or not."""
        ...


class Worker(asyncio.Protocol):
    """One process, its socket, and the order it is at work on.

    The process is spawned: a fork after HiGHS has started threads would hang.

    Attributes
    ----------
    order
        What it is at work on, if anything.
    tasks
        Orders it has been given so far.
    """

    def __init__(
        self,
        listener: Listener,
        warm_up: Callable[[], None],
        memory_bytes: int | None,
        niceness: int,
    ) -> None:
        self._listener = listener
        self._ours, theirs = socket.socketpair()
        self._counters = RawArray(c_uint64, 2)
        self._process = _SPAWN.Process(
            target=process.run,
            args=(theirs, self._counters, warm_up, memory_bytes, niceness),
            daemon=True,
            name="meldwise-worker",
        )
        self._process.start()
        theirs.close()
        self._received = bytearray()
        self._transport: asyncio.Transport | None = None
        self.order: Order | None = None
        self.tasks = 0

    async def connect(self) -> None:
        """Listen to the process from the running event loop."""
        self._ours.setblocking(False)
        await asyncio.get_running_loop().create_connection(lambda: self, sock=self._ours)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid or 0

    @property
    def fate(self) -> str:
        """How the process ended."""
        return f"exit code {self._process.exitcode}"

    @property
    def has_taken(self) -> bool:
        """Whether the process has taken the order it was given last."""
        return bool(self._counters[process.TAKEN] == self.tasks)

    def give(self, order: Order) -> None:
        """Hand an order to the process."""
        self.order, order.worker = order, self
        self.tasks += 1
        content = order.frame()
        self._write(process.HEAD.pack(process.TASK, len(content)) + content)

    def _write(self, frame: bytes) -> None:
        """Send a frame now: a transport may do so at the end of the round of the event loop only.

        Under overload a round is long, and the process would have nothing to do for all of it.
        """
        if self._transport is None:
            return
        sent = 0
        if not self._transport.get_write_buffer_size():
            # Of a closed socket the event loop will tell.
            with contextlib.suppress(OSError):
                sent = self._ours.send(frame)
        if sent < len(frame):
            self._transport.write(frame[sent:])

    def look(self) -> None:
        """Take what the process has sent, though the event loop has not come to it yet."""
        try:
            data = self._ours.recv(_PART)
        except OSError:
            # Nothing has come; or the socket is closed, of which the event loop will tell.
            return
        if data:
            self.data_received(data)

    def ask_to_stop(self) -> None:
        """Ask for the best so far; what is asked too late is about no task and does nothing."""
        self._counters[process.STOP] = self.tasks

    def kill(self) -> None:
        """End the process, whatever it does; the listener hears of it later."""
        self._process.kill()

    def dismiss(self) -> None:
        """Close the socket: the process ends once it has nothing to do."""
        if self._transport is not None:
            self._transport.abort()

    def join(self) -> None:
        """Wait for the end of the process; blocks."""
        self._process.join()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        # uvloop's is none by inheritance.
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Pass on each frame that is complete."""
        self._received += data
        while len(self._received) >= process.HEAD.size:
            kind, length = process.HEAD.unpack_from(self._received)
            end = process.HEAD.size + length
            if len(self._received) < end:
                return
            content = bytes(self._received[process.HEAD.size : end])
            del self._received[:end]
            self._listener.sent(self, kind, content)

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002
        """Pass on that the process is gone."""
        self._listener.ended(self)
