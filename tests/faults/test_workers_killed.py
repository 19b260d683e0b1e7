"""Workers that die: one request fails and says so, or one job; nobody else notices."""

import os
import signal
from collections.abc import Iterator

import pytest

from tests.faults.asking import asked, others_are_served
from tests.faults.services import (
    QUICK,
    Service,
    endless,
    incidents_in,
    problem,
    ready_service,
    until,
)

pytestmark = pytest.mark.slow

SIGNALS = [signal.SIGKILL, signal.SIGSEGV]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("workers")
    with ready_service(folder, MELDWISE_WORKERS="2", MELDWISE_JOB_WORKERS="2") as running:
        for pool in ("requests", "jobs"):
            running.until_replaced(pool, 0)
        yield running
        running.stop()


@pytest.mark.parametrize("number", SIGNALS)
def test_a_worker_that_dies_at_work_costs_its_request_alone(
    service: Service, number: signal.Signals
) -> None:
    deaths, respawns = counted(service, "requests", "at_work")
    with asked(service, endless(50)) as answers:
        worker = service.at_work("requests")
        with others_are_served(service) as statuses:
            os.kill(worker, number)
            until(lambda: answers and len(statuses) > 5)
            service.until_replaced("requests", respawns + 1)
    told = problem(answers[0], 500, "internal-fault")
    assert f"exit code -{number:d}" in told["detail"]
    assert told["incident"] in incidents_in(service.log)
    assert counted(service, "requests", "at_work") == (deaths + 1, respawns + 1)
    assert len(service.workers()) == 4


@pytest.mark.parametrize("number", SIGNALS)
def test_a_job_whose_worker_dies_fails_and_the_next_ones_run(
    service: Service, number: signal.Signals
) -> None:
    deaths, respawns = counted(service, "jobs", "at_work")
    job = service.submit(endless())
    service.became(job, "running")
    os.kill(service.at_work("jobs"), number)
    failed = service.ended(job)
    assert (failed["state"], failed["attempts"]) == ("failed", 1)
    assert failed["problem"]["status"] == 500
    assert failed["problem"]["incident"] in incidents_in(service.log)
    for later in [service.submit(QUICK) for _ in range(4)]:
        assert service.ended(later)["state"] == "succeeded"
    service.until_replaced("jobs", respawns + 1)
    assert counted(service, "jobs", "at_work") == (deaths + 1, respawns + 1)


@pytest.mark.parametrize("pool", ["requests", "jobs"])
def test_idle_workers_that_die_cost_nothing(service: Service, pool: str) -> None:
    respawns = counted(service, pool, "idle")[1]
    incidents = incidents_in(service.log)
    idle = service.workers_of(pool)
    for worker in idle:
        os.kill(worker, signal.SIGKILL)
    assert service.solve(QUICK).status_code == 200
    assert service.ended(service.submit(QUICK))["state"] == "succeeded"
    service.until_replaced(pool, respawns + 2)
    assert incidents_in(service.log) == incidents


def counted(service: Service, pool: str, reason: str) -> tuple[float, float]:
    """How many workers have died at that, and how many were replaced."""
    return (
        service.metric("meldwise_worker_deaths_total", pool=pool, reason=reason),
        service.metric("meldwise_worker_respawns_total", pool=pool),
    )
