"""``/v1/jobs`` over HTTP, with work that does what a test says."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI, Request, Response
from starlette.middleware.base import RequestResponseEndpoint

from app import problems
from app.jobs import Job, Jobs, Outcome, Report, Reporter, State, Work
from app.routes import jobs as routes
from app.schemas.jobs import JobAnswer, JobList, JobStatus, ShortJob
from app.schemas.problem import Problem
from tests.app.jobs.workshop import ANSWER, BEST, CUT_OFF, Steered, at_once, settings, until_stopped

ASKED = {"kind": "rummikub/solve", "request": {"hand": "R7 R8 R9"}}
BOUND = [{"term": "tiles", "value": 3, "bound": 3}]


def application(jobs: Jobs, url: str, **given: object) -> FastAPI:
    app = FastAPI()
    app.state.jobs = jobs
    app.state.settings = settings(url, **given)
    problems.install(app)
    app.include_router(routes.router)

    @app.middleware("http")
    async def name_the_caller(request: Request, answer: RequestResponseEndpoint) -> Response:
        request.state.caller = request.headers.get("x-caller", "")
        return await answer(request)

    return app


@asynccontextmanager
async def client_of(
    folder: object, work: Work, **given: object
) -> AsyncIterator[httpx.AsyncClient]:
    url = f"sqlite:///{folder}/jobs.db"
    jobs = Jobs(settings(url, **given), work)
    await jobs.start()
    transport = httpx.ASGITransport(application(jobs, url, **given))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            yield client
    finally:
        await jobs.close()


async def submitted(client: httpx.AsyncClient, **headers: str) -> dict[str, Any]:
    response = await client.post("/v1/jobs", json=ASKED, headers=headers)
    assert response.status_code == 202, response.text
    job: dict[str, Any] = response.json()
    JobAnswer.model_validate(job)
    assert response.headers["location"] == job["links"]["self"] == f"/v1/jobs/{job['id']}"
    return job


async def over(client: httpx.AsyncClient, job: dict[str, Any]) -> dict[str, Any]:
    async with asyncio.timeout(20):
        while True:
            found = await client.get(job["links"]["self"])
            JobAnswer.model_validate(found.json())
            if State(found.json()["state"]).over:
                content: dict[str, Any] = found.json()
                return content
            await asyncio.sleep(0.02)


def problem(response: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    content: dict[str, Any] = response.json()
    Problem.model_validate(content)
    assert content["type"] == f"urn:meldwise:problem:{kind}"
    return content


def events_in(text: str) -> list[dict[str, str]]:
    """Read a stream of events as an EventSource does."""
    blocks = [block for block in text.split("\n\n") if block and not block.startswith(":")]
    return [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]


def test_a_job_is_submitted_followed_and_fetched(tmp_path: object) -> None:
    async def work(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        del job, stop
        report(Report(BEST, BOUND, {"elapsed_seconds": 0.1, "limit_seconds": 60, "nodes": 7}))
        await asyncio.sleep(0.1)
        return Outcome(State.SUCCEEDED, ANSWER, bound=BOUND)

    async def go() -> None:
        async with client_of(tmp_path, work) as client:
            job = await submitted(client)
            assert job["request"] == ASKED["request"]
            assert job["state"] == "queued"
            assert job["created"].endswith("Z")
            assert (job["started"], job["finished"], job["expires"]) == (None, None, None)
            assert (job["best"], job["bound"], job["answer"], job["problem"]) == (None,) * 4
            stream = await client.get(job["links"]["events"])
            assert stream.headers["content-type"].startswith("text/event-stream")
            events = events_in(stream.text)
            kinds = [event["event"] for event in events]
            assert kinds == ["state", "state", "solution", "progress", "state", "end"]
            solution, progress, end = (json.loads(events[i]["data"]) for i in (2, 3, 5))
            assert solution == {"best": json.loads(BEST), "bound": BOUND}
            assert progress == {"elapsed_seconds": 0.1, "limit_seconds": 60, "nodes": 7}
            ShortJob.model_validate(end)
            done = await over(client, job)
            assert end == {name: done[name] for name in end}
            assert done["answer"] == done["best"] == json.loads(ANSWER)
            assert done["bound"] == BOUND
            assert None not in (done["started"], done["finished"], done["expires"])
            status = (await client.get(job["links"]["status"])).json()
            JobStatus.model_validate(status)
            assert status == {name: done[name] for name in status}
            assert set(status) == {"id", "state", "updated", "progress"}

            resumed = await client.get(
                job["links"]["events"], headers={"Last-Event-ID": events[3]["id"]}
            )
            assert events_in(resumed.text) == events[4:]
            seen = {"Last-Event-ID": events[-1]["id"]}
            problem(await client.get(job["links"]["events"], headers=seen), 410, "no-more-events")
            bad = {"Last-Event-ID": "999"}
            problem(await client.get(job["links"]["events"], headers=bad), 400, "bad-last-event-id")

    asyncio.run(go())


def test_a_request_is_checked_completely_before_it_is_a_job(tmp_path: object) -> None:
    async def go() -> None:
        async with client_of(tmp_path, at_once) as client:
            body: dict[str, object] = {
                "kind": "rummikub/solve",
                "requst": {},
                "request": {"hand": ["R7", "G7"], "backend": "ilq", "limits": {"seconds": 1e6}},
            }
            found = problem(await client.post("/v1/jobs", json=body), 422, "invalid-input")
            assert {(e["pointer"], e["code"]) for e in found["errors"]} == {
                ("/requst", "unknown_field"),
                ("/request/hand/1", "unknown_colour"),
                ("/request/backend", "unknown_backend"),
                ("/request/limits/seconds", "out_of_range"),
            }
            assert len(found["errors"]) == 4
            kinds: tuple[tuple[dict[str, object], str], ...] = (
                ({"kind": "rummikub/sovle"}, "did you mean rummikub/solve?"),
                ({}, "nothing is given: known: rummikub/solve"),
                ({"kind": 3}, "give a text"),
            )
            for kind, detail in kinds:
                body = kind | {"request": {"hand": "R7"}}
                found = problem(await client.post("/v1/jobs", json=body), 422, "invalid-input")
                assert found["errors"][0]["pointer"] == "/kind"
                assert detail in found["errors"][0]["detail"]
            body = {"kind": "rummikub/solve"}
            found = problem(await client.post("/v1/jobs", json=body), 422, "invalid-input")
            assert [e["pointer"] for e in found["errors"]] == ["/request"]
            assert (await client.get("/v1/jobs")).json() == {"jobs": []}

    asyncio.run(go())


def test_a_job_may_take_longer_than_a_request(tmp_path: object) -> None:
    async def go() -> None:
        async with client_of(tmp_path, at_once, job_max_seconds=3600) as client:
            body = {
                "kind": "rummikub/solve",
                "request": {"hand": "R7", "limits": {"seconds": 3600}},
            }
            assert (await client.post("/v1/jobs", json=body)).status_code == 202

    asyncio.run(go())


def test_an_idempotency_key_makes_one_job(tmp_path: object) -> None:
    async def go() -> None:
        async with client_of(tmp_path, at_once) as client:
            key = {"Idempotency-Key": "k" * 255}
            sent = await asyncio.gather(*(submitted(client, **key) for _ in range(5)))
            assert len({job["id"] for job in sent}) == 1
            other = ASKED | {"request": {"hand": "R7"}}
            refused = await client.post("/v1/jobs", json=other, headers=key)
            problem(refused, 422, "idempotency-key-reused")
            assert (await submitted(client, **key, **{"X-Caller": "bob"}))["id"] != sent[0]["id"]
            for bad in ("", "k" * 256, "a b", "\u00e9"):
                headers = httpx.Headers({"Idempotency-Key": bad}, encoding="utf-8")
                answer = await client.post("/v1/jobs", json=ASKED, headers=headers)
                problem(answer, 400, "bad-idempotency-key")

    asyncio.run(go())


def test_jobs_of_others_are_neither_seen_nor_stopped(tmp_path: object) -> None:
    async def go() -> None:
        async with client_of(tmp_path, until_stopped) as client:
            job = await submitted(client, **{"X-Caller": "ann"})
            bob = {"X-Caller": "bob"}
            for path in job["links"].values():
                problem(await client.get(path, headers=bob), 404, "unknown-job")
            problem(await client.delete(job["links"]["self"], headers=bob), 404, "unknown-job")
            for path in ("/v1/jobs/%00", "/v1/jobs/x/status", f"/v1/jobs/{'0' * 32}/events"):
                problem(await client.get(path), 404, "unknown-job")
            assert (await client.get("/v1/jobs", headers=bob)).json() == {"jobs": []}
            listed = (await client.get("/v1/jobs", headers={"X-Caller": "ann"})).json()
            JobList.model_validate(listed)
            assert [each["id"] for each in listed["jobs"]] == [job["id"]]
            assert not {"request", "best", "answer"} & set(listed["jobs"][0])

    asyncio.run(go())


def test_lists_are_as_long_as_asked_for(tmp_path: object) -> None:
    async def go() -> None:
        async with client_of(tmp_path, at_once) as client:
            jobs = [await submitted(client) for _ in range(3)]
            listed = (await client.get("/v1/jobs", params={"limit": 2})).json()["jobs"]
            assert [each["id"] for each in listed] == [job["id"] for job in jobs[:0:-1]]
            for bad in ("0", "1001", "-1", "x", "", "9" * 50):
                answer = await client.get("/v1/jobs", params={"limit": bad})
                errors = problem(answer, 422, "invalid-input")["errors"]
                assert [error["pointer"] for error in errors] == ["/limit"]

    asyncio.run(go())


def test_a_public_service_without_keys_lists_no_jobs(tmp_path: object) -> None:
    async def go() -> None:
        async with client_of(tmp_path, at_once, host="0.0.0.0") as client:
            problem(await client.get("/v1/jobs"), 403, "no-list-without-keys")
            named = await client.get("/v1/jobs", headers={"X-Caller": "ann"})
            assert named.status_code == 200

    asyncio.run(go())


def test_stopping_answers_with_the_best_or_that_it_is_still_stopping(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.jobs.service.STOP_SECONDS", 0.2)
    deaf = Steered()

    async def work(job: Job, report: Reporter, stop: asyncio.Event) -> Outcome:
        hears = json.loads(job.request)["hand"] == "R7"
        return await (until_stopped if hears else deaf)(job, report, stop)

    async def go() -> None:
        async with client_of(tmp_path, work) as client:
            hears = {"kind": "rummikub/solve", "request": {"hand": "R7"}}
            job = (await client.post("/v1/jobs", json=hears)).json()
            stubborn, waiting = await submitted(client), await submitted(client)
            async with asyncio.timeout(20):
                while (await client.get(stubborn["links"]["self"])).json()["state"] == "queued":
                    await asyncio.sleep(0.02)
            stopped = await client.delete(waiting["links"]["self"])
            assert (stopped.status_code, stopped.json()["state"]) == (200, "cancelled")
            stopped = await client.delete(stubborn["links"]["self"])
            assert (stopped.status_code, stopped.json()["state"]) == (202, "running")
            stopped = await client.delete(job["links"]["self"])
            assert (stopped.status_code, stopped.json()["state"]) == (200, "cancelled")
            assert stopped.json()["answer"] == json.loads(CUT_OFF)
            again = await client.delete(job["links"]["self"])
            assert (again.status_code, again.json()) == (200, stopped.json())
            deaf.let_go.set()

    asyncio.run(go())


def test_a_full_queue_and_a_lost_database_say_when_to_come_again(tmp_path: Any) -> None:
    folder = tmp_path / "disk"

    async def go() -> None:
        work = Steered()
        async with client_of(folder, work, job_workers=1, job_queue_length=1) as client:
            job = await submitted(client)
            async with asyncio.timeout(20):
                while (await client.get(job["links"]["self"])).json()["state"] == "queued":
                    await asyncio.sleep(0.02)
            await submitted(client)
            full = await client.post("/v1/jobs", json=ASKED)
            problem(full, 503, "job-queue-full")
            assert int(full.headers["retry-after"]) >= 1
            folder.rename(tmp_path / "away")
            for path in job["links"].values():
                away = await client.get(path)
                problem(away, 503, "store-unavailable")
                assert int(away.headers["retry-after"]) >= 1
            problem(await client.post("/v1/jobs", json=ASKED), 503, "store-unavailable")
            (tmp_path / "away").rename(folder)
            assert (await client.get(job["links"]["self"])).status_code == 200
            work.let_go.set()

    asyncio.run(go())


def test_a_stream_is_told_at_once_and_ends_when_its_caller_leaves(tmp_path: object) -> None:
    async def go() -> None:
        url = f"sqlite:///{tmp_path}/jobs.db"
        jobs = Jobs(settings(url), until_stopped)
        await jobs.start()
        config = uvicorn.Config(application(jobs, url), port=0, log_level="warning")
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        async with asyncio.timeout(20):
            while not server.started:
                await asyncio.sleep(0.02)
        address = server.servers[0].sockets[0].getsockname()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{address[1]}") as client:
            job = await submitted(client)
            async with client.stream("GET", job["links"]["events"]) as stream:
                async for line in stream.aiter_lines():
                    if line == "event: solution":
                        break
                assert jobs._bells.wanted == [job["id"]]
            async with asyncio.timeout(20):
                while jobs._bells.wanted:
                    await asyncio.sleep(0.02)
        await jobs.close()
        server.should_exit = True
        await serving

    asyncio.run(go())


def test_a_quiet_stream_is_kept_alive(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.jobs.service.QUIET_SECONDS", 0.05)

    async def go() -> None:
        work = Steered()
        async with client_of(tmp_path, work) as client:
            job = await submitted(client)
            asyncio.get_running_loop().call_later(0.5, work.let_go.set)
            stream = await client.get(job["links"]["events"])
            assert ": ping\n\n" in stream.text
            assert events_in(stream.text)[-1]["event"] == "end"

    asyncio.run(go())
