"""A running service whose log is read."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

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
