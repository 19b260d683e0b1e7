"""The load test: what it sends, what it counts, and what it refuses to count."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from benchmarks.load import asked as questions
from benchmarks.load import wrk
from benchmarks.load.asked import Asked
from benchmarks.load.closed_loop import closed_loop
from benchmarks.load.connection import Address, Arrived
from benchmarks.load.framing import Answer, take_answer
from benchmarks.load.report import into
from benchmarks.load.samples import Samples

DOCUMENT = {"proven": True, "verified": True, "objective": [{"term": "tiles", "value": 3}]}


def asked(best: int = 3) -> Asked:
    return Asked("a", {}, b"POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", best)


def answer(status: str = "200 OK", document: object = DOCUMENT, **headers: str) -> bytes:
    body = json.dumps(document).encode()
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, f"content-length: {len(body)}", "", ""]).encode() + body


def arrived(status: int = 200, *, says_when: bool = False, document: object = DOCUMENT) -> Arrived:
    return Arrived(Answer(status, says_when, json.dumps(document).encode()), 1.0)


def test_an_answer_that_comes_in_pieces_is_taken_when_it_is_whole() -> None:
    received = bytearray()
    taken = []
    for byte in answer() + answer("503 Service Unavailable", **{"Retry-After": "1"}):
        received.append(byte)
        one = take_answer(received)
        if one is not None:
            taken.append(one)
    assert [(one.status, one.says_when) for one in taken] == [(200, False), (503, True)]
    assert json.loads(taken[0].body) == DOCUMENT
    assert not received


def test_an_answer_that_does_not_say_its_length_is_refused() -> None:
    with pytest.raises(ValueError, match="Content-Length"):
        take_answer(bytearray(b"HTTP/1.1 200 OK\r\n\r\n"))


def test_what_is_not_the_known_optimum_ends_the_run() -> None:
    with pytest.raises(AssertionError, match="a: 3 for 4"):
        Samples().note(asked(best=4), arrived(), 0.0)
    with pytest.raises(AssertionError, match="not proven"):
        Samples().note(asked(), arrived(document=DOCUMENT | {"proven": False}), 0.0)


def test_statuses_other_than_200_and_503_end_the_run() -> None:
    with pytest.raises(AssertionError, match="status 500"):
        Samples().note(asked(), arrived(500), 0.0)


def test_a_rejection_must_say_when_to_try_again() -> None:
    samples = Samples()
    samples.note(asked(), arrived(503, says_when=True), 0.0)
    assert samples.rejected == [1.0]
    with pytest.raises(AssertionError, match="Retry-After"):
        samples.note(asked(), arrived(503), 0.0)


def test_a_closed_loop_asks_as_often_as_it_is_told() -> None:
    async def test(address: Address, seen: list[int], gate: asyncio.Event) -> None:
        gate.set()
        samples = await closed_loop(address, [asked()], 3, count=10)
        assert len(samples.accepted) == sum(seen) == 10
        assert len(seen) <= 3

    with_server(test)


def with_server(
    test: Callable[[Address, list[int], asyncio.Event], Awaitable[None]],
) -> None:
    """Run a test against a server that answers nothing before the gate is opened.

    It counts the requests of each connection on which any came.
    """

    async def run() -> None:
        seen: list[int] = []
        gate = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            place = None
            try:
                while await reader.readuntil(b"\r\n\r\n"):
                    if place is None:
                        place = len(seen)
                        seen.append(0)
                    seen[place] += 1
                    await gate.wait()
                    writer.write(answer())
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        try:
            await test(Address(*server.sockets[0].getsockname()), seen, gate)
        finally:
            server.close()

    asyncio.run(run())


def test_requests_say_which_position_they_are_about() -> None:
    one = questions.small(smoke=True)[0]
    head, _, body = one.raw.partition(b"\r\n\r\n")
    assert f"X-Request-ID: {one.name}".encode() in head
    assert f"Content-Length: {len(body)}".encode() in head
    assert json.loads(body) == one.body


def test_what_wrk_prints_is_read() -> None:
    result = {"answered": 5, "rejected": 1, "lost": 0, "seconds": 1.0, "p50": 2.0}
    output = f"Running 1s test\n\nresult: {json.dumps(result | {'wrong': 0, 'mute': 0})}\n"
    assert wrk.read_result(output) == result


@pytest.mark.parametrize(("what", "said"), [("wrong", "wrong"), ("mute", "try again")])
def test_what_wrk_saw_that_should_not_be_ends_the_run(what: str, said: str) -> None:
    result = {"wrong": 0, "mute": 0} | {what: 2}
    with pytest.raises(AssertionError, match=f"2 answers .*{said}"):
        wrk.read_result(f"result: {json.dumps(result)}")


def test_a_run_of_wrk_without_a_result_shows_what_it_said() -> None:
    with pytest.raises(AssertionError, match="unable to connect"):
        wrk.read_result("", "unable to connect to 127.0.0.1")


def test_a_report_replaces_what_is_between_its_marks() -> None:
    document = "before\n<!-- load: written by a tool -->\nold\n<!-- end -->\nafter\n"
    written = into(document, r"new \1")
    assert written == document.replace("old", r"new \1")
    assert into(written, "old") == document


def test_a_document_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="no place"):
        into("text", "new")


def test_the_page_about_load_has_a_place_for_the_report() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "load.md").read_text()
    assert "new report" in into(page, "new report")
