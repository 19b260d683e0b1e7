"""Patience: how long and how much is read, and how long an answer may lie untaken."""

import asyncio
import logging

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from app.middleware.patience import DROP, PatienceMiddleware
from app.settings import Settings
from tests.app.middleware.asgi import Call

SETTINGS = Settings(body_seconds=0.05, send_seconds=0.05, max_body_bytes=2048, max_batch_bytes=4096)


class Reader:
    """An application that answers with the length of the body."""

    def __init__(self) -> None:
        self.called = self.left = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.called = True
        try:
            body = await Request(scope, receive).body()
        except ClientDisconnect:
            self.left = True
            body = b"nobody reads this"
        await Response(str(len(body)))(scope, receive, send)


def ask(call: Call) -> tuple[Call, Reader]:
    reader = Reader()
    asyncio.run(asyncio.wait_for(call.to(PatienceMiddleware(reader, SETTINGS)), 10))
    return call, reader


class Stuck(Call):
    """A client that sends one part of its body, and then nothing."""

    async def receive(self) -> Message:
        if not self._parts:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": self._parts.pop(0), "more_body": True}


def test_a_body_within_its_limits_is_passed_on() -> None:
    call, _ = ask(Call(method="POST", headers={"Content-Length": "2048"}, body=[b"x" * 1024] * 2))
    assert (call.status, call.answer) == (200, b"2048")


@pytest.mark.parametrize("announced", ["2049", "9" * 5000])
def test_a_body_that_is_announced_too_large_is_refused_unread(announced: str) -> None:
    call, reader = ask(Call(method="POST", headers={"Content-Length": announced}))
    assert call.status == 413
    assert call.problem["detail"] == "a body may have at most 2048 bytes"
    assert not reader.called


def test_a_body_that_becomes_too_large_is_refused_and_looks_as_if_its_client_had_left() -> None:
    call, reader = ask(Call(method="POST", body=[b"x" * 1024] * 9))
    assert call.problem["type"] == "urn:meldwise:problem:body-too-large"
    assert reader.left
    assert len(call.sent) == 2, "what the application answers then goes nowhere"


def test_a_batch_may_be_larger() -> None:
    call, _ = ask(Call("/v1/batch", "POST", body=[b"x" * 4096]))
    assert (call.status, call.answer) == (200, b"4096")
    call, _ = ask(Call("/v1/batch", "POST", body=[b"x" * 4096, b"x"]))
    assert call.problem["detail"] == "a body may have at most 4096 bytes"


def test_a_body_that_does_not_arrive_is_a_408_and_the_connection_is_closed() -> None:
    call, reader = ask(Stuck(method="POST", body=[b"x"]))
    assert call.problem["type"] == "urn:meldwise:problem:body-too-slow"
    assert (call.status, call.answer_headers["connection"]) == (408, "close")
    assert reader.left


def test_a_body_that_trickles_is_late_as_a_whole() -> None:
    class Trickling(Call):
        async def receive(self) -> Message:
            await asyncio.sleep(0.02)
            return {"type": "http.request", "body": b"x", "more_body": True}

    assert ask(Trickling(method="POST"))[0].status == 408


def test_when_the_body_has_arrived_the_client_may_wait_as_long_as_it_likes() -> None:
    async def patient(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(receive(), 4 * SETTINGS.body_seconds)
        await Response()(scope, receive, send)

    call = asyncio.run(Call(method="POST").to(PatienceMiddleware(patient, SETTINGS)))
    assert call.status == 200


class Untaken(Call):
    """A client that takes the head of an answer and nothing of its body."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.dropped = asyncio.Event()
        self.extensions[DROP] = {"drop": self.dropped.set}

    async def receive(self) -> Message:
        if self._parts:
            return await super().receive()
        await self.dropped.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if self.sent:
            await asyncio.Event().wait()
        await super().send(message)


def test_an_answer_that_is_not_taken_drops_the_connection_and_ends_the_application(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        leaving = asyncio.ensure_future(receive())
        while not leaving.done():
            await send({"type": "http.response.body", "body": b"x", "more_body": True})
            await asyncio.sleep(0)
        assert leaving.result() == {"type": "http.disconnect"}
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def run() -> Untaken:
        call = Untaken()
        await asyncio.wait_for(call.to(PatienceMiddleware(endless, SETTINGS)), 10)
        return call

    with caplog.at_level(logging.INFO, "meldwise"):
        call = asyncio.run(run())
    assert call.dropped.is_set()
    assert len(call.sent) == 1
    assert [record.levelname for record in caplog.records] == ["INFO"]


def test_without_a_way_to_drop_the_connection_the_application_still_ends() -> None:
    async def run() -> None:
        call = Untaken()
        del call.extensions[DROP]
        reader = Reader()
        await asyncio.wait_for(call.to(PatienceMiddleware(reader, SETTINGS)), 10)

    asyncio.run(run())


def test_each_line_of_a_batch_has_the_time_of_a_body() -> None:
    class Trickling(Call):
        """A client that sends a byte, or the end of a line, again and again."""

        async def receive(self) -> Message:
            if not self._parts:
                await asyncio.Event().wait()
            await asyncio.sleep(0.03)
            part = self._parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(self._parts)}

    call, _ = ask(Trickling("/v1/batch", "POST", body=[b"\n"] * 6))
    assert (call.status, call.answer) == (200, b"6")
    assert ask(Trickling("/v1/batch", "POST", body=[b"x"] * 6))[0].status == 408
    assert ask(Trickling("/v1/other", "POST", body=[b"\n"] * 6))[0].status == 408


def test_while_a_batch_arrives_its_results_may_be_left_untaken(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A client that sends everything before it reads is not slow to read."""

    class Sending(Untaken):
        async def receive(self) -> Message:
            if self._parts:
                await asyncio.sleep(0.03)
                message = await Call.receive(self)
                self.untaken_at_last = not self._parts and not self.dropped.is_set()
                return message
            return await super().receive()

    async def answer_at_once(scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        reading = asyncio.ensure_future(_to_the_end(receive))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x", "more_body": True})
        await reading

    async def run() -> Sending:
        call = Sending("/v1/batch", "POST", body=[b"\n"] * 6)
        await asyncio.wait_for(call.to(PatienceMiddleware(answer_at_once, SETTINGS)), 10)
        return call

    with caplog.at_level(logging.INFO, "meldwise"):
        call = asyncio.run(run())
    assert call.untaken_at_last, "three times as long as others have"
    assert call.dropped.is_set(), "but no longer than others once all is sent"


async def _to_the_end(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
