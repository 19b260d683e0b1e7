"""A service that is told to stop: what runs may finish, what can't is told so."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import httpx

from tests.http.service import address_in, wait_until_ready
from tests.http.test_clients_that_leave import VAST


def test_requests_that_outlast_its_patience_are_answered_503(tmp_path: Path) -> None:
    """They once were answered 500 in plain text, with a trace in the log."""
    environment = os.environ | {
        "MELDWISE_PORT": "0",
        "MELDWISE_WORKERS": "1",
        "MELDWISE_SHUTDOWN_SECONDS": "1.1",
    }
    log = tmp_path / "log"
    with log.open("w") as stderr:
        command = [sys.executable, "-m", "app.cli", "serve"]
        process = subprocess.Popen(command, env=environment, stderr=stderr)
    answers: list[httpx.Response] = []
    try:
        url = address_in(log)
        wait_until_ready(url)
        body = {
            "hand": "J J J J J J J J",
            "rules": VAST,
            "backend": "ilp",
            "limits": {"seconds": 9},
        }

        def ask() -> None:
            answers.append(httpx.post(f"{url}/v1/rummikub/solve", json=body, timeout=30))

        asking = [threading.Thread(target=ask) for _ in range(3)]
        for thread in asking:
            thread.start()
        threading.Event().wait(1)
    finally:
        process.terminate()
        exit_code = process.wait(timeout=20)
    for thread in asking:
        thread.join()
    assert exit_code == 0
    assert [answer.status_code for answer in answers] == [503] * 3
    assert all(a.headers["content-type"] == "application/problem+json" for a in answers)
    assert "Traceback" not in log.read_text()
