"""A wall clock that jumps while jobs and requests run."""

import os
import shutil
import struct
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path

import pytest

from tests.faults.services import QUICK, Service, endless, ready_service, until
from tests.solvers.watches import VAST

pytestmark = pytest.mark.slow

HOUR = 3600

RELAXED = {"hand": "J J J J J J J J", "rules": VAST, "backend": "ilp", "limits": {"seconds": 60}}
"""A question of many linear programs, one after the other, which takes some seconds."""


class WallClock:
    """The wall clock of a service, to be put forward and back; the monotonic one stays right."""

    def __init__(self, library: Path, file: Path) -> None:
        self._file = file
        self.put(0)
        self.environment = {"LD_PRELOAD": str(library), "WALL_CLOCK": str(file)}

    def put(self, seconds: int) -> None:
        """Put it forward by so many seconds, or back."""
        # Never empty: whoever looks then would see nothing to look at.
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("=q", seconds))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is preloaded: libfaketime would also fake, and break, what threads wait by."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        reason = "there is no C compiler, or this is not Linux: apt-get install gcc libc6-dev"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    made = tmp_path_factory.mktemp("clock") / "wall_clock.so"
    source = Path(__file__).with_name("wall_clock.c")
    options = ["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, "-o", str(made), str(source), "-ldl"], check=True)
    return made


@pytest.fixture
def clock(library: Path, tmp_path: Path) -> WallClock:
    return WallClock(library, tmp_path / "clock")


def test_a_clock_that_jumps_by_an_hour_ends_nothing_and_begins_nothing(
    tmp_path: Path, clock: WallClock
) -> None:
    with ready_service(tmp_path, MELDWISE_JOB_WORKERS="2", **clock.environment) as service:
        first = service.ended(service.submit(QUICK))
        began = time.monotonic()
        jobs = [service.submit(question) for question in (endless(7), RELAXED, QUICK)]
        for job in jobs[:2]:
            # By then it is amid HiGHS, whose own clock is the wall clock.
            until_worked_for(service, job, seconds=2)
        for hours in (1, -1, 0):
            clock.put(hours * HOUR)
            until_off_by(service, hours * HOUR)
            # A limit is as long as ever, by the monotonic clock: the solver's, and the killer's.
            asked_at = time.monotonic()
            assert service.solve(endless(0.5)).json()["stop"] == "time_limit"
            assert time.monotonic() - asked_at >= 0.5
            assert service.solve(QUICK).status_code == 200
        done = service.ended(jobs[0])
        assert done["state"] == "timed_out"
        assert time.monotonic() - began >= 7
        service.client.delete(jobs[1])
        relaxed, late = [service.ended(job) for job in jobs[1:]]
        assert relaxed["state"] in ("succeeded", "cancelled"), relaxed["problem"]
        assert late["state"] == "succeeded"
        assert [job["attempts"] for job in (done, relaxed, late)] == [1, 1, 1]
        assert service.job(first["links"]["self"]) == first
        log = service.log.read_text()
        assert "Traceback" not in log
        assert "lease" not in log, "no lease ran out"
        service.stop()


def until_worked_for(service: Service, job: str, seconds: float) -> None:
    until(
        lambda: service.job(job)["progress"],
        lambda progress: progress is not None and progress["elapsed_seconds"] >= seconds,
    )


def until_off_by(service: Service, seconds: float) -> None:
    """Wait until the clock by which the service dates things is off by so much."""

    def off() -> float:
        created = service.job(service.submit(QUICK))["created"]
        return datetime.fromisoformat(created).timestamp() - time.time()

    until(off, lambda found: abs(found - seconds) < 60)


def test_callers_are_let_in_again_whatever_the_clock_says(tmp_path: Path, clock: WallClock) -> None:
    given = {"MELDWISE_RATE": "2", "MELDWISE_BURST": "1"}
    with ready_service(tmp_path, **given, **clock.environment) as service:
        for hours in (0, 1, -1):
            clock.put(hours * HOUR)
            refused = until(
                lambda: service.client.get("/v1/limits"), lambda answer: answer.status_code == 429
            )
            assert 1 <= int(refused.headers["retry-after"]) <= 5
            until(lambda: service.client.get("/v1/limits").status_code == 200, seconds=10)
        service.stop()
