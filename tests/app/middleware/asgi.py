"""Calling an ASGI application with a scope, without a server."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.types import ASGIApp, Message


@dataclass
class Call:
    """A request; what is sent in answer to it is collected."""

    path: str = "/v1/thing"
    method: str = "GET"
    headers: dict[str, str] = field(default_factory=dict)
    body: Sequence[bytes] = (b"",)
    client: tuple[str, int] | None = ("192.0.2.1", 4711)
    extensions: dict[str, Any] = field(default_factory=dict)
    sent: list[Message] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._parts = list(self.body)
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": self.method,
            "path": self.path,
            "headers": [(n.lower().encode(), v.encode()) for n, v in self.headers.items()],
            "client": self.client,
            "extensions": self.extensions,
        }

    async def receive(self) -> Message:
        """Give the parts of the body; after them, nothing ever comes."""
        if not self._parts:
            await asyncio.Event().wait()
        part = self._parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(self._parts)}

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def to(self, app: ASGIApp) -> "Call":
        await app(self.scope, self.receive, self.send)
        return self

    @property
    def status(self) -> int:
        status: int = self.sent[0]["status"]
        return status

    @property
    def answer_headers(self) -> dict[str, str]:
        return {name.decode().lower(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def answer(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent[1:])

    @property
    def problem(self) -> dict[str, Any]:
        assert self.answer_headers["content-type"] == "application/problem+json"
        content: dict[str, Any] = json.loads(self.answer)
        assert content["status"] == self.status
        return content
