"""A solve that ignores its limit, and whoever wants it to stop: its worker is killed for it."""

import sys
from collections.abc import Iterator

import pytest

from tests.faults.asking import asked, others_are_served
from tests.faults.services import (
    QUICK,
    Service,
    endless,
    is_worker,
    problem,
    ready_service,
    until,
)

DEAF = (sys.executable, "-m", "tests.faults.deaf")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("deaf")
    given = {"MELDWISE_WORKERS": "2", "MELDWISE_JOB_WORKERS": "2"}
    given |= {"MELDWISE_GRACE_SECONDS": "0.5", "MELDWISE_SHUTDOWN_SECONDS": "2"}
    with ready_service(folder, command=DEAF, **given) as running:
        for pool in ("requests", "jobs"):
            running.until_replaced(pool, 0)
        yield running
        running.stop()


def kills(service: Service, pool: str, reason: str) -> float:
    return service.metric("meldwise_worker_kills_total", pool=pool, reason=reason)


def test_it_ends_at_its_limit_and_grace_and_says_what_was_tried(service: Service) -> None:
    with others_are_served(service):
        told = problem(service.solve(endless(0.5)), 504, "deadline-overrun")
    for said in ("within 1 seconds", "rummikub/solve", "backend ilp", "within 0.5 seconds"):
        assert said in told["detail"]
    assert kills(service, "requests", "deadline") == 1
    service.until_replaced("requests", 1)


def test_its_worker_is_freed_when_its_caller_leaves(service: Service) -> None:
    before = kills(service, "requests", "left")
    with pytest.raises(Exception, match="timed out"):
        service.client.post("/v1/rummikub/solve", json=endless(50), timeout=0.5)
    until(lambda: kills(service, "requests", "left") == before + 1)
    assert service.solve(QUICK).status_code == 200


def test_a_job_ends_at_its_limit_and_grace_too(service: Service) -> None:
    done = service.ended(service.submit(endless(0.5)))
    assert done["state"] == "timed_out"
    assert done["problem"]["type"] == "urn:meldwise:problem:deadline-overrun"
    assert "backend ilp" in done["problem"]["detail"]
    assert kills(service, "jobs", "deadline") == 1
    assert service.ended(service.submit(QUICK))["state"] == "succeeded"


def test_a_job_that_does_not_stop_when_asked_to_is_ended(service: Service) -> None:
    job = service.submit(endless())
    service.became(job, "running")
    assert service.client.delete(job).status_code in (200, 202)
    assert service.ended(job)["state"] == "cancelled"
    until(lambda: kills(service, "jobs", "stopped") == 1)
    assert service.ended(service.submit(QUICK))["state"] == "succeeded"


def test_a_service_with_deaf_solves_stops_in_good_order(service: Service) -> None:
    with asked(service, endless(50)) as answers:
        service.at_work("requests")
        workers = service.workers()
        service.stop()
    assert answers[0].status_code in (503, 504)
    until(lambda: not any(map(is_worker, workers)))
