"""Server-sent events: an answer that goes on.

FastAPI's own has tasks that end in an error, in the log as a fault of ours, when a client leaves
between two events.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

EVENT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        name: {"type": "string", "description": description}
        for name, description in (
            ("event", "What kind of event it is."),
            ("id", "Its number: sent as `Last-Event-ID`, the stream goes on behind it."),
            ("data", "What it says, as JSON."),
        )
    },
}
"""An event of a stream, for OpenAPI."""


class EventStreamResponse(StreamingResponse):
    """Sends events as they come; closes what they come from, however it ends.

    Parameters
    ----------
    events
        The events, as they are sent.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[bytes]) -> None:
        # A proxy is not to keep events until it has enough of them.
        super().__init__(events, headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all of it, unless the client leaves."""
        async with aclosing(self._events):
            await super().__call__(scope, receive, send)
