"""What the log knows of the request that is being worked on."""

from __future__ import annotations

from contextvars import ContextVar

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the request, by which its lines in the log belong together."""
