"""Reading the log of a running service."""

import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest


def entries_of(log: Path) -> list[dict[str, Any]]:
    """Every line of the log; each must be one JSON object."""
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    assert all(isinstance(entry, dict) for entry in entries)
    return entries


def entry_of(answer: httpx.Response, log: Path) -> dict[str, Any]:
    """The line about a request; it is written when the answer has gone, so it may take a while."""
    for _ in range(100):
        for line in log.read_text().splitlines(keepends=True):
            if answer.headers["x-request-id"] in line and line.endswith("\n"):
                entry: dict[str, Any] = json.loads(line)
                return entry
        time.sleep(0.05)
    pytest.fail(f"no line about {answer.request.url}")
