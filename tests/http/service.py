"""The running service: a real process, a real port."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest


class RunningService(NamedTuple):
    """A service that is ready for requests: where it listens, what it logs, its process."""

    url: str
    log: Path
    process: subprocess.Popen[bytes]


@contextmanager
def running_service(folder: Path, **environment: str) -> Iterator[RunningService]:
    """Start a service on a free port of 127.0.0.1, with its files in a folder, and stop it."""
    log = folder / "log"
    whole = os.environ | {"MELDWISE_PORT": "0", "MELDWISE_WORKERS": "1"}
    whole |= {"MELDWISE_DATABASE": f"sqlite:///{folder / 'jobs.db'}"} | environment
    with log.open("w") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve"], env=whole, stderr=stderr
        )
    try:
        url = address_in(log)
        wait_until_ready(url)
        yield RunningService(url, log, process)
    finally:
        process.terminate()
        exit_code = process.wait(timeout=20)
    assert exit_code == 0, "told to stop, the service stops in good order"


@pytest.fixture(scope="session")
def service_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with two workers and short limits, ready for requests."""
    limits = {"MELDWISE_MAX_SECONDS": "20", "MELDWISE_DEFAULT_SECONDS": "10"}
    folder = tmp_path_factory.mktemp("service")
    with running_service(folder, MELDWISE_WORKERS="2", **limits) as service:
        yield service.url


def address_in(log: Path) -> str:
    for _ in range(300):
        found = re.search(r"running on (http://\S+)", log.read_text())
        if found:
            return found[1]
        time.sleep(0.1)
    pytest.fail(f"the service did not start: {log.read_text()}")


def wait_until_ready(url: str) -> None:
    # Where what is compiled was changed since it was last run, a worker first compiles it.
    for _ in range(1200):
        if httpx.get(f"{url}/ready").status_code == 200:
            return
        time.sleep(0.1)
    pytest.fail("the service did not become ready")


@pytest.fixture(scope="session")
def client(service_url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service_url, timeout=30) as client:
        yield client
