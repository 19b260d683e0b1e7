"""A service that is told to stop: what runs may finish, what can't is told so."""

import threading
from pathlib import Path

import httpx

from tests.http.service import running_service
from tests.http.test_clients_that_leave import VAST


def test_requests_that_outlast_its_patience_are_answered_503(tmp_path: Path) -> None:
    """They once were answered 500 in plain text, with a trace in the log."""
    answers: list[httpx.Response] = []
    with running_service(tmp_path, MELDWISE_SHUTDOWN_SECONDS="1.1") as service:
        body = {
            "hand": "J J J J J J J J",
            "rules": VAST,
            "backend": "ilp",
            "limits": {"seconds": 9},
        }

        def ask() -> None:
            url = f"{service.url}/v1/rummikub/solve"
            answers.append(httpx.post(url, json=body, timeout=30))

        asking = [threading.Thread(target=ask) for _ in range(3)]
        for thread in asking:
            thread.start()
        threading.Event().wait(1)
    for thread in asking:
        thread.join()
    assert [answer.status_code for answer in answers] == [503] * 3
    assert all(a.headers["content-type"] == "application/problem+json" for a in answers)
    assert "Traceback" not in service.log.read_text()
