"""Faults of ours: a number for the caller, everything else for the log."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

import httpx
import pytest

from app.answered import Answered
from app.main import create_app
from app.schemas.rummikub.asked import SolveRequest
from app.settings import Settings
from app.tasks.rummikub import solve_rummikub
from app.workers import DeadlineError, Order, TaskError, Work, WorkerDiedError
from app.working import answer
from models.rummikub.move import Move
from solvers.result import Result
from solvers.rummikub.program_backend import ProgramBackend


class FailingPool:
    """A pool whose workers fail in one way."""

    ready = idle = True

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def run(self, *_: Any, **__: Any) -> bytes:
        raise self.error

    def take(self, order: Order) -> None:
        order.settle(self.error)

    def withdraw(self, order: Order) -> None:
        pass


def ask(error: Exception) -> httpx.Response:
    async def post() -> httpx.Response:
        app = create_app(Settings())
        app.state.pool = FailingPool(error)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.post("/v1/rummikub/solve", json={"hand": "R7 B8"})

    return asyncio.run(post())


@pytest.mark.parametrize(
    "error",
    [
        TaskError("RejectedAnswerError: ilp: /table: R7 left the table"),
        WorkerDiedError("exit code -11"),
    ],
)
def test_a_fault_of_ours_is_logged_with_its_position_and_never_shown(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "meldwise"):
        response = ask(error)
    assert response.status_code == 500
    problem = response.json()
    assert len(problem["incident"]) == 32
    assert "RejectedAnswerError" not in response.text
    assert "Traceback" not in response.text
    (record,) = caplog.records
    logged = logging.Formatter().format(record)
    assert problem["incident"] in logged
    assert "'hand': ['R7', 'B8']" in logged
    assert str(error) in logged


def test_an_unexpected_error_of_the_service_itself_is_an_incident_too(
    caplog: pytest.LogCaptureFixture,
) -> None:
    response = ask(ZeroDivisionError("on purpose"))
    assert response.status_code == 500
    assert response.json()["incident"] in caplog.text
    assert "on purpose" not in response.text


def test_a_worker_killed_at_its_deadline_is_a_504() -> None:
    response = ask(DeadlineError("no answer within 12 seconds"))
    assert response.status_code == 504
    assert response.json()["type"] == "urn:meldwise:problem:deadline-overrun"
    assert "no answer within 12 seconds" in response.json()["detail"]


def test_a_service_whose_worker_can_not_solve_is_not_ready() -> None:
    async def get() -> httpx.Response:
        app = create_app(Settings())
        app.state.pool = FailingPool(WorkerDiedError("exit code -9"))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.get("/ready")

    response = asyncio.run(get())
    assert response.status_code == 503
    assert "WorkerDiedError" in response.json()["detail"]


def cheat(work: Work, request: SolveRequest) -> Answered:
    """Answer with a move that loses a table set, as a faulty backend would."""
    honest = ProgramBackend.solve

    def lose_a_set(self: ProgramBackend, *asked: Any) -> Result[Move]:
        result = honest(self, *asked)
        assert result.answer is not None
        return replace(result, answer=replace(result.answer, table=result.answer.table[1:]))

    # This runs in a worker of its own, which ends with the test.
    setattr(ProgramBackend, "solve", lose_a_set)  # noqa: B010
    return solve_rummikub(work, request)


def test_an_answer_the_checker_rejects_goes_to_the_log_and_never_to_the_caller(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through a real worker: what arrives is its trace, and the position is logged with it."""

    async def post() -> httpx.Response:
        app = create_app(Settings(workers=1))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://test") as client,
        ):
            body = {"hand": "B10 K10 J", "table": ["R7-13"], "backend": "ilp"}
            return await client.post("/v1/rummikub/solve", json=body)

    async def answer_cheating(request: Any, kind: Any, asked: Any, _: Any) -> Answered:
        return await answer(request, kind, asked, cheat)

    monkeypatch.setattr("app.routes.questions.answer", answer_cheating)
    with caplog.at_level(logging.ERROR, "meldwise"):
        response = asyncio.run(post())
    assert response.status_code == 500
    logged = "".join(logging.Formatter().format(record) for record in caplog.records)
    assert response.json()["incident"] in logged
    assert "RejectedAnswerError: ilp: /table: R7 left the table" in logged
    assert "'table': [['R7'," in logged
    assert "R7" not in response.text
