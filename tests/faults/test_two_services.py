"""Two services on one PostgreSQL: either answers for both, and one goes on for the other."""

import signal
from collections.abc import Iterator

import pytest

from tests.faults.services import JOBS, QUICK, Service, endless, ready_service, until
from tests.postgresql import Cluster

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def services(
    tmp_path_factory: pytest.TempPathFactory, postgresql: Cluster
) -> Iterator[tuple[Service, Service]]:
    """Two services with a worker for jobs each; the last test kills one."""
    folder = tmp_path_factory.mktemp("services")
    given = {"MELDWISE_DATABASE": postgresql.new_database(), "MELDWISE_LEASE_SECONDS": "2"}
    with (
        ready_service(folder, "one", **given) as one,
        ready_service(folder, "other", **given) as other,
    ):
        yield one, other
        other.stop()


def at_both(service: Service, seconds: float) -> list[str]:
    """Submit a job for each service, and return their paths when both run."""
    jobs = [service.submit(endless(seconds)) for _ in range(2)]
    for job in jobs:
        service.became(job, "running")
    return jobs


def kinds_of(service: Service, job: str) -> list[str]:
    """The kinds of all events of a job that is over."""
    with service.client.stream("GET", f"{job}/events") as stream:
        return [line[7:] for line in stream.iter_lines() if line.startswith("event: ")]


def test_what_one_has_accepted_the_other_lists_shows_and_stops(
    services: tuple[Service, Service],
) -> None:
    one, other = services
    quick = one.submit(QUICK)
    assert other.ended(quick) == one.ended(quick)
    jobs = at_both(one, 600)
    listed = other.client.get(JOBS).json()["jobs"]
    assert {quick, *jobs} == {job["links"]["self"] for job in listed}
    for job in jobs:
        # One of them runs there, the other here.
        assert other.client.delete(job).status_code in (200, 202)
        assert one.ended(job)["state"] == "cancelled"
        assert kinds_of(other, job)[-1] == "end"


def test_an_idempotency_key_counts_at_both(services: tuple[Service, Service]) -> None:
    job = {"kind": "rummikub/solve", "request": QUICK}
    key = {"Idempotency-Key": "a"}
    ids = {service.client.post(JOBS, json=job, headers=key).json()["id"] for service in services}
    assert len(ids) == 1


def test_one_that_was_paused_does_not_write_over_what_the_other_has_done(
    services: tuple[Service, Service],
) -> None:
    """Its worker goes on meanwhile, and has an answer when it wakes."""
    one, other = services
    jobs = at_both(one, 4)
    one.process.send_signal(signal.SIGSTOP)
    try:
        (taken,) = until(lambda: [job for job in jobs if other.job(job)["attempts"] == 2])
        other.became(taken, "running", "timed_out")
    finally:
        one.process.send_signal(signal.SIGCONT)
    ended = [other.ended(job) for job in jobs]
    assert {job["state"] for job in ended} == {"timed_out"}
    assert sorted(job["attempts"] for job in ended) == [1, 2]
    assert [kinds_of(other, job).count("end") for job in jobs] == [1, 1]
    until(lambda: "the lease on jobs is lost" in one.log.read_text())
    assert [one.job(job) for job in jobs] == ended
    # It is back under another name, and works.
    later = at_both(other, 1)
    assert [one.ended(job)["attempts"] for job in later] == [1, 1]


def test_what_a_killed_one_was_at_the_other_finishes(services: tuple[Service, Service]) -> None:
    one, other = services
    jobs = at_both(one, 2)
    one.kill()
    ended = [other.ended(job) for job in jobs]
    assert {job["state"] for job in ended} == {"timed_out"}
    assert sorted(job["attempts"] for job in ended) == [1, 2]
    assert [kinds_of(other, job).count("end") for job in jobs] == [1, 1]
