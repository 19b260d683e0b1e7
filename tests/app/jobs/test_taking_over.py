"""Several services on one database: no job runs twice at once, whatever becomes of one of them."""

import asyncio
import random
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import update

from app.jobs import EventKind, Job, Jobs, Outcome, Report, Reporter, State
from app.jobs.claims import Claims
from app.jobs.database import Database, NewerSchemaError, StoreUnavailableError
from app.jobs.instances import Instances
from app.jobs.job import Claim
from app.jobs.tables import schema_version
from app.problems import ProblemError
from tests.app.jobs.workshop import (
    ANSWER,
    BEST,
    LEASE,
    Steered,
    at_once,
    became,
    ended,
    serving,
    settings,
    until,
)
from tests.postgresql import Cluster


async def die(jobs: Jobs) -> None:
    """End a service as a crash would: nothing is written any more."""
    runner = jobs._runner
    for task in [*jobs._loops, *runner._loops, *runner._tasks]:
        task.cancel()
    await asyncio.gather(*runner._loops, *runner._tasks, return_exceptions=True)
    await runner.keeper._threads.close(5)
    await jobs._threads.close(5)
    jobs._database.close()


def test_a_job_whose_service_dies_runs_again_exactly_once(database_url: str) -> None:
    async def go() -> None:
        work = Steered()
        doomed = Jobs(settings(database_url), work)
        await doomed.start()
        job = await doomed.submit("ann", "k", {})
        await became(doomed, job, State.RUNNING)
        async with serving(database_url, work) as one, serving(database_url, work) as other:
            await die(doomed)
            await until(lambda: one.get("ann", job.id), lambda found: found.attempts == 2)
            work.let_go.set()
            done = await ended(other, job)
            assert (done.state, done.attempts) == (State.SUCCEEDED, 2)
            assert work.starts == [(job.id, 1), (job.id, 2)]
            assert work.most == 1

    asyncio.run(go())


