"""A whole service killed again and again, with its workers: what it accepted is done, once."""

import random
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cases import load
from tests.faults.killed_service import KILLED, note
from tests.faults.services import QUICK, Service, ready_service, service
from tests.faults.test_store_killed import starts_without_overlap

NEVER = 10**9
"""A limit of work that is never reached; what is taken from it tells questions apart."""

LONG = next(c for c in load("positions.jsonl") if c["id"] == "two-rack-jokers-14")

FAST = {"MELDWISE_LEASE_SECONDS": "1", "MELDWISE_JOB_WORKERS": "2"}

QUESTIONS: list[dict[str, Any]] = [
    QUICK,
    {"hand": "B10 K10 J", "table": ["R7-13"]},
    {"hand": "R1 R2 R3 B1 B2 K1", "opened": False},
    QUICK,
    # Half a second: most kills hit one of these.
    {"hand": LONG["hand"], "table": LONG["table"], "backend": "ilp-dhh"},
]


def asked(number: int) -> dict[str, Any]:
    """The question with this number."""
    limits = {"seconds": 60, "work": NEVER - number}
    return QUESTIONS[number % len(QUESTIONS)] | {"limits": limits}


class Accepted:
    """What a caller was told: the jobs that were accepted, and the answers that were ready."""

    def __init__(self) -> None:
        self.jobs: dict[str, int] = {}
        self.ended: dict[str, dict[str, Any]] = {}

    @contextmanager
    def submitting(self, running: Service) -> Iterator[None]:
        """Submit one job after the other meanwhile, and look up answers, whatever happens."""
        enough = threading.Event()

        def submit() -> None:
            with httpx.Client(base_url=running.url, timeout=20) as client:
                while not enough.wait(0.15):
                    number = len(self.jobs)
                    body = {"kind": "rummikub/solve", "request": asked(number)}
                    try:
                        response = client.post("/v1/jobs", json=body)
                        assert response.status_code == 202, response.text
                        self.jobs[response.headers["location"]] = number
                        for path in list(self.jobs)[-20:]:
                            self._look_up(client, path)
                    except httpx.TransportError:
                        # It was killed: whatever was not answered was not accepted.
                        continue

        submitting = threading.Thread(target=submit)
        submitting.start()
        try:
            yield
        finally:
            enough.set()
            submitting.join()

    def _look_up(self, client: httpx.Client, path: str) -> None:
        if path not in self.ended:
            job = client.get(path).json()
            if job["finished"] is not None:
                self.ended[path] = job

    def check(self, running: Service, most: int | None = None) -> None:
        """Check that all jobs are known, and the answers unchanged; of more, the newest ones."""
        listed = running.client.get("/v1/jobs", params={"limit": 1000}).json()["jobs"]
        assert set(self.jobs) <= {job["links"]["self"] for job in listed}
        for path in list(self.ended)[-(most or len(self.ended)) :]:
            assert running.job(path) == self.ended[path]


def until_nobody_is_on_a_last_attempt(running: Service) -> None:
    """Wait for jobs that the next kill could make be given up: that is tested elsewhere."""
    while True:
        jobs = running.client.get("/v1/jobs", params={"limit": 1000}).json()["jobs"]
        last = [j for j in jobs if j["attempts"] >= (2 if j["state"] == "queued" else 3)]
        if all(job["finished"] is not None for job in last):
            return
        time.sleep(0.05)


@pytest.mark.parametrize("rounds", [5, pytest.param(50, marks=pytest.mark.slow)])
def test_whatever_is_killed_every_job_is_done_and_no_job_runs_twice_at_once(
    tmp_path: Path, rounds: int
) -> None:
    notes = tmp_path / "notes"
    recording = (sys.executable, "-m", "tests.faults.recording", str(notes))
    accepted = Accepted()
    for number in range(rounds):
        with service(tmp_path, f"log-{number}", recording, **FAST) as running:
            accepted.check(running, most=5)
            with accepted.submitting(running):
                # At first its workers don't even run yet; later it is amid whatever.
                time.sleep(random.uniform(0, 4 if number % 2 else 1))
                until_nobody_is_on_a_last_attempt(running)
                workers = running.kill()
            for pid in workers:
                note(notes, KILLED, "-", "-", pid)
    with ready_service(tmp_path, "last", recording, **FAST) as running:
        for path, number in accepted.jobs.items():
            done = running.ended(path)
            assert done["state"] == "succeeded", f"{number}: {done}"
            accepted.ended.setdefault(path, done)
        accepted.check(running)
        values = [running.solve(question).json()["objective"] for question in QUESTIONS]
        for path, number in accepted.jobs.items():
            assert running.job(path)["answer"]["objective"] == values[number % len(QUESTIONS)]
        running.stop()
    starts = starts_without_overlap(notes.read_text())
    assert {str(NEVER - number) for number in accepted.jobs.values()} <= set(starts)
    assert max(starts.values()) > 1, "some were killed at work"
