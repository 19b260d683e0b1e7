"""A connection that is kept alive: one for the event loop, and one that blocks."""

from __future__ import annotations

import asyncio
import socket
import time
from typing import NamedTuple, cast

from benchmarks.load.framing import Answer, take_answer

PART = 65_536


class Address(NamedTuple):
    """Where a service listens."""

    host: str
    port: int


class Arrived(NamedTuple):
    """An answer, and when the last of it came, as :func:`time.perf_counter` tells the time."""

    answer: Answer
    at: float


class Connection(asyncio.Protocol):
    """One connection, on which one request at a time is under way.

    The time of an answer is taken where its bytes come in: how long the event loop takes until
    somebody looks at it is not the service's time.
    """

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._awaited: asyncio.Future[Arrived] | None = None
        self.closed = False

    @classmethod
    async def open(cls, address: Address) -> Connection:
        """Connect."""
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(cls, address.host, address.port)
        return connection

    def ask(self, raw: bytes) -> asyncio.Future[Arrived]:
        """Send a request; the answer is to be awaited.

        Raises
        ------
        ConnectionError
            Where it is awaited, if the connection ends before the answer does.
        """
        self._awaited = asyncio.get_running_loop().create_future()
        if self._transport is None or self.closed:
            self._awaited.set_exception(ConnectionResetError("the connection is closed"))
        else:
            self._transport.write(raw)
        return self._awaited

    def close(self) -> None:
        """Close at once, whatever is under way."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        now = time.perf_counter()
        self._received += data
        answer = take_answer(self._received)
        if answer is not None and self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(Arrived(answer, now))

    def connection_lost(self, error: Exception | None) -> None:
        """Tell who waits."""
        self.closed = True
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_exception(error or ConnectionResetError("the service closed"))


class Caller:
    """A connection that blocks: nothing of an event loop is in the times it measures."""

    def __init__(self, address: Address) -> None:
        self._socket = socket.create_connection(address)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = bytearray()

    def ask(self, raw: bytes) -> tuple[Answer, float]:
        """Send a request, and return its answer and the seconds it took.

        Raises
        ------
        ConnectionError
            If the service closes the connection first.
        """
        began = time.perf_counter()
        self._socket.sendall(raw)
        while True:
            data = self._socket.recv(PART)
            if not data:
                raise ConnectionResetError("the service closed the connection amid an answer")
            self._received += data
            answer = take_answer(self._received)
            if answer is not None:
                return answer, time.perf_counter() - began

    def close(self) -> None:
        """Close."""
        self._socket.close()
