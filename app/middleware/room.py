"""Middleware: a question that no worker could take is refused before anything is done for it.

A service that is asked for more than it can do spends its time on refusing. What refusing costs
decides how much overload it bears before the answers it does give become slow; so this stands
outside of everything, and writes itself what the others would add.

Requests wait in two places: in the queue, and in their sockets until the event loop comes to them.
The second one has no bound, and shows in how long a round of the loop is. So while rounds are long,
one after the other, only a quarter of the queue is filled from where they are: reading a question
costs the loop eight times as much as refusing it, and those behind it wait. Many requests that come
at once make one round long, and are taken.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Collection
from functools import lru_cache
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from app.middleware.headers import HEADERS
from app.middleware.request_id import HEADER, fit_request_id
from app.observe.metrics import Metrics
from app.prefer import prefers_job_by
from app.workers import QueueFullError, WorkerPool
from app.working import busy

logger = logging.getLogger("meldwise")

LONG_ROUND_SECONDS = 0.012
"""From when on a round of the event loop is long."""

_STATUS = int(HTTPStatus.SERVICE_UNAVAILABLE)
_TALLY_SECONDS = 1.0
_REQUEST_ID = HEADER.lower().encode()


class RoomMiddleware:
    """Answers 503 where the application would, for the same reason, after much more work.

    While the queue is full nobody is served, with a key or without: who asks is not looked at. A
    refused request has no line of its own in the log; how many there were is said every second.

    Parameters
    ----------
    app
        All that else would answer.
    pool
        Its workers, and the queue before them.
    paths
        Paths whose questions need a worker at once; what is asked of them with ``POST`` is refused
        while the queue is full.
    metrics
        Is told of each refusal.
    for_pages
        Whether pages of other origins may ask. What they ask is left to the application: they can
        read only what passed through CORS.
    """

    def __init__(
        self,
        app: ASGIApp,
        pool: WorkerPool,
        paths: Collection[str],
        metrics: Metrics,
        *,
        for_pages: bool = False,
    ) -> None:
        self._app = app
        self._pool = pool
        self._paths = frozenset(paths)
        self._metrics = metrics
        self._for_pages = for_pages
        self._tally = _Tally()
        self._round = _Round()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 503, or pass the request on."""
        if scope["type"] != "http" or scope["method"] != "POST" or scope["path"] not in self._paths:
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        late = self._round.is_late(began)
        if not (late and self._pool.supplied) and not self._pool.full:
            await self._app(scope, receive, send)
            return
        error = self._refusal(scope, late=late)
        if error is None:
            await self._app(scope, receive, send)
            return
        headers, body = _written(str(error), math.ceil(error.retry_after))
        headers = [*headers, (_REQUEST_ID, _request_id(scope))]
        await send({"type": "http.response.start", "status": _STATUS, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        self._metrics.request_refused(scope["path"], time.perf_counter() - began)
        self._tally.note()

    def _refusal(self, scope: Scope, *, late: bool) -> QueueFullError | None:
        """Return why the request is refused; ``None`` if it is not."""
        for name, value in scope["headers"]:
            # A job needs no worker now.
            if (name == b"prefer" and prefers_job_by(value.decode("latin-1"))) or (
                name == b"origin" and self._for_pages
            ):
                return None
        return self._pool.refusal(late=late)


class _Round:
    """Knows how long rounds of the event loop are, from when it is first asked in each."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._last_was_long = False

    def is_late(self, now: float) -> bool:
        """Whether the present round has been long already, and the one before was, too."""
        if self._began is None:
            self._began = now
            asyncio.get_running_loop().call_soon(self._end, now)
        return self._last_was_long and now - self._began > LONG_ROUND_SECONDS

    def _end(self, began: float) -> None:
        self._began = None
        self._last_was_long = time.perf_counter() - began > LONG_ROUND_SECONDS


class _Tally:
    """Says in the log how many were refused, once a second while there are any."""

    def __init__(self) -> None:
        self._count = 0
        self._timer: asyncio.TimerHandle | None = None

    def note(self) -> None:
        """Count a refusal."""
        if self._timer is None:
            logger.warning("the queue is full: requests are refused")
            self._again()
        self._count += 1

    def _again(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(_TALLY_SECONDS, self._tell)

    def _tell(self) -> None:
        self._timer = None
        if self._count:
            logger.warning(
                "%d requests were refused within %g s: the queue was full",
                self._count,
                _TALLY_SECONDS,
                extra={"refused": self._count},
            )
            self._count = 0
            self._again()


# For most of the time that the queue is full it is one and the same answer.
@lru_cache(maxsize=64)
def _written(detail: str, retry_after: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Write a refusal: all its headers but the id of the request, and its body."""
    problem = busy(detail, retry_after)
    body = problem.document()
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", b"%d" % len(body)),
        *((n.lower().encode(), v.encode()) for n, v in (problem.headers or {}).items()),
        *HEADERS.items(),
    ]
    return headers, body


def _request_id(scope: Scope) -> bytes:
    given = next((value for name, value in scope["headers"] if name == _REQUEST_ID), b"")
    return fit_request_id(given.decode("latin-1")).encode()
