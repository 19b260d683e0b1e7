"""A question for which there is no room is refused before it costs anything."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from app.middleware.room import RoomMiddleware
from app.workers import PoolClosedError, QueueFullError
from tests.app.middleware.asgi import Call

PATH = "/v1/rummikub/solve"
ROUTE = SimpleNamespace(path_format=PATH)


def ask(call: Call, error: Exception | None) -> list[str]:
    """Ask an application whose pool raises an error if asked for room; return what it was asked."""
    reached: list[str] = []

    def check_room() -> None:
        if error is not None:
            raise error

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        del receive, send
        reached.append(scope["path"])

    pool = SimpleNamespace(check_room=check_room)
    call.scope["app"] = SimpleNamespace(state=SimpleNamespace(pool=pool))
    asyncio.run(call.to(RoomMiddleware(app, {PATH: ROUTE})))
    return reached


def full() -> Exception:
    return QueueFullError("64 requests wait already", 2.5)


def test_while_the_queue_is_full_the_application_is_not_reached() -> None:
    call = Call(PATH, "POST")
    assert ask(call, full()) == []
    assert call.status == 503
    assert call.answer_headers["retry-after"] == "3"
    assert b"64 requests wait already" in call.answer


def test_a_refusal_counts_for_the_route_that_was_asked() -> None:
    call = Call(PATH, "POST")
    ask(call, full())
    assert call.scope["route"] is ROUTE


def test_a_service_that_is_stopping_says_so() -> None:
    call = Call(PATH, "POST")
    assert ask(call, PoolClosedError("the service is stopping")) == []
    assert (call.status, call.answer_headers["connection"]) == (503, "close")


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (Call(PATH, "POST"), None),
        (Call(PATH, "GET"), full()),
        (Call("/v1/jobs", "POST"), full()),
        (Call(PATH, "POST", {"Prefer": "respond-async"}), full()),
    ],
    ids=["there is room", "another method", "another path", "a job is to be made of it"],
)
def test_what_needs_no_place_in_the_queue_or_finds_one_is_passed_on(call: Call, error: Any) -> None:
    assert ask(call, error) == [call.path]
    assert "route" not in call.scope
