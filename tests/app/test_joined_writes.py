"""The head of an answer is sent with its body, and nothing is lost or kept back by that."""

import asyncio
from collections.abc import Callable

import pytest

from app.joined_writes import JoinedWrites


class Sent(asyncio.Transport):
    """A transport that notes what it is told to send."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[bytes | str] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.calls.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return 5

    def close(self) -> None:
        self.calls.append("close")

    def abort(self) -> None:
        self.calls.append("abort")


def told(write: Callable[[JoinedWrites], object]) -> list[bytes | str]:
    """What a transport is told within a round, and what it has been told a round later."""
    sent = Sent()

    async def rounds() -> None:
        write(JoinedWrites(sent, asyncio.get_running_loop()))
        sent.calls.append("-")
        await asyncio.sleep(0)

    asyncio.run(rounds())
    return sent.calls


def test_head_and_body_are_sent_as_one() -> None:
    def answer(transport: JoinedWrites) -> None:
        transport.write(b"head")
        transport.write(b"body")

    assert told(answer) == [b"headbody", "-"]


def test_a_head_whose_body_is_not_known_yet_is_sent_with_the_end_of_the_round() -> None:
    """Of an event stream nothing more may come for long."""
    assert told(lambda transport: transport.write(b"head")) == ["-", b"head"]


def test_a_third_part_waits_no_longer_than_the_first() -> None:
    def answer(transport: JoinedWrites) -> None:
        for part in (b"head", b"body", b"next"):
            transport.write(part)

    assert told(answer) == [b"headbody", "-", b"next"]


def test_what_is_held_counts_as_not_sent() -> None:
    async def size() -> int:
        transport = JoinedWrites(Sent(), asyncio.get_running_loop())
        transport.write(b"head")
        return transport.get_write_buffer_size()

    assert asyncio.run(size()) == 9


@pytest.mark.parametrize(("end", "said"), [("close", [b"head", "close"]), ("abort", ["abort"])])
def test_closing_sends_what_is_held_and_aborting_does_not(end: str, said: list[object]) -> None:
    def answer(transport: JoinedWrites) -> None:
        transport.write(b"head")
        getattr(transport, end)()

    assert told(answer) == [*said, "-"]
