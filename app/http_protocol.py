"""The server's HTTP, with an end to its patience: uvicorn's has none for heads and for answers.

Middlewares see a request when its head is whole, and an answer until it is written. What comes
before and after can only be seen here.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from http import HTTPStatus
from typing import Any, cast

import httptools
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from app.joined_writes import JoinedWrites
from app.middleware.headers import HEADERS
from app.middleware.patience import DROP
from app.problems import ProblemError

logger = logging.getLogger("meldwise")

_MOST_HEAD_BYTES = 65_536
_PART = 65_536
"""Bytes of an answer, all written, that must be taken in each period; or what is left of it."""


def http_protocol(header_seconds: float, send_seconds: float) -> type[asyncio.Protocol]:
    """Make the protocol for ``uvicorn.Config(http=…)``.

    Parameters
    ----------
    header_seconds
        How long the head of a request may take to arrive.
    send_seconds
        How long a part of an answer may be left untaken.
    """
    limits = {"header_seconds": header_seconds, "send_seconds": send_seconds}
    return type("PatientHTTP", (HTTPProtocol,), limits)


class HTTPProtocol(HttpToolsProtocol):
    """One connection.

    Whenever no request is being answered and something has come, and at the beginning, the next
    head must be whole in time. That also ends a body that trickles on when its request is answered.
    """

    header_seconds: float
    send_seconds: float

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head_timer: asyncio.TimerHandle | None = None
        self._taken_timer: asyncio.TimerHandle | None = None
        self._head_begun = False
        self._in_body = False
        self._fruitless_bytes = 0
        self._answered: RequestResponseCycle | None = None
        self._data = b""
        self._left = b""
        self._refusal: ProblemError | None = None

    @property
    def _idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    # Heads that are slow or endless

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(JoinedWrites(transport, self.loop))
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Read what has come."""
        self._fruitless_bytes += len(data)
        self._head_begun |= not self._in_body
        if self._idle:
            self._await_head()
        left = data
        while left and not self.transport.is_closing():
            self._data, self._left = left, b""
            super().data_received(left)
            left = self._left
        if self._fruitless_bytes > _MOST_HEAD_BYTES and not self.transport.is_closing():
            # An endless head, or what may be as endless in a body sent in chunks.
            self._refuse(_head_too_large())

    def on_message_begin(self) -> None:
        """Begin a request; offer to drop the connection."""
        super().on_message_begin()
        self._head_begun = True
        self.scope["extensions"] = {DROP: {"drop": self.transport.abort}}

    def on_headers_complete(self) -> None:
        """Note that the head is whole; see whether it can be understood in one way only."""
        if self._wants_upgrade:
            return
        self._refusal = self._fault_of_head()
        if self._refusal is not None:
            # The parser gives up, and the server answers what it takes for no HTTP.
            raise self._refusal
        self._head_begun = False
        self._fruitless_bytes = 0
        self._cancel_head_timer()
        super().on_headers_complete()
        # Only now, for it fails if the head makes no sense.
        self._in_body = True

    def on_body(self, body: bytes) -> None:
        """Note that a part of the body has come."""
        self._fruitless_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that the body is whole."""
        if self._wants_upgrade:
            return
        self._in_body = False
        super().on_message_complete()

    @property
    def _wants_upgrade(self) -> bool:
        return bool(self.parser.should_upgrade()) and self.parser.get_method() != b"CONNECT"

    def _unsupported_upgrade_warning(self) -> None:
        """Read a head again without its wish for another protocol, and then what follows it.

        The parser takes what follows for the other protocol: a body would be lost, or be read as
        the next request. There is nothing in the log: anybody could fill it.
        """
        upgrade = sys.exception()
        if not self._wants_upgrade or not isinstance(upgrade, httptools.HttpParserUpgrade):
            return
        head = [b"%s %s HTTP/1.1" % (self.parser.get_method(), self.url)]
        head += [b"%s: %s" % header for header in self.headers if header[0] != b"upgrade"]
        self._left = b"\r\n".join((*head, b"", b"")) + self._data[upgrade.args[0] :]
        self.parser = httptools.HttpRequestParser(self)

    def _fault_of_head(self) -> ProblemError | None:
        """Say what is wrong with a head that the parser has let through.

        What is read differently by what stands between the caller and the service could make two
        requests of one, or one of two.
        """
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > _MOST_HEAD_BYTES:
            return _head_too_large()
        hosts = [value for name, value in self.headers if name == b"host"]
        coding = b",".join(value for name, value in self.headers if name == b"transfer-encoding")
        version = self.parser.get_http_version()
        if version not in ("1.0", "1.1"):
            return _malformed("the service speaks HTTP/1.1")
        if len(hosts) > 1 or (not hosts and version == "1.1"):
            return _malformed("a request has one Host header")
        if coding.strip().lower() not in (b"", b"chunked"):
            return _malformed("the only Transfer-Encoding that is understood is chunked")
        if self.parser.get_method() == b"CONNECT":
            return _malformed("this is no proxy: nothing can be connected to")
        return None

    def _await_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.header_seconds, self._head_late)

    def _head_late(self) -> None:
        self._head_timer = None
        if self._idle:
            self.transport.close()

    def _cancel_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    # Answers that nobody takes

    def on_response_complete(self) -> None:
        """Wait for the next head, if it has begun, and for the answer to be taken."""
        super().on_response_complete()
        if self._idle and (self._head_begun or self._in_body):
            self._await_head()
        self._watch_taking()

    def pause_writing(self) -> None:
        """Note that the client is slow to take its answer."""
        super().pause_writing()
        self._watch_taking()

    def _watch_taking(self) -> None:
        self._cancel_taken_timer()
        left = self.transport.get_write_buffer_size()
        if left:
            self._taken_timer = self.loop.call_later(self.send_seconds, self._check_taken, left)

    def _check_taken(self, before: int) -> None:
        self._taken_timer = None
        left = self.transport.get_write_buffer_size()
        # While an answer is being written, the middleware watches; how much is left says little.
        settled = self._idle or self.transport.is_closing()
        if settled and left and left > before - _PART:
            logger.info("an answer was not taken in time: the connection is dropped")
            self.transport.abort()
        else:
            self._watch_taking()

    def _cancel_taken_timer(self) -> None:
        if self._taken_timer is not None:
            self._taken_timer.cancel()
            self._taken_timer = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def connection_lost(self, exc: Exception | None) -> None:
        """End; tell the request that is being answered.

        uvicorn tells the newest, which with several sent at once may not have begun.
        """
        self._cancel_head_timer()
        self._cancel_taken_timer()
        self.pipeline.clear()
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    # Requests that can't be read

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP."""
        del msg
        self._refuse(self._refusal or _malformed("the request can't be read as HTTP/1.1"))

    def _refuse(self, problem: ProblemError) -> None:
        """Answer and close, if what comes next on the connection is an answer to this request."""
        of_this = self._in_body and not self.cycle.response_started and not self.pipeline
        if self._idle or of_this:
            answer = problem.response()
            headers = [
                *self.server_state.default_headers,
                *answer.raw_headers,
                *HEADERS.items(),
                (b"connection", b"close"),
            ]
            head = b"".join(b"%s: %s\r\n" % header for header in headers)
            body = cast("bytes", answer.body)
            self.transport.write(STATUS_LINE[problem.status] + head + b"\r\n" + body)
            self._watch_taking()
        self.transport.close()


def _malformed(detail: str) -> ProblemError:
    return ProblemError(HTTPStatus.BAD_REQUEST, "malformed-http", "This is not HTTP", detail)


def _head_too_large() -> ProblemError:
    return ProblemError(
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "head-too-large",
        "The head is too large",
        f"the head of a request may have at most {_MOST_HEAD_BYTES} bytes",
    )
