"""Requests whose answers are known, as bytes that only have to be sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.positions import Measured, by_class

PATH = "/v1/rummikub/solve"

_VAST = {"colours": "ABCDEFGH", "numbers": 50, "copies": 10, "jokers": 8}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request.

    Attributes
    ----------
    name
        The name of the position; sent as ``X-Request-ID``, which comes back with the answer.
    body
        What is asked.
    raw
        The whole request, head and body.
    best
        The most tiles that can be played: the first term of every objective here.
    """

    name: str
    body: Mapping[str, Any]
    raw: bytes
    best: int

    @property
    def parts(self) -> tuple[str, str]:
        """The head up to the value of ``X-Request-ID``, which comes last there, and the body."""
        head, _, body = self.raw.decode().partition("\r\n\r\n")
        return head.removesuffix(self.name), body

    def check(self, document: bytes) -> dict[str, Any]:
        """Read an answer.

        Raises
        ------
        AssertionError
            If it is not the known optimum, proven and verified.
        """
        answer: dict[str, Any] = json.loads(document)
        first = answer["objective"][0]
        assert answer["proven"], f"{self.name}: the answer is not proven"
        assert answer["verified"], f"{self.name}: the answer is not verified"
        assert first["value"] == self.best, f"{self.name}: {first['value']} for {self.best}"
        return answer


def small(objective: str | None = "tiles", *, smoke: bool = False) -> list[Asked]:
    """Return requests for a hand alone; objective ``None`` asks for the default."""
    return _of(by_class(smoke=smoke)["rack-only"], objective)


def large(*, smoke: bool = False) -> list[Asked]:
    """Return requests with much on the table, for the default objective."""
    classes = by_class(smoke=smoke)
    return _of([*classes["late"], *classes["full"]], None)


def long(seconds: float) -> bytes:
    """Return a request that keeps a worker busy until its time limit."""
    body = {
        "hand": "J J J J J J J J",
        "rules": _VAST,
        "backend": "ilp",
        "limits": {"seconds": seconds},
    }
    return _raw("long", body)


def _of(cases: Iterable[Measured], objective: str | None) -> list[Asked]:
    return [_asked(case, objective) for case in cases]


def _asked(case: Measured, objective: str | None) -> Asked:
    whole = case.position.to_json()
    body = {"hand": whole["hand"], "table": whole["table"]}
    if objective is not None:
        body["objective"] = objective
    return Asked(case.name, body, _raw(case.name, body), case.tiles)


def _raw(name: str, body: Mapping[str, Any]) -> bytes:
    document = json.dumps(body).encode()
    head = (
        f"POST {PATH} HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(document)}\r\nX-Request-ID: {name}\r\n\r\n"
    )
    return head.encode() + document
