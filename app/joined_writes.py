"""A transport that sends the head of an answer with its body.

The server writes them one after the other. Sent as two, they are two calls of the kernel, and they
wake the client twice, the first time for nothing.
"""

from __future__ import annotations

import asyncio
from typing import Any


class JoinedWrites(asyncio.Transport):
    """Sends what is written with what is written next, if that comes in the same round.

    Parameters
    ----------
    transport
        The transport that sends.
    loop
        The event loop it belongs to.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._held = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Hold what is written first; send it with what is written second, or soon alone."""
        if self._held:
            held, self._held = self._held, b""
            self._transport.write(held + data)
        else:
            self._held = bytes(data)
            self._loop.call_soon(self._send_held)

    def _send_held(self) -> None:
        if self._held:
            held, self._held = self._held, b""
            self._transport.write(held)

    def get_write_buffer_size(self) -> int:
        """Return the bytes that are not sent yet."""
        return len(self._held) + self._transport.get_write_buffer_size()

    def close(self) -> None:
        """Send what is held, and close."""
        self._send_held()
        self._transport.close()

    def abort(self) -> None:
        """Close at once."""
        self._held = b""
        self._transport.abort()

    def is_closing(self) -> bool:
        """Whether the transport closes or is closed."""
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        """Read no more for now."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return what is known about the connection."""
        return self._transport.get_extra_info(name, default)