def test_a_paused_service_stops_its_work_before_others_have_it(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And when it goes on, it begins anew under another id."""
    paused: set[str] = set()
    resumed = threading.Event()
    beat = Instances.beat

    def slow_beat(self: Instances, instance: str) -> bool:
        if instance in paused:
            resumed.wait(20)
        return beat(self, instance)

    monkeypatch.setattr(Instances, "beat", slow_beat)

    async def go() -> None:
        work = Steered()
        async with serving(database_url, work) as first:
            job = await first.submit("ann", "k", {})
            await became(first, job, State.RUNNING)
            name = first._runner.keeper.instance
            assert name is not None
            async with serving(database_url, work) as second:
                paused.add(name)
                await until(lambda: second.get("ann", job.id), lambda found: found.attempts == 2)
                assert work.cut_off == 1
                resumed.set()
                keeper = first._runner.keeper
                await until(_soon(lambda: keeper.instance), lambda now: now not in (None, name))
                work.let_go.set()
                assert (await ended(second, job)).attempts == 2
                again = await first.submit("ann", "k", {})
                assert (await ended(first, again)).state is State.SUCCEEDED
            assert work.most == 1

    asyncio.run(go())


def _soon[Value](ask: Callable[[], Value]) -> Callable[[], Awaitable[Value]]:
    async def answer() -> Value:
        return ask()

    return answer


def test_a_service_whose_row_is_gone_stops_its_work_and_begins_anew(database_url: str) -> None:
    async def go() -> None:
        work = Steered()
        async with serving(database_url, work) as jobs:
            job = await jobs.submit("ann", "k", {})
            await became(jobs, job, State.RUNNING)
            instances = jobs._runner.keeper._instances
            name = jobs._runner.keeper.instance
            assert name is not None
            # It may beat in between; then it was not silent.
            while (beat := instances.beats().get(name)) is not None:
                instances.take_over(name, beat)
            await until(lambda: jobs.get("ann", job.id), lambda found: found.attempts == 2)
            work.let_go.set()
            assert (await ended(jobs, job)).state is State.SUCCEEDED
            assert (work.most, work.cut_off) == (1, 1)

    asyncio.run(go())


def test_a_wall_clock_that_jumps_changes_nothing_but_dates(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    jumping, dates = time.time, random.Random(0)
    monkeypatch.setattr(time, "time", lambda: jumping() + dates.uniform(-1e5, 1e5))

    async def go() -> None:
        work = Steered()
        keep = {"job_keep_seconds": 1e6}
        doomed = Jobs(settings(database_url, **keep), work)
        await doomed.start()
        lost = await doomed.submit("ann", "k", {})
        await became(doomed, lost, State.RUNNING)
        async with serving(database_url, work, **keep) as jobs:
            await asyncio.sleep(1.5 * LEASE)
            assert len(work.starts) == 1, "no lease ran out while the service was alive"
            await die(doomed)
            await until(lambda: jobs.get("ann", lost.id), lambda found: found.attempts == 2)
            work.let_go.set()
            later = [await jobs.submit("ann", "k", {}) for _ in range(5)]
            for job in [lost, *later]:
                assert (await ended(jobs, job)).state is State.SUCCEEDED
            assert [job.id for job in await jobs.list("ann", 100)] == [
                job.id for job in reversed([lost, *later])
            ]
            assert [start for start, _ in work.starts[2:]] == [job.id for job in later]
            assert {attempt for _, attempt in work.starts} == {1, 2}

    asyncio.run(go())


def test_a_claim_whose_answer_got_lost_is_found_and_made_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job would run for ever, and nobody would work on it."""
    claim = Claims.claim
    lost: list[tuple[Job, Claim]] = []

    def forgetful(self: Claims, instance: str) -> tuple[Job, Claim] | None:
        claimed = claim(self, instance)
        if claimed is not None and not lost:
            lost.append(claimed)
            raise StoreUnavailableError("the connection broke")
        return claimed

    monkeypatch.setattr(Claims, "claim", forgetful)

    async def go() -> None:
        async with serving(database_url, at_once) as jobs:
            job = await jobs.submit("ann", "k", {})
            done = await ended(jobs, job)
            assert (done.state, done.attempts) == (State.SUCCEEDED, 1)
        assert len(lost) == 1

    asyncio.run(go())


class Disk:
    """A folder with a database that can be taken away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"sqlite:///{folder}/jobs.db"
        self._away = folder.with_name("away")

    def go(self) -> None:
        self.folder.rename(self._away)

    def come_back(self) -> None:
        self._away.rename(self.folder)


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path / "disk")


async def unavailable(jobs: Jobs) -> None:
    with pytest.raises(ProblemError) as error:
        await jobs.counts()
    assert (int(error.value.status), error.value.kind) == (503, "store-unavailable")
    assert int((error.value.headers or {})["Retry-After"]) >= 1
    for secret in ("jobs.db", "SELECT", "/", "127.0.0.1"):
        assert secret not in error.value.detail


def test_a_job_that_ends_while_the_database_is_away_is_written_when_it_is_back(
    disk: Disk,
) -> None:
    better = asyncio.Event()

    async def work(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        del job, stop
        await better.wait()
        report(Report(BEST))
        return Outcome(State.SUCCEEDED, ANSWER)

    async def go() -> None:
        async with serving(disk.url, work, lease_seconds=60) as jobs:
            job = await jobs.submit("ann", "k", {})
            await became(jobs, job, State.RUNNING)
            events = await jobs.events("ann", job.id)
            disk.go()
            better.set()
            for _ in range(3):
                await unavailable(jobs)
                await asyncio.sleep(0.3)
            disk.come_back()
            kinds = [told[0].kind async for told in events if told is not None]
            assert kinds[-3:] == [EventKind.SOLUTION, EventKind.STATE, EventKind.END]
            done = await ended(jobs, job)
            assert (done.state, done.answer, done.attempts) == (State.SUCCEEDED, ANSWER, 1)

    asyncio.run(go())


def test_a_database_that_is_away_for_long_stops_the_work_and_costs_no_attempt(
    disk: Disk,
) -> None:
    async def go() -> None:
        work = Steered()
        async with serving(disk.url, work) as jobs:
            job = await jobs.submit("ann", "k", {})
            await became(jobs, job, State.RUNNING)
            disk.go()
            await until(_soon(lambda: work.cut_off), lambda count: count == 1)
            await unavailable(jobs)
            work.let_go.set()
            disk.come_back()
            done = await ended(jobs, job)
            assert (done.state, done.attempts) == (State.SUCCEEDED, 1)
            assert work.starts == [(job.id, 1), (job.id, 1)]

    asyncio.run(go())


def test_a_service_starts_without_its_database_and_works_when_it_is_there(
    disk: Disk,
) -> None:
    disk.folder.write_text("no folder")

    async def go() -> None:
        async with serving(disk.url, at_once) as jobs:
            await unavailable(jobs)
            disk.folder.unlink()
            await until(_soon(lambda: jobs._runner.keeper.instance), bool)
            job = await jobs.submit("ann", "k", {})
            assert (await ended(jobs, job)).state is State.SUCCEEDED

    asyncio.run(go())


def test_a_service_does_not_start_on_tables_of_a_newer_version(disk: Disk) -> None:
    make_newer(disk)

    async def go() -> None:
        with pytest.raises(NewerSchemaError, match="schema version 999"):
            await Jobs(settings(disk.url), at_once).start()

    asyncio.run(go())


def test_tables_that_become_newer_stop_the_work_on_them(disk: Disk) -> None:
    async def go() -> None:
        work = Steered()
        async with serving(disk.url, work) as jobs:
            await became(jobs, await jobs.submit("ann", "k", {}), State.RUNNING)
            disk.go()
            await unavailable(jobs)
            disk.come_back()
            make_newer(disk)
            await until(_soon(lambda: work.cut_off), lambda count: count == 1)
            await unavailable(jobs)

    asyncio.run(go())


def make_newer(disk: Disk) -> None:
    database = Database(disk.url)
    with database.writing() as connection:
        connection.execute(update(schema_version).values(version=999))
    database.close()


def test_a_service_goes_on_when_postgresql_is_back(postgresql: Cluster) -> None:
    url = postgresql.new_database()

    async def go() -> None:
        work = Steered()
        async with serving(url, work) as jobs:
            job = await jobs.submit("ann", "k", {})
            await became(jobs, job, State.RUNNING)
            postgresql.stop()
            try:
                await unavailable(jobs)
                await until(_soon(lambda: work.cut_off), lambda count: count == 1)
            finally:
                postgresql.start()
            work.let_go.set()
            assert (await ended(jobs, job)).state is State.SUCCEEDED

    asyncio.run(go())
