"""A question for which there is no room is refused before it costs anything."""

import asyncio
import gc
import logging
import time
from typing import Any, cast

import pytest
from prometheus_client import generate_latest
from starlette.types import Receive, Scope, Send

from app.middleware import room
from app.middleware.headers import HEADERS
from app.middleware.room import RoomMiddleware
from app.observe.metrics import Metrics
from app.workers import QueueFullError, WorkerPool
from tests.app.middleware.asgi import Call

PATH = "/v1/rummikub/solve"


class Pool:
    """A pool whose queue is full, until its workers are looked at if they are done."""

    def __init__(self, *, full: bool = True, supplied: bool = True, done: bool = False) -> None:
        self.full = full
        self.supplied = supplied
        self._done = done

    def refusal(self, *, late: bool = False) -> QueueFullError | None:
        refuses = (self.full or (late and self.supplied)) and not self._done
        return QueueFullError("64 requests wait already", 2.5) if refuses else None


def ask(
    call: Call, pool: Pool, metrics: Metrics | None = None, *, for_pages: bool = False
) -> list[str]:
    """Ask an application; return what it was asked."""
    reached: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        del receive, send
        reached.append(scope["path"])

    door = RoomMiddleware(
        app, cast(WorkerPool, pool), [PATH], metrics or Metrics(), for_pages=for_pages
    )
    asyncio.run(call.to(door))
    return reached


def test_while_the_queue_is_full_the_application_is_not_reached() -> None:
    call = Call(PATH, "POST")
    assert ask(call, Pool()) == []
    assert call.problem["detail"] == "64 requests wait already"
    assert call.answer_headers["retry-after"] == "3"


def test_a_refusal_has_all_that_other_answers_have() -> None:
    """It is written outside of the middlewares that add headers."""
    call = Call(PATH, "POST", {"X-Request-ID": "mine"})
    ask(call, Pool())
    assert call.answer_headers["x-request-id"] == "mine"
    assert int(call.answer_headers["content-length"]) == len(call.answer)
    for name, value in HEADERS.items():
        assert call.answer_headers[name.decode()] == value.decode()
    unfit = Call(PATH, "POST", {"X-Request-ID": "not\tfit"})
    ask(unfit, Pool())
    assert len(unfit.answer_headers["x-request-id"]) == 32


def test_a_refusal_counts_for_the_route_that_was_asked() -> None:
    metrics = Metrics()
    for _ in range(3):
        ask(Call(PATH, "POST"), Pool(), metrics)
    said = generate_latest(metrics.registry).decode()
    labels = f'{{method="POST",route="{PATH}",status="503"}}'
    assert f"meldwise_http_requests_total{labels} 3.0" in said


@pytest.mark.parametrize(
    ("call", "pool"),
    [
        (Call(PATH, "POST"), Pool(full=False)),
        (Call(PATH, "POST"), Pool(done=True)),
        (Call(PATH, "GET"), Pool()),
        (Call("/v1/jobs", "POST"), Pool()),
        (Call(PATH, "POST", {"Prefer": "wait=5, respond-async"}), Pool()),
    ],
    ids=["there is room", "a worker is done", "another method", "another path", "a job"],
)
def test_what_needs_no_place_in_the_queue_or_finds_one_is_passed_on(call: Call, pool: Any) -> None:
    assert ask(call, pool) == [call.path]
    assert call.sent == []


def test_a_page_that_may_ask_can_read_the_refusal() -> None:
    """Without the headers of CORS, which the application adds, a browser would hide it."""
    call = Call(PATH, "POST", {"Origin": "https://game.example"})
    assert ask(call, Pool(), for_pages=True) == [PATH]
    assert ask(call, Pool()) == []


def test_the_log_says_how_many_were_refused_not_each(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_TALLY_SECONDS", 0.05)

    async def app(*_: object) -> None:
        raise AssertionError

    async def flood() -> None:
        door = RoomMiddleware(app, cast(WorkerPool, Pool()), [PATH], Metrics())
        for _ in range(100):
            await Call(PATH, "POST").to(door)
        await asyncio.sleep(0.2)

    with caplog.at_level(logging.WARNING, "meldwise"):
        asyncio.run(flood())
    assert [record.getMessage() for record in caplog.records] == [
        "the queue is full: requests are refused",
        "100 requests were refused within 0.05 s: the queue was full",
    ]


@pytest.mark.parametrize("supplied", [True, False])
def test_while_rounds_of_the_event_loop_are_long_not_all_of_the_queue_is_filled(
    supplied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits in sockets waits in no queue of ours: it waited for seconds."""
    monkeypatch.setattr(room, "LONG_ROUND_SECONDS", 0.005)
    reached: list[int] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive, send
        reached[-1] += 1
        time.sleep(0.01)  # as reading a question does: nothing else runs meanwhile

    async def rounds() -> None:
        pool = Pool(full=False, supplied=supplied)
        door = RoomMiddleware(app, cast(WorkerPool, pool), [PATH], Metrics())
        for _ in range(3):
            reached.append(0)
            await asyncio.gather(*(Call(PATH, "POST").to(door) for _ in range(4)))
            await asyncio.sleep(0)

    asyncio.run(rounds())
    # All that come at once in the first; of the next long rounds, the first.
    assert reached == ([4, 1, 1] if supplied else [4, 4, 4])


def test_refusing_leaves_no_cycles_behind() -> None:
    """Exceptions held their frames: under overload a fifth of the time went into finding them."""

    async def app(*_: object) -> None:
        raise AssertionError

    async def flood() -> int:
        door = RoomMiddleware(app, cast(WorkerPool, Pool()), [PATH], Metrics())
        calls = [Call(PATH, "POST") for _ in range(100)]
        await calls[0].to(door)
        gc.collect()
        for call in calls[1:]:
            await call.to(door)
        return gc.collect()

    assert asyncio.run(flood()) < 50
