"""Two services on one PostgreSQL: either answers for both, and one goes on for the other."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.services import QUICK, Service, endless, ready_service, until
from tests.postgresql import Cluster

LEASE = "1"


@contextmanager
def two_services(folder: Path, database: str) -> Iterator[tuple[Service, Service]]:
    given = {"MELDWISE_DATABASE": database, "MELDWISE_LEASE_SECONDS": LEASE}
    with (
        ready_service(folder, "one", **given) as one,
        ready_service(folder, "other", **given) as other,
    ):
        yield one, other


@pytest.fixture
def services(tmp_path: Path, postgresql: Cluster) -> Iterator[tuple[Service, Service]]:
    with two_services(tmp_path, postgresql.new_database()) as both:
        yield both


def fill(service: Service) -> list[str]:
    """Give both services as many jobs as they work on at a time, and return their paths."""
    jobs = [service.submit(endless(4)) for _ in range(4)]
    for job in jobs:
        service.became(job, "running")
    return jobs


def kinds_of(service: Service, job: str) -> list[str]:
    with service.client.stream("GET", f"{job}/events") as stream:
        return [line[7:] for line in stream.iter_lines() if line.startswith("event: ")]


def test_what_one_has_accepted_the_other_lists_shows_and_stops(
    services: tuple[Service, Service],
) -> None:
    one, other = services
    quick = one.submit(QUICK)
    assert other.ended(quick)["answer"] == one.ended(quick)["answer"]
    jobs = [one.submit(endless()) for _ in range(4)]
    for job in jobs:
        other.became(job, "running")
    listed = other.client.get("/v1/jobs").json()["jobs"]
    assert {quick, *jobs} == {job["links"]["self"] for job in listed}
    for job in jobs:
        # Half of them run there, half here.
        assert other.client.delete(job).status_code in (200, 202)
        assert one.ended(job)["state"] == "cancelled"
        assert kinds_of(other, job)[-1] == "end"


def test_an_idempotency_key_counts_at_both(services: tuple[Service, Service]) -> None:
    asked = {"json": {"kind": "rummikub/solve", "request": QUICK}}
    named = {"headers": {"Idempotency-Key": "a"}}
    ids = {both.client.post("/v1/jobs", **asked, **named).json()["id"] for both in services}
    assert len(ids) == 1


def test_what_a_killed_one_was_at_the_other_finishes(services: tuple[Service, Service]) -> None:
    one, other = services
    jobs = fill(one)
    one.kill()
    ended = [other.ended(job) for job in jobs]
    assert {job["state"] for job in ended} == {"timed_out"}
    assert sorted(job["attempts"] for job in ended) == [1, 1, 2, 2]
    for job in jobs:
        assert kinds_of(other, job).count("end") == 1


def test_one_that_was_paused_does_not_write_over_what_the_other_has_done(
    services: tuple[Service, Service],
) -> None:
    """Its workers go on meanwhile, and have an answer when it wakes."""
    one, other = services
    jobs = fill(one)
    one.process.send_signal(signal.SIGSTOP)
    try:
        taken = until(
            lambda: [job for job in jobs if other.job(job)["attempts"] == 2],
            lambda taken: len(taken) == 2,
        )
        for job in taken:
            other.became(job, "running", "timed_out")
    finally:
        one.process.send_signal(signal.SIGCONT)
    ended = [other.ended(job) for job in jobs]
    assert {job["state"] for job in ended} == {"timed_out"}
    assert all(job["attempts"] == (2 if job["links"]["self"] in taken else 1) for job in ended)
    for job in jobs:
        assert kinds_of(other, job).count("end") == 1
    # It is back under another name, and works.
    until(lambda: "lease on jobs is lost" in one.log.read_text())
    assert [one.job(job) for job in jobs] == ended
    later = [one.submit(endless(1)) for _ in range(4)]
    until(lambda: one.metric("meldwise_workers_busy", pool="jobs") == 2)
    for job in later:
        assert one.ended(job)["attempts"] == 1
