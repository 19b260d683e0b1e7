"""Middleware: headers that tell a browser to do less with an answer than it could."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_NOTHING = "default-src 'none'; frame-ancestors 'none'"
_DOCS = "; ".join(
    (
        "default-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "connect-src 'self'",
        "script-src 'unsafe-inline' https://cdn.jsdelivr.net",
        "style-src 'unsafe-inline' https://cdn.jsdelivr.net",
        "img-src data: https://fastapi.tiangolo.com",
    )
)
"""What the page at ``/docs`` needs: its scripts, its own few lines, and calls to this service."""

HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"content-security-policy": _NOTHING.encode(),
    b"cache-control": b"no-store",
}
"""Headers of every answer, by default."""

_OF_DOCS = HEADERS | {b"content-security-policy": _DOCS.encode()}


class HeadersMiddleware:
    """Adds the headers to every answer, errors too; one that is set stays.

    Parameters
    ----------
    app
        What answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        wanted = _OF_DOCS if scope["path"] == "/docs" else HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _ in given}
                given += [(name, value) for name, value in wanted.items() if name not in names]
                message = {**message, "headers": given}
            await send(message)

        await self._app(scope, receive, send_with_headers)
