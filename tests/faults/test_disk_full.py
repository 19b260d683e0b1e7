"""A disk that is full: jobs wait for room, and nothing that was accepted or found is lost."""

import contextlib
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.faults.services import QUICK, Service, endless, problem, ready_service, until

pytestmark = pytest.mark.slow

MEGABYTES = 4

type Switch = Callable[[], None]


class Disk:
    """A small disk of its own, which can be filled and emptied."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        with self._filler.open("ab", buffering=0) as filler, contextlib.suppress(OSError):
            while True:
                filler.write(b"x" * 4096)

    def make_room(self) -> None:
        self._filler.unlink()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A disk of a few megabytes in memory; to mount it takes a right that not everybody has."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, check=False, capture_output=True, text=True)
    if mounted.returncode != 0:
        reason = f"no disk can be mounted here: {mounted.stderr.strip()}"
        if os.environ.get("CI") and os.geteuid() == 0:
            pytest.fail(reason)
        pytest.skip(reason)
    yield Disk(folder)
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_costs_nothing_but_time(tmp_path: Path, disk: Disk) -> None:
    database = f"sqlite:///{disk.folder}/jobs.db"
    with ready_service(tmp_path, MELDWISE_DATABASE=database) as service:
        nothing_is_lost(service, disk.fill, disk.make_room)
        service.stop()


def test_files_that_may_not_grow_cost_nothing_but_time(tmp_path: Path) -> None:
    """A quota, say; and what can be tried without rights."""
    (tmp_path / "database").mkdir()
    database = tmp_path / "database" / "jobs.db"
    with ready_service(tmp_path, MELDWISE_DATABASE=f"sqlite:///{database}") as service:
        _, most = resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE)

        def limit(size: int) -> None:
            resource.prlimit(service.process.pid, resource.RLIMIT_FSIZE, (size, most))

        def fill() -> None:
            limit(database.with_name("jobs.db-wal").stat().st_size)

        nothing_is_lost(service, fill, lambda: limit(most))
        service.stop()


def nothing_is_lost(service: Service, fill: Switch, make_room: Switch) -> None:
    """Take the room away while jobs run, and give it back."""
    before = [service.submit(QUICK) for _ in range(5)]
    answers = [service.ended(job) for job in before]
    running = service.submit(endless(2))
    service.became(running, "running")
    fill()

    refused = until(lambda: service.try_to_submit(QUICK), is_refused)
    problem(refused, 503, "store-unavailable")
    assert int(refused.headers["retry-after"]) >= 1
    # One that ends meanwhile, and has nowhere to write that down.
    until(lambda: service.metric("meldwise_workers_busy", pool="jobs") == 0)
    assert service.solve(QUICK).status_code == 200
    for path in ("/live", "/ready"):
        assert service.client.get(path).status_code == 200
    assert is_refused(service.try_to_submit(QUICK))

    make_room()
    done = service.ended(running)
    assert (done["state"], done["attempts"]) == ("timed_out", 1)
    assert done["answer"]["stop"] == "time_limit"
    after = until(lambda: service.try_to_submit(QUICK), lambda r: not is_refused(r))
    assert service.ended(after.headers["location"])["state"] == "succeeded"
    assert [service.job(job) for job in before] == answers
    assert "Traceback" not in service.log.read_text()


def is_refused(response: httpx.Response) -> bool:
    assert response.status_code in (202, 503)
    return response.status_code == 503
