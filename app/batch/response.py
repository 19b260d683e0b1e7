"""The answer to a batch over HTTP: begun before its request has arrived as a whole."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from functools import partial
from typing import Any

from fastapi import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.batch.answering import Answering
from app.batch.inbox import Inbox
from app.kinds import Kind
from app.settings import Settings
from app.working import observe

NDJSON = "application/x-ndjson"

_PART_BYTES = 65_536


class BatchResponse(Response):
    """Reads a request as fast as it arrives, and sends results as fast as they are taken.

    Neither waits for the other: a client may send everything before it reads. The answer begins
    with the first result, so that a request that is refused before can be answered as others are.

    Parameters
    ----------
    request
        The request; nothing of its body is read.
    kind
        The kind of all lines, if each is just a request.
    """

    media_type = NDJSON

    def __init__(self, request: Request, kind: Kind[Any] | None) -> None:
        # Not that of the base class, which would announce an empty answer.
        self.status_code = 200
        self.background = None
        self.init_headers()
        state = request.app.state
        settings: Settings = state.settings
        tell = partial(observe, state.observation)
        self._answering = Answering(state.pool, settings, kind, settings.max_seconds, tell)
        self._inbox = Inbox(settings.max_body_bytes)
        self._begun = False
        self._unsent = memoryview(b"")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, until all is answered, the client leaves, or the service stops."""
        del scope
        reading = asyncio.ensure_future(self._read(receive))
        writing = asyncio.ensure_future(self._write(send))
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            # The server's patience with running requests ended: it is stopping.
            await _end(reading, writing)
            await self._say_farewell(send)
            return
        if writing.done():
            await _end(reading)
            writing.result()
        else:
            await _end(writing)
            reading.result()

    async def _read(self, receive: Receive) -> None:
        """Take in the body, then wait until the client leaves."""
        while (message := await receive())["type"] != "http.disconnect":
            self._inbox.put(message.get("body", b""))
            if not message.get("more_body", False):
                self._inbox.close()

    async def _write(self, send: Send) -> None:
        async with aclosing(self._answering.answers(self._inbox)) as answers:
            async for answer in answers:
                await self._send_in_parts(send, answer)
        await self._send(send, b"", more=False)

    async def _say_farewell(self, send: Send) -> None:
        # In one piece, as there is no time left to wait.
        left = b"".join((self._unsent, *self._answering.farewell(self._inbox.rest())))
        await self._send(send, left, more=False)

    async def _send_in_parts(self, send: Send, answer: bytes) -> None:
        # A client has its time for each of them.
        for begin in range(0, len(answer), _PART_BYTES):
            end = begin + _PART_BYTES
            self._unsent = memoryview(answer)[end:]
            await self._send(send, answer[begin:end])

    async def _send(self, send: Send, body: bytes, *, more: bool = True) -> None:
        if not self._begun:
            self._begun = True
            start = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": body, "more_body": more})


async def _end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
