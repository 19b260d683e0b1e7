"""The log of what becomes of jobs: who reads it learns no id that would let them look one up."""

import asyncio
import logging
from typing import cast

import pytest

from app.jobs.claims import Claims
from app.jobs.events import Bells
from app.jobs.job import Claim, Job, Outcome, Reporter, State
from app.jobs.run import Run
from app.jobs.threads import Threads

ID = "0f8b6a1d5c3e49b7a2d4f6081c3e5a79"


class Elsewhere:
    """Claims that somebody else has by now."""

    def finish(self, *_: object) -> bool:
        return False


async def failing(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
    del job, report, stop
    raise ZeroDivisionError("on purpose")


def test_neither_a_fault_nor_a_lost_claim_tells_the_id_of_a_job(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Both once did."""

    async def go() -> None:
        threads = Threads(1, "test")
        job = Job(ID, "ann", "rummikub/solve", '{"hand":"R7"}', State.RUNNING, 0.0, 0.0)
        claims = cast("Claims", Elsewhere())
        await Run(job, Claim(ID, "here", 1), claims, threads, Bells()).go(failing)
        await threads.close(1)

    with caplog.at_level(logging.DEBUG, "meldwise"):
        asyncio.run(go())
    assert "a job failed: rummikub/solve" in caplog.text
    assert "somebody else has a job by now" in caplog.text
    assert ID not in caplog.text
