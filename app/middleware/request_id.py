"""An id for every request: in its lines of the log, and in its answer."""

from __future__ import annotations

import re
import uuid

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.observe.context import REQUEST_ID

HEADER = "X-Request-ID"

_FIT = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What is taken from a caller: nothing that could break a line of a log."""


def fit_request_id(given: str) -> str:
    """Return the id of a request: the caller's if it is fit, else a new one."""
    return given if _FIT.fullmatch(given) else uuid.uuid4().hex


class RequestIdMiddleware:
    """Takes the caller's ``X-Request-ID`` if it is fit, else makes one.

    It is in ``scope["state"]["request_id"]``, in :data:`app.observe.context.REQUEST_ID`, and in the
    answer, whatever its status.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = fit_request_id(Headers(scope=scope).get(HEADER, ""))
        scope.setdefault("state", {})["request_id"] = request_id
        # Never reset: a request has a task of its own, and the server may have something to say
        # about it when this has returned.
        REQUEST_ID.set(request_id)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = request_id
            await send(message)

        await self.app(scope, receive, send_with_id)
