"""A service that is told to stop: what runs may finish, what can't is told so, nothing is lost."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.http.service import running_service
from tests.http.test_clients_that_leave import VAST

SOLVE = "/v1/rummikub/solve"


def long_solve(seconds: float) -> dict[str, Any]:
    limits = {"seconds": seconds}
    return {"hand": "J J J J J J J J", "rules": VAST, "backend": "ilp", "limits": limits}


@contextmanager
def asked(url: str, bodies: list[dict[str, Any]]) -> Iterator[list[httpx.Response]]:
    """Send requests at the same time; all are answered when the block ends."""
    answers: list[httpx.Response] = []

    def ask(body: dict[str, Any]) -> None:
        answers.append(httpx.post(url + SOLVE, json=body, timeout=30))

    asking = [threading.Thread(target=ask, args=(body,)) for body in bodies]
    for thread in asking:
        thread.start()
    yield answers
    for thread in asking:
        thread.join()


def until_depth(url: str, depth: int) -> None:
    """Wait until so many requests wait for a worker, and all workers are busy."""
    wanted = f'meldwise_queue_depth{{pool="requests"}} {depth:.1f}'
    busy = 'meldwise_workers_busy{pool="requests"} 0.0'
    for _ in range(200):
        text = httpx.get(f"{url}/metrics").text
        if wanted in text and busy not in text:
            return
        time.sleep(0.05)
    raise AssertionError("the requests did not arrive")


def test_what_outlasts_the_patience_comes_back_with_its_best_and_what_waits_is_told(
    tmp_path: Path,
) -> None:
    """All of them once were refused, and before that answered 500 with a trace in the log."""
    with running_service(tmp_path, MELDWISE_SHUTDOWN_SECONDS="1.1") as service:
        with asked(service.url, [long_solve(9)] * 3) as answers:
            until_depth(service.url, 2)
            service.process.terminate()
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses == [200, 503, 503]
        for answer in answers:
            content = answer.json()
            if answer.status_code == 200:
                assert content["stop"] == "cancelled"
            else:
                assert content["type"] == "urn:meldwise:problem:stopping"
                assert int(answer.headers["retry-after"]) >= 1
        assert service.process.wait(timeout=20) == 0
    assert "Traceback" not in service.log.read_text()


def test_a_service_that_drains_says_so_refuses_what_is_new_and_finishes_what_runs(
    tmp_path: Path,
) -> None:
    with running_service(tmp_path, MELDWISE_SHUTDOWN_SECONDS="20") as service:
        with asked(service.url, [long_solve(2)]) as answers:
            until_depth(service.url, 0)
            service.process.terminate()
            while httpx.get(f"{service.url}/ready").status_code == 200:
                time.sleep(0.02)
            assert httpx.get(f"{service.url}/live").status_code == 200
            refused = httpx.post(service.url + SOLVE, json={"hand": "R7"})
            assert refused.status_code == 503
            assert refused.json()["type"] == "urn:meldwise:problem:stopping"
        assert answers[0].status_code == 200
        assert answers[0].json()["stop"] == "time_limit"
        assert service.process.wait(timeout=20) == 0


def test_a_job_that_runs_when_the_service_stops_is_done_by_the_next_one(tmp_path: Path) -> None:
    with running_service(tmp_path) as service:
        job = {"kind": "rummikub/solve", "request": long_solve(3)}
        location = httpx.post(f"{service.url}/v1/jobs", json=job).headers["location"]
        while httpx.get(service.url + location).json()["state"] != "running":
            time.sleep(0.05)
        service.process.terminate()
        assert service.process.wait(timeout=20) == 0
    with running_service(tmp_path) as service:
        found = httpx.get(service.url + location).json()
        assert found["state"] in ("queued", "running")
        assert found["attempts"] <= 1
        while (found := httpx.get(service.url + location).json())["finished"] is None:
            time.sleep(0.1)
        assert found["state"] == "timed_out"
        assert found["answer"]["stop"] == "time_limit"


def test_a_second_signal_ends_the_service_at_once(tmp_path: Path) -> None:
    with running_service(tmp_path, MELDWISE_SHUTDOWN_SECONDS="300") as service:
        with asked(service.url, [long_solve(15)]) as answers:
            until_depth(service.url, 0)
            service.process.terminate()
            while httpx.get(f"{service.url}/ready").status_code == 200:
                time.sleep(0.02)
            service.process.terminate()
            assert service.process.wait(timeout=20) == 0
        assert answers[0].status_code == 503
