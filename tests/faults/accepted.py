"""What a caller was told by services that are killed again and again."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from tests.cases import load
from tests.faults.services import JOBS, QUICK, Service

NEVER = 10**9
"""A limit of work that is never reached; what is taken from it tells questions apart."""

LONG = next(c for c in load("positions.jsonl") if c["id"] == "two-rack-jokers-14")

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
        self._asked = 0
        self.ended: dict[str, dict[str, Any]] = {}

    @contextmanager
    def submitting(self, running: Service) -> Iterator[None]:
        """Submit one job after the other meanwhile, and look up answers, whatever happens."""
        enough = threading.Event()

        def submit() -> None:
            with httpx.Client(base_url=running.url, headers=running.headers, timeout=20) as client:
                while not enough.wait(0.15):
                    # Never the same twice: one that was not answered may have been kept.
                    number, self._asked = self._asked, self._asked + 1
                    body = {"kind": "rummikub/solve", "request": asked(number)}
                    try:
                        response = client.post(JOBS, json=body)
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
        listed = running.newest()
        assert set(self.jobs) <= {job["links"]["self"] for job in listed}
        for path in list(self.ended)[-(most or len(self.ended)) :]:
            assert running.job(path) == self.ended[path]

    def check_answers(self, running: Service) -> None:
        """Have all jobs done, and hold their answers against those of requests."""
        for path, number in self.jobs.items():
            done = running.ended(path)
            assert done["state"] == "succeeded", f"{number}: {done}"
            self.ended.setdefault(path, done)
        self.check(running)
        values = [running.solve(question).json()["objective"] for question in QUESTIONS]
        for path, number in self.jobs.items():
            assert self.ended[path]["answer"]["objective"] == values[number % len(QUESTIONS)]


def until_nobody_is_on_a_last_attempt(running: Service) -> None:
    """Wait for jobs that the next kill could make be given up: that is tested elsewhere."""
    while True:
        jobs = running.newest()
        last = [j for j in jobs if j["attempts"] >= (2 if j["state"] == "queued" else 3)]
        if all(job["finished"] is not None for job in last):
            return
        time.sleep(0.05)
