"""Batches on raw sockets: what is sent when, and what is read when, is up to the test."""

import json
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

import httpx

NDJSON = {"content-type": "application/x-ndjson"}


def line_of(kind: str, request: object, **more: Any) -> bytes:
    return json.dumps({"kind": f"rummikub/{kind}", "request": request} | more).encode() + b"\n"


def check_line(number: int) -> bytes:
    return line_of("check", {"table": ["R7-13"]}, id=number)


def read_results(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


class BatchClient:
    """A client that sends a batch in chunks and reads its results by the line."""

    def __init__(self, url: str, query: str = "", receive_bytes: int | None = None) -> None:
        address = httpx.URL(url)
        self.socket = socket.socket()
        self.socket.settimeout(30)
        if receive_bytes is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.socket.connect((address.host, address.port))
        self.socket.sendall(
            f"POST /v1/batch{query} HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n"
            "Content-Type: application/x-ndjson\r\n\r\n".encode()
        )
        self._response: HTTPResponse | None = None

    def __enter__(self) -> "BatchClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, part: bytes) -> None:
        self.socket.sendall(b"%x\r\n%s\r\n" % (len(part), part))

    def finish(self) -> None:
        self.socket.sendall(b"0\r\n\r\n")

    @property
    def response(self) -> HTTPResponse:
        """The answer, as soon as its head is there."""
        if self._response is None:
            self._response = HTTPResponse(self.socket)
            self._response.begin()
        return self._response

    def result(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.response.readline())
        return content

    def results(self) -> Iterator[dict[str, Any]]:
        """The results up to the end."""
        while line := self.response.readline():
            yield json.loads(line)
