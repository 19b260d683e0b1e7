"""A line in the log and a place in the metrics for every request."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.observe.metrics import Metrics, known_method
from app.observe.route import HEALTH, route_of
from app.observe.traces import name_path

logger = logging.getLogger("meldwise.access")


class ObserveMiddleware:
    """Tells the metrics, the log and the span of a request what became of it.

    Parameters
    ----------
    app
        All that may answer, the handlers of errors too.
    metrics
        Who is told.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status: int | None = None
        size = 0

        async def send_observed(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                # Now, as the span ends with the last part of the answer.
                name_path(route_of(scope))
            await send(message)
            size += len(message.get("body", b""))

        self.metrics.request_began()
        try:
            await self.app(scope, receive, send_observed)
        finally:
            seconds = time.perf_counter() - began
            route = route_of(scope)
            name_path(route)
            self.metrics.request_ended(scope["method"], route, status, seconds)
            self._log(scope, route, status, seconds, size)

    def _log(self, scope: Scope, route: str, status: int | None, seconds: float, size: int) -> None:
        method = known_method(scope["method"])
        logger.log(
            logging.DEBUG if route in HEALTH else logging.INFO,
            "%s %s %s",
            method,
            route,
            "without an answer" if status is None else status,
            extra={
                "method": method,
                "route": route,
                "status": status,
                "seconds": round(seconds, 6),
                "bytes": size,
                "caller": scope.get("state", {}).get("caller", ""),
            },
        )
