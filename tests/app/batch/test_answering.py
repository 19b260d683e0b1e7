"""What becomes of a line when a worker, or all of them, do not do as they should."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from app.answered import Answered
from app.batch.answering import Answering
from app.batch.lines import Line, Lines
from app.settings import Settings
from app.workers import (
    BusyError,
    DeadlineError,
    PoolClosedError,
    PoolError,
    QueueFullError,
    TaskError,
    WorkerPool,
)
from tests.app.batch.pools import ANSWER, ScriptedPool

ASKED = b'{"id": "me", "kind": "rummikub/solve", "request": {"hand": "R7 B8"}}\n'


async def arriving(content: bytes) -> AsyncIterator[Line]:
    lines = Lines(10_000)
    lines.put(content)
    while (line := lines.take()) is not None:
        yield line


def answering(pool: ScriptedPool, **settings: Any) -> Answering:
    return Answering(cast("WorkerPool", pool), Settings(**settings), None, None)


def results(pool: ScriptedPool, content: bytes) -> list[dict[str, Any]]:
    async def collect() -> list[bytes]:
        return [result async for result in answering(pool).answers(arriving(content))]

    return [json.loads(result) for result in asyncio.run(collect())]


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (TaskError("RejectedAnswerError: on purpose"), 500, "internal-fault"),
        (DeadlineError("no answer within 12 seconds"), 504, "deadline-overrun"),
        (PoolClosedError("the service is stopping"), 503, "stopping"),
    ],
)
def test_a_fault_with_one_line_is_one_error_and_the_others_go_on(
    error: PoolError, status: int, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "meldwise"):
        first, second, third = results(ScriptedPool(ANSWER, error, ANSWER), ASKED * 3)
    assert (first["status"], third["status"]) == (200, 200)
    assert (second["status"], second["id"]) == (status, "me")
    assert second["problem"]["type"] == f"urn:meldwise:problem:{kind}"
    assert "on purpose" not in json.dumps(second)
    assert ("'hand': ['R7', 'B8']" in caplog.text) == (status == 500)


def test_an_unexpected_error_with_one_line_is_an_incident_and_no_more(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("app.batch.answering.question", fail)
    (result,) = results(ScriptedPool(), ASKED)
    assert result["status"] == 500
    assert result["problem"]["incident"] in caplog.text
    assert "on purpose" not in json.dumps(result)


@pytest.mark.parametrize("error", [QueueFullError("64 wait", 0.0), BusyError("nobody free", 0.0)])
def test_a_line_waits_while_the_pool_is_busy(error: BusyError) -> None:
    pool = ScriptedPool(error, error, ANSWER)
    (result,) = results(pool, ASKED)
    assert result["status"] == 200
    assert len(pool.taken) == 3


def test_a_full_queue_is_not_asked_and_counts_no_rejection() -> None:
    async def one() -> tuple[list[Any], bytes]:
        pool = ScriptedPool(ANSWER)
        pool.full = True
        found = answering(pool).answers(arriving(ASKED))
        waiting = asyncio.ensure_future(anext(found))
        await asyncio.sleep(0.05)
        asked = list(pool.taken)
        pool.full = False
        return asked, await waiting

    asked, result = asyncio.run(one())
    assert asked == []
    assert json.loads(result)["status"] == 200


def test_a_batch_has_no_more_lines_in_the_pool_than_there_are_workers() -> None:
    async def taken() -> tuple[int, int]:
        pool = ScriptedPool()
        found = answering(pool, workers=3).answers(arriving(ASKED * 50))
        first = asyncio.ensure_future(anext(found))
        await asyncio.sleep(0.05)
        first.cancel()
        await asyncio.wait({first})
        await found.aclose()
        return len(pool.taken), pool.withdrawn

    assert asyncio.run(taken()) == (3, 3), "and when nobody wants them any more, they are freed"


def test_a_line_has_the_time_limit_of_a_request() -> None:
    pool = ScriptedPool(ANSWER, ANSWER)
    limited = ASKED.replace(b'"R7 B8"', b'"R7 B8", "limits": {"seconds": 3}')
    results(pool, ASKED + limited)
    seconds = [asked.limits.seconds for asked in pool.taken]
    assert seconds == [Settings().default_seconds, 3]


def test_each_answer_is_told() -> None:
    told: list[tuple[str, Answered]] = []

    async def run() -> None:
        pool = ScriptedPool(ANSWER, ANSWER)
        asked = Answering(
            cast("WorkerPool", pool),
            Settings(),
            None,
            None,
            lambda kind, _, answered: told.append((kind.name, answered)),
        )
        assert [r async for r in asked.answers(arriving(ASKED + b"bad\n" + ASKED))]

    asyncio.run(run())
    assert told == [("rummikub/solve", ANSWER)] * 2
