"""A database that goes away and comes back while a service runs."""

from pathlib import Path
from typing import Any

import pytest

from tests.faults.services import QUICK, Service, endless, problem, ready_service, until
from tests.postgresql import Cluster

pytestmark = pytest.mark.slow


PATIENT = {"MELDWISE_GRACE_SECONDS": "30"}
"""A job that is late because the machine is busy shall still come back by itself."""


def test_a_folder_that_is_taken_away_comes_back_with_nothing_lost(tmp_path: Path) -> None:
    folder, away = tmp_path / "database", tmp_path / "away"
    database = f"sqlite:///{folder}/jobs.db"
    with ready_service(tmp_path, MELDWISE_DATABASE=database, **PATIENT) as service:
        done, running = begun(service)
        folder.rename(away)
        jobs_are_refused_and_all_else_goes_on(service, running)
        away.rename(folder)
        nothing_is_lost(service, done, running)
        service.stop()


def test_postgresql_that_crashes_comes_back_with_nothing_lost(
    tmp_path: Path, postgresql: Cluster
) -> None:
    database = postgresql.new_database()
    with ready_service(tmp_path, MELDWISE_DATABASE=database, **PATIENT) as service:
        done, running = begun(service)
        postgresql.stop()
        try:
            jobs_are_refused_and_all_else_goes_on(service, running)
        finally:
            postgresql.start()
        nothing_is_lost(service, done, running)
        service.stop()


def begun(service: Service) -> tuple[dict[str, Any], str]:
    """One job that is over, and the path of one that runs."""
    done = service.ended(service.submit(QUICK))
    running = service.submit(endless(2))
    service.became(running, "running")
    return done, running


def jobs_are_refused_and_all_else_goes_on(service: Service, running: str) -> None:
    """Ask while the database is away, until the job that runs has nowhere to write its answer."""
    refused = until(lambda: service.try_to_submit(QUICK), lambda r: r.status_code != 202)
    for response in (refused, service.client.get("/v1/jobs"), service.client.delete(running)):
        problem(response, 503, "store-unavailable")
        assert int(response.headers["retry-after"]) >= 1
    until(lambda: service.metric("meldwise_workers_busy", pool="jobs") == 0)
    assert service.metric("meldwise_store_up") == 0
    assert service.solve(QUICK).status_code == 200
    for path in ("/live", "/ready"):
        assert service.client.get(path).status_code == 200


def nothing_is_lost(service: Service, done: dict[str, Any], running: str) -> None:
    until(lambda: service.client.get(running).status_code == 200)
    ended = service.ended(running)
    assert (ended["state"], ended["attempts"]) == ("timed_out", 1), "it did not run twice"
    assert ended["answer"]["stop"] == "time_limit"
    assert service.job(done["links"]["self"]) == done
    assert service.ended(service.submit(QUICK))["state"] == "succeeded"
    assert service.metric("meldwise_store_up") == 1
