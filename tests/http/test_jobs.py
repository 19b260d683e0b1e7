"""Jobs of the running service: real work, real processes."""

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

from app.schemas.jobs import JobAnswer
from app.schemas.rummikub.answers import SolveAnswer
from tests.http.service import address_in, wait_until_ready
from tests.http.test_clients_that_leave import VAST

QUICK = {"kind": "rummikub/solve", "request": {"hand": "B10 K10 J", "table": ["R7-13"]}}


def endless(seconds: float = 600) -> dict[str, Any]:
    """A job that goes on until its time limit."""
    request = {
        "hand": "J J J J J J J J",
        "rules": VAST,
        "backend": "ilp",
        "limits": {"seconds": seconds},
    }
    return {"kind": "rummikub/solve", "request": request}


@contextmanager
def service(folder: Path, log: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A service with its jobs in a folder; it is killed at the end unless it was stopped."""
    environment = os.environ | {
        "MELDWISE_PORT": "0",
        "MELDWISE_WORKERS": "1",
        "MELDWISE_JOB_WORKERS": "2",
        "MELDWISE_LEASE_SECONDS": "2",
        # A job that is late because the machine is busy shall still come back by itself.
        "MELDWISE_GRACE_SECONDS": "30",
        "MELDWISE_DATABASE": f"sqlite:///{folder}/jobs.db",
    }
    path = folder / log
    with path.open("w") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve"], env=environment, stderr=stderr
        )
    try:
        url = address_in(path)
        wait_until_ready(url)
        yield url, process
    finally:
        process.kill()
        process.wait(20)


@pytest.fixture(scope="module")
def jobs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        service(tmp_path_factory.mktemp("jobs"), "log") as (url, _),
        httpx.Client(base_url=url, timeout=30) as client,
    ):
        yield client


def submit(client: httpx.Client, body: dict[str, Any]) -> dict[str, Any]:
    response = client.post("/v1/jobs", json=body)
    assert response.status_code == 202, response.text
    job: dict[str, Any] = response.json()
    JobAnswer.model_validate(job)
    assert response.headers["location"] == job["links"]["self"]
    return job


def until(client: httpx.Client, job: dict[str, Any], *states: str) -> dict[str, Any]:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        found: dict[str, Any] = client.get(job["links"]["self"]).json()
        if found["state"] in states:
            JobAnswer.model_validate(found)
            return found
        time.sleep(0.05)
    pytest.fail(f"it did not become {states}: {found}")


def test_a_job_is_answered_as_the_request_would_be(jobs: httpx.Client) -> None:
    done = until(jobs, submit(jobs, QUICK), "succeeded")
    answer = SolveAnswer.model_validate(done["answer"], strict=False)
    assert (answer.status, answer.verified) == ("optimal", True)
    direct = jobs.post("/v1/rummikub/solve", json=QUICK["request"]).json()
    assert done["answer"]["table"] == direct["table"]
    assert done["best"] == done["answer"]
    assert done["bound"] == direct["objective"]


@pytest.mark.parametrize("kind", ["cross-check", "partition", "check", "model"])
def test_there_are_jobs_of_every_kind(jobs: httpx.Client, kind: str) -> None:
    requests = {
        "cross-check": {"hand": "R7 R8 R9"},
        "partition": {"tiles": "R7 R8 R9"},
        "check": {"table": ["R7-9"]},
        "model": {"hand": "R7 R8 R9"},
    }
    job = submit(jobs, {"kind": f"rummikub/{kind}", "request": requests[kind]})
    answer = until(jobs, job, "succeeded")["answer"]
    direct = jobs.post(f"/v1/rummikub/{kind}", json=requests[kind]).json()
    assert set(answer) == set(direct)


def test_events_end_with_the_job(jobs: httpx.Client) -> None:
    job = submit(jobs, QUICK)
    with jobs.stream("GET", job["links"]["events"]) as stream:
        lines = list(stream.iter_lines())
    assert lines.count("event: end") == 1
    end = json.loads(next(line for line in reversed(lines) if line.startswith("data: "))[6:])
    assert (end["id"], end["state"]) == (job["id"], "succeeded")
    last = next(line for line in reversed(lines) if line.startswith("id: "))[4:]
    seen = jobs.get(job["links"]["events"], headers={"Last-Event-ID": last})
    assert seen.status_code == 410


def test_a_job_that_ended_before_its_first_report_still_says_how_long_it_took(
    jobs: httpx.Client,
) -> None:
    """It had no progress: what was reported, if anything, was written a second later."""
    done = until(jobs, submit(jobs, QUICK), "succeeded")
    assert done["progress"]["nodes"] == done["answer"]["stats"]["nodes"]
    assert 0 <= done["progress"]["elapsed_seconds"] < done["progress"]["limit_seconds"]


def test_a_job_whose_time_is_over_says_so_and_what_it_found(jobs: httpx.Client) -> None:
    done = until(jobs, submit(jobs, endless(1)), "timed_out")
    assert done["answer"]["stop"] == "time_limit"
    assert done["progress"]["limit_seconds"] == 1


def test_a_stopped_job_keeps_its_best_and_frees_its_worker(jobs: httpx.Client) -> None:
    hard = [submit(jobs, endless()) for _ in range(3)]
    for job in hard[:2]:
        until(jobs, job, "running")
    waiting = jobs.delete(hard[2]["links"]["self"])
    assert (waiting.status_code, waiting.json()["state"]) == (200, "cancelled")
    assert jobs.post("/v1/rummikub/solve", json={"hand": "R7"}).status_code == 200
    for job in hard[:2]:
        stopped = jobs.delete(job["links"]["self"])
        assert stopped.status_code in (200, 202)
        done = until(jobs, job, "cancelled")
        assert done["answer"] is None or done["answer"]["stop"] == "cancelled"
    until(jobs, submit(jobs, QUICK), "succeeded")


def test_a_job_outlives_its_service_however_that_ends(tmp_path: Path) -> None:
    with service(tmp_path, "first") as (url, process), httpx.Client(base_url=url) as client:
        done = until(client, submit(client, QUICK), "succeeded")
        running = submit(client, endless(4))
        until(client, running, "running")
        process.terminate()
        assert process.wait(20) == 0
    with service(tmp_path, "second") as (url, process), httpx.Client(base_url=url) as client:
        assert client.get(done["links"]["self"]).json() == done
        assert until(client, running, "running")["attempts"] == 1
        process.kill()
        process.wait(20)
    with service(tmp_path, "third") as (url, _), httpx.Client(base_url=url) as client:
        again = until(client, running, "timed_out", "running")
        deadline = time.monotonic() + 60
        while again["attempts"] < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
            again = client.get(running["links"]["self"]).json()
        assert until(client, running, "timed_out")["attempts"] == 2
    logs = "".join((tmp_path / name).read_text() for name in ("first", "second", "third"))
    assert "Traceback" not in logs
