"""A running service whose log is read."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.http.service import address_in, wait_until_ready


@contextmanager
def observed_service(log: Path, **environment: str) -> Iterator[str]:
    """The address of a service with one worker; what it says to standard error is in ``log``."""
    settings = os.environ | {"MELDWISE_PORT": "0", "MELDWISE_WORKERS": "1"} | environment
    with log.open("w") as stderr:
        command = [sys.executable, "-m", "app.cli", "serve"]
        process = subprocess.Popen(command, env=settings, stderr=stderr)
    try:
        url = address_in(log)
        wait_until_ready(url)
        yield url
    finally:
        process.terminate()
        exit_code = process.wait(timeout=30)
    assert exit_code == 0


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
