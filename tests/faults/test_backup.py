"""A copy of a database that is in use: it is whole, and a service goes on from it."""

import sqlite3
from pathlib import Path

import pytest

from tests.faults.services import QUICK, endless, ready_service

pytestmark = pytest.mark.slow


def test_a_copy_taken_while_jobs_run_is_whole_and_can_be_put_back(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    with ready_service(tmp_path) as service:
        done = service.ended(service.submit(QUICK))
        running = service.submit(endless(2))
        service.became(running, "running")
        connection = sqlite3.connect(tmp_path / "jobs.db")
        connection.execute("VACUUM INTO ?", (str(copy / "jobs.db"),))
        connection.close()
        later = service.submit(QUICK)
        service.ended(later)
        service.stop()
    lease = {"MELDWISE_LEASE_SECONDS": "2"}
    database = f"sqlite:///{copy}/jobs.db"
    with ready_service(tmp_path, "second", MELDWISE_DATABASE=database, **lease) as service:
        assert service.job(done["links"]["self"]) == done
        again = service.ended(running)
        assert (again["state"], again["attempts"]) == ("timed_out", 2)
        assert service.client.get(later).status_code == 404, "it came after the copy"
        service.stop()
