"""Running services that are harmed: started, looked into, killed."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.http.service import address_in
from tests.solvers.watches import VAST

NICENESS = 10
"""By how much the workers for jobs are nicer than the service, at least; the others are less so."""

QUICK = {"hand": "B10 K10 J", "table": ["R7-13"], "objective": ["tiles"]}
"""A question that no integer program is needed for."""

SERVE = (sys.executable, "-m", "app.cli", "serve")
JOBS, SOLVE = "/v1/jobs", "/v1/rummikub/solve"


def endless(seconds: float = 600) -> dict[str, Any]:
    """A question that goes on until its time limit: a table so large that no proof is in sight."""
    return HARD | {"limits": {"seconds": seconds}}


def _hard() -> dict[str, Any]:
    random = Random(2)
    colours = str(VAST["colours"])

    def meld() -> str:
        if random.random() < 0.5:
            first = random.randint(1, 44)
            return f"{random.choice(colours)}{first}-{first + random.randint(2, 6)}"
        return "".join(random.sample(colours, random.randint(3, 6))) + str(random.randint(1, 50))

    table = [meld() for _ in range(150)]
    hand = [f"{random.choice(colours)}{random.randint(1, 50)}" for _ in range(60)]
    rules = VAST | {"max_jokers_in_set": 1}
    return {"hand": " ".join([*"JJJJ", *hand]), "table": table, "rules": rules, "backend": "ilp"}


HARD = _hard()


def until[Value](
    ask: Callable[[], Value], meets: Callable[[Value], object] = bool, seconds: float = 120
) -> Value:
    """Ask until the answer meets a condition; fail if it never does."""
    deadline = time.monotonic() + seconds
    while not meets(value := ask()):
        if time.monotonic() > deadline:
            pytest.fail(f"it did not come true within {seconds:g} seconds; the last: {value}")
        time.sleep(0.02)
    return value


class Service:
    """A running service, seen from its callers and from its machine."""

    def __init__(
        self, url: str, log: Path, process: subprocess.Popen[bytes], key: str | None = None
    ) -> None:
        self.url = url
        self.headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        self.log = log
        self.process = process
        self.client = httpx.Client(base_url=url, headers=self.headers, timeout=60)

    def solve(self, question: dict[str, Any]) -> httpx.Response:
        return self.client.post(SOLVE, json=question)

    def try_to_submit(self, question: dict[str, Any]) -> httpx.Response:
        return self.client.post(JOBS, json={"kind": "rummikub/solve", "request": question})

    def submit(self, question: dict[str, Any]) -> str:
        """Submit a job and return its path."""
        response = self.try_to_submit(question)
        assert response.status_code == 202, response.text
        return response.headers["location"]

    def job(self, path: str) -> dict[str, Any]:
        response = self.client.get(path)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    def newest(self) -> list[dict[str, Any]]:
        """All jobs, in their short form; there are fewer than can be listed."""
        found: list[dict[str, Any]] = self.client.get(JOBS, params={"limit": 1000}).json()["jobs"]
        return found

    def became(self, path: str, *states: str) -> dict[str, Any]:
        """Wait until a job is in one of these states."""
        return until(lambda: self.job(path), lambda job: job["state"] in states)

    def ended(self, path: str) -> dict[str, Any]:
        return until(lambda: self.job(path), lambda job: job["finished"] is not None)

    def metric(self, name: str, **labels: str) -> float:
        """The value of a metric; 0 if there is none yet."""
        given = ",".join(f'{label}="{value}"' for label, value in labels.items())
        line = f"{name}{{{given}}} " if given else f"{name} "
        for found in self.client.get("/metrics").text.splitlines():
            if found.startswith(line):
                return float(found.removeprefix(line))
        return 0.0

    def workers(self) -> list[int]:
        """The process ids of all workers."""
        return [pid for pid in children_of(self.process.pid) if is_worker(pid)]

    def workers_of(self, pool: str) -> list[int]:
        """The process ids of the warm workers of a pool."""
        nicer = niceness_of(self.process.pid) + NICENESS
        for_jobs = pool == "jobs"
        return [pid for pid in self.workers() if (niceness_of(pid) >= nicer) == for_jobs]

    def at_work(self, pool: str) -> int:
        """The worker of a pool that is at work on something long: the first with half a second."""
        before = {pid: cpu_ticks_of(pid) for pid in self.workers_of(pool)}

        def busiest() -> list[int]:
            return [pid for pid, ticks in before.items() if cpu_ticks_of(pid) >= ticks + 50]

        return until(busiest)[0]

    def until_replaced(self, pool: str, respawns: float) -> None:
        """Wait until so many workers of a pool were replaced, and two are ready or at work."""
        name = "meldwise_worker_respawns_total"
        until(lambda: self.metric(name, pool=pool), lambda count: count >= respawns)
        name = "meldwise_workers_warm"
        until(lambda: self.metric(name, pool=pool), lambda warm: warm == 2)

    def kill(self) -> list[int]:
        """Kill the service; return its workers, of whom none may be left."""
        workers = self.workers()
        self.process.kill()
        self.process.wait(20)
        until(lambda: not any(map(is_worker, workers)))
        return workers

    def stop(self) -> None:
        """Stop the service in good order."""
        self.process.terminate()
        assert self.process.wait(30) == 0


@contextmanager
def service(
    folder: Path, name: str = "log", command: Sequence[str] = SERVE, **environment: str
) -> Iterator[Service]:
    """Start a service with its files in a folder; at the end it is killed, if it still runs."""
    log = folder / name
    whole = os.environ | {
        "MELDWISE_PORT": "0",
        "MELDWISE_WORKERS": "1",
        "MELDWISE_JOB_WORKERS": "1",
        "MELDWISE_DATABASE": f"sqlite:///{folder}/jobs.db",
    }
    with log.open("w") as stderr:
        process = subprocess.Popen(command, env=whole | environment, stderr=stderr)
    try:
        running = Service(address_in(log), log, process)
        with running.client:
            yield running
    finally:
        process.kill()
        process.wait(20)


@contextmanager
def ready_service(
    folder: Path, name: str = "log", command: Sequence[str] = SERVE, **environment: str
) -> Iterator[Service]:
    """Start a service as :func:`service` does, and wait until it is ready."""
    with service(folder, name, command, **environment) as running:
        until(lambda: running.client.get("/ready").status_code == 200)
        yield running


def children_of(pid: int) -> list[int]:
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        try:
            found += map(int, (thread / "children").read_text().split())
        except FileNotFoundError:
            continue
    return found


def command_of(pid: int) -> str:
    """The command line of a process; empty if it is gone, or dead and not yet buried."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_worker(pid: int) -> bool:
    return "spawn_main" in command_of(pid)


def _stat_of(pid: int) -> list[str]:
    # What is before the last bracket is the name, which may hold anything.
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def niceness_of(pid: int) -> int:
    return int(_stat_of(pid)[16])


def cpu_ticks_of(pid: int) -> int:
    utime, stime = _stat_of(pid)[11:13]
    return int(utime) + int(stime)


def problem(response: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    """Check that an answer is a problem of a kind, and return it."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    content: dict[str, Any] = response.json()
    assert content["type"] == f"urn:meldwise:problem:{kind}"
    return content


def incidents_in(log: Path) -> list[str]:
    return re.findall(r'"incident": "([0-9a-f]{32})"', log.read_text())
