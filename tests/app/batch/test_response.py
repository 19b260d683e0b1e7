"""A batch whose time is over: all that has arrived is answered, and the answer is whole."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

from fastapi import Request
from starlette.types import Message

from app.answered import Answered
from app.batch.response import BatchResponse
from app.observe.observation import Observation
from app.settings import Settings
from tests.app.batch.pools import ANSWER, ScriptedPool
from tests.app.batch.test_answering import ASKED


class Exchange:
    """A client that sends parts of a batch and then nothing, and reads while it may."""

    def __init__(self, *parts: bytes, takes: int = 10**9) -> None:
        self.parts = list(parts)
        self.takes = takes
        self.sent: list[Message] = []

    async def receive(self) -> Message:
        if not self.parts:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": self.parts.pop(0), "more_body": True}

    async def send(self, message: Message) -> None:
        self.sent.append(message)
        self.takes -= 1
        if self.takes == 0:
            # Written, and not taken.
            await asyncio.Event().wait()

    @property
    def results(self) -> list[dict[str, Any]]:
        body = b"".join(message.get("body", b"") for message in self.sent)
        return [json.loads(line) for line in body.splitlines()]


def stopped(pool: ScriptedPool, exchange: Exchange) -> None:
    """Answer, and be cancelled as the server does when its patience is over."""

    async def serve() -> None:
        state = SimpleNamespace(pool=pool, settings=Settings(workers=1), observation=Observation())
        request = cast("Request", SimpleNamespace(app=SimpleNamespace(state=state)))
        response = BatchResponse(request, None)
        serving = asyncio.ensure_future(response({}, exchange.receive, exchange.send))
        await asyncio.sleep(0.05)
        assert not serving.done()
        serving.cancel()
        await serving

    asyncio.run(serve())


def test_a_server_that_stops_waiting_leaves_no_line_without_a_result() -> None:
    exchange = Exchange(ASKED * 2, ASKED * 2998 + b'{"half": ')
    pool = ScriptedPool(ANSWER)
    stopped(pool, exchange)
    results = exchange.results
    assert [result["line"] for result in results] == list(range(1, 3001))
    assert [result["status"] for result in results] == [200] + [503] * 2999
    assert {result["id"] for result in results} == {"me"}
    assert exchange.sent[0]["type"] == "http.response.start"
    assert not exchange.sent[-1]["more_body"]
    assert pool.withdrawn == 1


def test_a_line_of_results_that_is_half_sent_is_sent_to_its_end() -> None:
    large = Answered(b'{"file":"' + b"x" * 200_000 + b'"}')
    # The head of the answer, and the first part of its body.
    exchange = Exchange(ASKED + b"bad\n" + ASKED, takes=2)
    stopped(ScriptedPool(large), exchange)
    assert [result["status"] for result in exchange.results] == [200, 400, 503]
    assert len(exchange.results[0]["answer"]["file"]) == 200_000
