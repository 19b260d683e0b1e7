"""A service that works on jobs: whatever ends them, it is written down."""

import asyncio
import json
import logging
from http import HTTPStatus

import pytest

from app.jobs import EventKind, Job, Jobs, Outcome, Report, Reporter, State
from app.jobs.job import Event
from app.problems import ProblemError
from tests.app.jobs.workshop import (
    ANSWER,
    BEST,
    BEST_CUT_OFF,
    CUT_OFF,
    GIVEN_BACK,
    Steered,
    at_once,
    became,
    ended,
    serving,
    until,
    until_stopped,
)


def kind_of(error: pytest.ExceptionInfo[ProblemError]) -> tuple[int, str]:
    return int(error.value.status), error.value.kind


def test_a_job_submitted_is_worked_on_at_once(database_url: str) -> None:
    async def go() -> None:
        async with serving(database_url, at_once) as jobs:
            job = await jobs.submit("ann", "rummikub/solve", {"hand": "R7"})
            done = await ended(jobs, job)
            assert (done.state, done.answer, done.attempts) == (State.SUCCEEDED, ANSWER, 1)
            assert json.loads(done.request) == {"hand": "R7"}
            assert (await jobs.counts())[State.SUCCEEDED] == 1

    asyncio.run(go())


def test_work_that_raises_fails_its_job_with_an_incident_and_nothing_else(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(job: Job, *_: object) -> Outcome:
        if job.kind == "fault":
            raise ZeroDivisionError("on purpose")
        return Outcome(State.SUCCEEDED, ANSWER)

    async def go() -> None:
        async with serving(database_url, fail, job_workers=1) as jobs:
            job = await jobs.submit("ann", "fault", {"hand": "R7"})
            other = await jobs.submit("ann", "fine", {})
            failed = await ended(jobs, job)
            assert failed.state is State.FAILED
            assert failed.problem is not None
            assert failed.problem["type"] == "urn:meldwise:problem:internal-fault"
            assert failed.problem["incident"] in caplog.text
            assert "on purpose" not in json.dumps(failed.problem)
            assert (await ended(jobs, other)).state is State.SUCCEEDED

    with caplog.at_level(logging.ERROR, "meldwise"):
        asyncio.run(go())
    assert "ZeroDivisionError: on purpose" in caplog.text
    assert '"hand":"R7"' in caplog.text


def test_work_that_cancels_itself_is_a_fault_and_is_not_begun_again(database_url: str) -> None:
    async def vanish(*_: object) -> Outcome:
        raise asyncio.CancelledError

    async def go() -> None:
        async with serving(database_url, vanish) as jobs:
            job = await jobs.submit("ann", "k", {})
            assert (await ended(jobs, job)).state is State.FAILED

    asyncio.run(go())


@pytest.mark.parametrize("answered", [True, False])
def test_stopping_a_running_job_keeps_its_best(database_url: str, answered: bool) -> None:
    """Also when the work had to be killed and gave nothing itself."""

    async def work(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        outcome = await until_stopped(job, report, stop)
        return outcome if answered else Outcome(State.CANCELLED)

    async def go() -> None:
        async with serving(database_url, work) as jobs:
            job = await jobs.submit("ann", "k", {})
            await until(lambda: jobs.get("ann", job.id), lambda found: found.best)
            stopped = await jobs.stop("ann", job.id)
            assert stopped.state is State.CANCELLED
            given = json.loads(CUT_OFF if answered else BEST_CUT_OFF)
            assert json.loads(stopped.answer or "") == given
            assert await jobs.stop("ann", job.id) == await jobs.get("ann", job.id)

    asyncio.run(go())


@pytest.mark.parametrize("by", ["its owner", "the service"])
def test_work_that_has_to_be_killed_when_asked_to_stop_has_not_failed(
    database_url: str, by: str
) -> None:
    """A job once failed because its service stopped."""

    async def work(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        await until_stopped(job, report, stop)
        raise ProblemError(HTTPStatus.GATEWAY_TIMEOUT, "deadline-overrun", "Too late", "killed")

    async def go() -> None:
        async with serving(database_url, work) as jobs:
            job = await jobs.submit("ann", "k", {})
            await until(lambda: jobs.get("ann", job.id), lambda found: found.best)
            if by == "the service":
                await jobs.drain(5)
                back = await jobs.get("ann", job.id)
                assert (back.state, back.best, back.problem) == (State.QUEUED, BEST, None)
            else:
                stopped = await jobs.stop("ann", job.id)
                assert stopped.state is State.CANCELLED
                assert json.loads(stopped.answer or "") == json.loads(BEST_CUT_OFF)
                assert stopped.problem is not None
                assert stopped.problem["detail"] == "killed"

    asyncio.run(go())


def test_work_that_does_not_stop_in_time_is_still_being_stopped(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.jobs.service.STOP_SECONDS", 0.1)

    async def go() -> None:
        deaf = Steered()
        async with serving(database_url, deaf) as jobs:
            job = await jobs.submit("ann", "k", {})
            await became(jobs, job, State.RUNNING)
            stopped = await jobs.stop("ann", job.id)
            assert (stopped.state, stopped.stop_asked) == (State.RUNNING, True)
            deaf.let_go.set()
            assert (await ended(jobs, job)).state is State.SUCCEEDED, "it was done anyway"

    asyncio.run(go())


def test_a_job_is_stopped_wherever_it_runs(database_url: str) -> None:
    async def go() -> None:
        async with (
            serving(database_url, until_stopped) as there,
            serving(database_url, until_stopped, job_workers=1) as here,
        ):
            first = [await there.submit("ann", "k", {}) for _ in range(2)]
            await asyncio.gather(*(became(there, job, State.RUNNING) for job in first))
            assert (there.running, here.running) in [(2, 0), (1, 1)]
            for job in first:
                await until(lambda: here.stop("ann", job.id), lambda found: found.state.over)  # noqa: B023
                assert (await ended(here, job)).state is State.CANCELLED

    asyncio.run(go())


def test_a_stuck_job_keeps_neither_its_owners_nor_others_next_one_waiting(
    database_url: str,
) -> None:
    stuck = Steered()

    async def work(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        return await (stuck if job.kind == "stuck" else at_once)(job, report, stop)

    async def go() -> None:
        async with serving(database_url, work) as jobs:
            await jobs.submit("ann", "stuck", {})
            rest = [await jobs.submit(owner, "quick", {}) for owner in ("ann", "bob", "ann")]
            for job in rest:
                assert (await ended(jobs, job)).state is State.SUCCEEDED
            assert jobs.running == 1

    asyncio.run(go())


def test_a_service_works_on_as_many_jobs_at_a_time_as_it_has_workers(database_url: str) -> None:
    async def go() -> None:
        work = Steered()
        async with serving(database_url, work) as jobs:
            submitted = [await jobs.submit("ann", "k", {}) for _ in range(6)]
            await until(jobs.counts, lambda counts: counts[State.RUNNING] == 2)
            work.let_go.set()
            for job in submitted:
                await ended(jobs, job)
            assert work.most == 2

    asyncio.run(go())


def test_no_better_answer_is_lost_and_progress_is_told_now_and_then(database_url: str) -> None:
    async def chatty(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        del job, stop
        for value in range(200):
            best = json.dumps({"value": value}) if value % 10 == 0 else None
            report(Report(best, progress={"nodes": value}))
            await asyncio.sleep(0)
        await asyncio.sleep(0.2)
        return Outcome(State.TIMED_OUT)

    async def go() -> None:
        async with serving(database_url, chatty) as jobs:
            job = await jobs.submit("ann", "k", {})
            events = await follow(jobs, job)
            found = [e.data["best"] for e in events if e.kind is EventKind.SOLUTION]
            assert [json.loads(best)["value"] for best in found] == list(range(0, 200, 10))
            assert sum(e.kind is EventKind.PROGRESS for e in events) <= 2
            assert json.loads((await ended(jobs, job)).answer or "") == {"value": 190}

    asyncio.run(go())


async def follow(jobs: Jobs, job: Job, last: str | None = None) -> list[Event]:
    async with asyncio.timeout(20):
        following = await jobs.events(job.owner, job.id, last)
        return [told[0] async for told in following if told is not None]


def test_events_are_told_as_they_happen_and_go_on_where_the_caller_was(
    database_url: str,
) -> None:
    async def go() -> None:
        async with serving(database_url, until_stopped) as jobs:
            job = await jobs.submit("ann", "k", {})
            following = asyncio.create_task(follow(jobs, job))
            await until(lambda: jobs.get("ann", job.id), lambda found: found.best)
            await jobs.stop("ann", job.id)
            events = await following
            kinds = [event.kind for event in events]
            assert kinds[:2] == [EventKind.STATE] * 2
            assert EventKind.SOLUTION in kinds
            assert kinds[-2:] == [EventKind.STATE, EventKind.END]
            numbers = [event.number for event in events]
            assert numbers == sorted(set(numbers))
            assert [e.number for e in await follow(jobs, job, str(numbers[1]))] == numbers[2:]
            with pytest.raises(ProblemError) as gone:
                await jobs.events("ann", job.id, str(numbers[-1]))
            assert kind_of(gone) == (410, "no-more-events")
            for bad in ("x", "-1", "", str(numbers[-1] + 1), "1.0", "9" * 5000, "\u0661"):
                with pytest.raises(ProblemError) as error:
                    await jobs.events("ann", job.id, bad)
                assert kind_of(error) == (400, "bad-last-event-id")

    asyncio.run(go())


def test_events_of_a_job_elsewhere_are_told_too(database_url: str) -> None:
    async def go() -> None:
        busy = Steered()
        async with serving(database_url, busy, job_workers=1) as here:
            await became(here, await here.submit("ann", "k", {}), State.RUNNING)
            job = await here.submit("ann", "k", {})
            following = asyncio.create_task(follow(here, job))
            async with serving(database_url, at_once):
                assert (await following)[-1].kind is EventKind.END
            assert len(busy.starts) == 1

    asyncio.run(go())


def test_a_full_queue_says_when_to_come_again(database_url: str) -> None:
    async def go() -> None:
        work = Steered()
        async with serving(database_url, work, job_workers=1, job_queue_length=1) as jobs:
            await became(jobs, await jobs.submit("ann", "k", {}), State.RUNNING)
            await jobs.submit("ann", "k", {})
            with pytest.raises(ProblemError) as error:
                await jobs.submit("ann", "k", {})
            assert kind_of(error) == (503, "job-queue-full")
            assert int((error.value.headers or {})["Retry-After"]) >= 1
            work.let_go.set()

    asyncio.run(go())


def test_a_key_that_came_with_another_request_is_refused(database_url: str) -> None:
    async def go() -> None:
        async with serving(database_url, at_once) as jobs:
            sent = [jobs.submit("ann", "k", {"hand": "R7"}, "key") for _ in range(8)]
            assert len({job.id for job in await asyncio.gather(*sent)}) == 1
            with pytest.raises(ProblemError) as error:
                await jobs.submit("ann", "k", {"hand": "R8"}, "key")
            assert kind_of(error) == (422, "idempotency-key-reused")

    asyncio.run(go())


def test_a_job_nobody_has_is_unknown(database_url: str) -> None:
    async def go() -> None:
        async with serving(database_url, at_once) as jobs:
            job = await jobs.submit("ann", "k", {})
            for caller, name in (("bob", job.id), ("ann", "0" * 32), ("ann", "\ud800")):
                for ask in (jobs.get, jobs.get_short, jobs.stop, jobs.events):
                    with pytest.raises(ProblemError) as error:
                        await ask(caller, name)
                    assert kind_of(error) == (404, "unknown-job")

    asyncio.run(go())


def test_a_service_that_stops_gives_its_jobs_and_their_best_to_the_next(
    database_url: str,
) -> None:
    async def go() -> None:
        async with serving(database_url, until_stopped) as jobs:
            job = await jobs.submit("ann", "k", {})
            await became(jobs, job, State.RUNNING)
            await jobs.drain(5)
            back = await jobs.get("ann", job.id)
            assert (back.state, back.best, back.attempts) == (State.QUEUED, GIVEN_BACK, 0)
            waiting = await jobs.submit("ann", "k", {})
        async with serving(database_url, at_once) as jobs:
            for each in (job, waiting):
                done = await ended(jobs, each)
                assert (done.state, done.answer, done.attempts) == (State.SUCCEEDED, ANSWER, 1)

    asyncio.run(go())


def test_a_service_that_stops_ends_work_that_does_not(database_url: str) -> None:
    async def go() -> None:
        deaf = Steered()
        async with serving(database_url, deaf) as jobs:
            job = await jobs.submit("ann", "k", {})
            await became(jobs, job, State.RUNNING)
            await jobs.drain(0.1)
            assert deaf.now == 1
        assert (deaf.now, deaf.cut_off) == (0, 1)
        async with serving(database_url, at_once) as jobs:
            assert (await ended(jobs, job)).attempts == 1

    asyncio.run(go())


def test_streams_end_when_the_service_stops(database_url: str) -> None:
    async def go() -> None:
        async with serving(database_url, until_stopped) as jobs:
            job = await jobs.submit("ann", "k", {})
            following = asyncio.create_task(follow(jobs, job))
            await became(jobs, job, State.RUNNING)
            await jobs.drain(5)
            assert EventKind.END not in [event.kind for event in await following]

    asyncio.run(go())


def test_a_job_with_the_best_of_an_earlier_attempt_reports_only_better_ones(
    database_url: str,
) -> None:
    async def go() -> None:
        async with serving(database_url, until_stopped) as jobs:
            job = await jobs.submit("ann", "k", {})
            await until(lambda: jobs.get("ann", job.id), lambda found: found.best)
            await jobs.drain(5)
        bests = []

        async def again(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
            del stop
            bests.append(job.best)
            report(Report(job.best))
            return Outcome(State.SUCCEEDED, ANSWER)

        async with serving(database_url, again) as jobs:
            events = await follow(jobs, job)
        assert bests == [GIVEN_BACK]
        solutions = [e.data["best"] for e in events if e.kind is EventKind.SOLUTION]
        assert solutions == [BEST, GIVEN_BACK]

    asyncio.run(go())
