"""What a task hands back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple


class Answered(NamedTuple):
    """What a task answers.

    Attributes
    ----------
    document
        The answer as it is sent.
    backend, status, stop
        Who solved, what is known, and why it ended; empty where nothing was solved.
    """

    document: bytes
    backend: str = ""
    status: str = ""
    stop: str = ""


def answered_by(content: Mapping[str, Any]) -> Answered:
    """Make an answer of its content, which says itself who solved and what is known."""
    words = (str(content.get(name, "")) for name in ("backend", "status", "stop"))
    return Answered(as_json(content), *words)


def as_json(content: Mapping[str, Any]) -> bytes:
    """Write a JSON document as it is sent."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
