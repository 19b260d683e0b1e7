"""A whole service killed again and again, with its workers: what it accepted is done, once."""

import random
import sys
import time
from pathlib import Path

import pytest

from tests.faults.accepted import NEVER, Accepted, until_nobody_is_on_a_last_attempt
from tests.faults.killed_service import KILLED, note
from tests.faults.services import QUICK, ready_service, service
from tests.faults.test_store_killed import starts_without_overlap

pytestmark = pytest.mark.slow

FAST = {"MELDWISE_LEASE_SECONDS": "1", "MELDWISE_JOB_WORKERS": "2"}


@pytest.mark.parametrize("rounds", [5, pytest.param(50, marks=pytest.mark.slow)])
def test_whatever_is_killed_every_job_is_done_and_no_job_runs_twice_at_once(
    tmp_path: Path, rounds: int
) -> None:
    notes = tmp_path / "notes"
    recording = (sys.executable, "-m", "tests.faults.recording", str(notes))
    accepted = Accepted()
    for number in range(rounds):
        with service(tmp_path, f"log-{number}", recording, **FAST) as running:
            accepted.check(running, most=5)
            with accepted.submitting(running):
                # At first its workers don't even run yet; later it is amid whatever.
                time.sleep(random.uniform(0, 3 if number % 2 else 1))
                until_nobody_is_on_a_last_attempt(running)
                workers = running.kill()
            for pid in workers:
                note(notes, KILLED, "-", "-", pid)
    with ready_service(tmp_path, "last", recording, **FAST) as running:
        accepted.check_answers(running)
        running.stop()
    starts = starts_without_overlap(notes.read_text())
    assert {str(NEVER - number) for number in accepted.jobs.values()} <= set(starts)
    assert max(starts.values()) > 1, "some were killed at work"


def test_a_service_that_dies_while_it_warms_up_costs_no_job_an_attempt(tmp_path: Path) -> None:
    """Three of them once used up the attempts of jobs that nobody had worked on."""
    slow = (sys.executable, "-m", "tests.faults.slow_start")
    paths: list[str] = []
    for number in range(3):
        with service(tmp_path, f"log-{number}", slow) as running:
            paths.append(running.submit(QUICK))
            time.sleep(0.5)
            assert [running.job(path)["attempts"] for path in paths] == [0] * len(paths)
            running.kill()
    with ready_service(tmp_path, "last") as running:
        for path in paths:
            done = running.ended(path)
            assert (done["state"], done["attempts"]) == ("succeeded", 1)
        running.stop()
