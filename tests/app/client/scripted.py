"""A service that answers as a script says, and a time that passes only when somebody waits."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import httpx

from app.client.client import Client

Step = httpx.Response | Exception


class Scripted:
    """Answers, or failures, in the order of a script; the last one goes on for ever."""

    def __init__(self, *steps: Step, key: str | None = None, patience: float = 60.0) -> None:
        self._steps = list(steps)
        self.requests: list[httpx.Request] = []
        self.pauses: list[float] = []
        self.reasons: list[str] = []
        self.now = 0.0
        self.client = Client(
            "http://service/below",
            key,
            patience=patience,
            on_wait=lambda reason, _: self.reasons.append(reason),
            transport=httpx.MockTransport(self._answer),
            clock=lambda: self.now,
            sleep=self._sleep,
        )

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        step = self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]
        if isinstance(step, Exception):
            raise step
        return step

    def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


class Broken(httpx.SyncByteStream):
    """A body that breaks off after some parts, or ends."""

    def __init__(self, parts: Iterable[str], error: Exception | None = None) -> None:
        self._parts, self._error = parts, error

    def __iter__(self) -> Iterator[bytes]:
        for part in self._parts:
            yield part.encode()
        if self._error is not None:
            raise self._error


def good(content: object = None) -> httpx.Response:
    return httpx.Response(200, json=content or {"status": "optimal"})


def problem(status: int, kind: str = "busy", **more: Any) -> httpx.Response:
    headers = more.pop("headers", {}) | {"content-type": "application/problem+json"}
    content = {"type": f"urn:meldwise:problem:{kind}", "title": "No", "detail": "not now"} | more
    return httpx.Response(status, content=json.dumps(content), headers=headers)


def refused() -> httpx.ConnectError:
    error = httpx.ConnectError("all connection attempts failed")
    error.__cause__ = ConnectionRefusedError(111, "Connection refused")
    return error


def events(*parts: str, error: Exception | None = None) -> httpx.Response:
    headers = {"content-type": "text/event-stream; charset=utf-8"}
    return httpx.Response(200, headers=headers, stream=Broken(parts, error))


def event(number: int, kind: str, **data: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps(data)}\nid: {number}\n\n"
