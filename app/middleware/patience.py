"""Middleware: how long, and how much, the service lets a caller send or leave untaken."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from http import HTTPStatus

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.problems import ProblemError
from app.settings import Settings

logger = logging.getLogger("meldwise")

DROP = "meldwise.drop"
"""Extension of the scope, by which a server offers to drop a connection: ``{"drop": callable}``."""

_BATCHES = "/v1/batch"
_GONE_SECONDS = 1.0


class PatienceMiddleware:
    """Reads no more than is allowed, and waits no longer.

    When a request is refused while it arrives, it looks to the application as if the client had
    left; what it still answers goes nowhere.

    Parameters
    ----------
    app
        What reads requests and answers them.
    settings
        Sizes and times that are allowed.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 413 or 408, or pass the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send, self._settings)
        if exchange.announces_too_much:
            await exchange.refuse_size()
        else:
            await self._app(scope, exchange.receive, exchange.send)


class _Exchange:
    """One request and its answer."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, settings: Settings) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._body_seconds = settings.body_seconds
        self._send_seconds = settings.send_seconds
        batch = scope["path"] == _BATCHES
        self._most_bytes = settings.max_batch_bytes if batch else settings.max_body_bytes
        self._clock = asyncio.get_running_loop().time
        self._batch = batch
        self._deadline = self._clock() + settings.body_seconds
        self._bytes = 0
        self._all_read = False
        self._answering = False
        self._over = False
        self._taking: asyncio.Timeout | None = None

    @property
    def announces_too_much(self) -> bool:
        """Whether the head says that the body is larger than allowed."""
        for name, value in self._scope["headers"]:
            if name == b"content-length" and value.isdigit():
                # Python reads no number of thousands of digits; twenty are too many anyhow.
                return int(value[:20]) > self._most_bytes
        return False

    async def receive(self) -> Message:
        """Receive a part of the body, or, after it, that the client left."""
        if self._over:
            return {"type": "http.disconnect"}
        if self._all_read:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            return await self._refuse(_too_late(self._body_seconds))
        if message["type"] == "http.request":
            self._bytes += len(message.get("body", b""))
            self._all_read = not message.get("more_body", False)
            if self._batch:
                self._be_patient_with_batch(message.get("body", b""))
            if self._bytes > self._most_bytes:
                return await self.refuse_size()
        return message

    def _be_patient_with_batch(self, part: bytes) -> None:
        """Give each of its lines the time that a body has; begin to wait for it to be read."""
        if b"\n" in part:
            self._deadline = self._clock() + self._body_seconds
        if self._all_read and self._taking is not None:
            self._taking.reschedule(self._clock() + self._send_seconds)

    async def send(self, message: Message) -> None:
        """Send a part of the answer, unless there is nobody any more to send it to."""
        if not self._over:
            self._answering = True
            await self._send_soon(message)

    async def refuse_size(self) -> Message:
        """Answer that the body is too large.

        The connection stays open: a client that is still sending could not read the answer if it
        was closed under it.
        """
        return await self._refuse(_too_large(self._most_bytes))

    async def _refuse(self, problem: ProblemError) -> Message:
        self._over = True
        if self._answering:
            await self._drop()
        else:
            await problem.response()(self._scope, self._receive, self._send_soon)
        return {"type": "http.disconnect"}

    async def _send_soon(self, message: Message) -> None:
        # Who sends a whole batch before reading an answer is not slow to read.
        waits = self._all_read or not self._batch or self._over
        try:
            async with asyncio.timeout(self._send_seconds if waits else None) as taking:
                self._taking = taking
                try:
                    await self._send(message)
                finally:
                    self._taking = None
        except TimeoutError:
            logger.info("an answer was not taken in time: the connection is dropped")
            self._over = True
            await self._drop()

    async def _drop(self) -> None:
        # Closing would first wait, without end, for what is written to be taken. A server that
        # offers no more than that closes when it sees that the answer is not whole.
        drop = self._scope.get("extensions", {}).get(DROP)
        if drop is None:
            return
        drop["drop"]()
        # Until the server knows that the client is gone, it would take an application that ends
        # for one that forgot to finish its answer, and log that.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GONE_SECONDS):
                while (await self._receive())["type"] != "http.disconnect":
                    pass


def _too_late(seconds: float) -> ProblemError:
    return ProblemError(
        HTTPStatus.REQUEST_TIMEOUT,
        "body-too-slow",
        "The body did not arrive in time",
        f"a body must arrive within {seconds:g} s",
        headers={"connection": "close"},
    )


def _too_large(most_bytes: int) -> ProblemError:
    return ProblemError(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "body-too-large",
        "The body is too large",
        f"a body may have at most {most_bytes} bytes",
    )
