"""The window: several things at once, in their order, no further ahead than it is wide."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing

import pytest

from app.batch.window import MOST_HELD_BYTES, Window


class Numbers:
    """An endless, or ended, sequence, and who has begun and ended work on it."""

    def __init__(self, last: int = 10**9) -> None:
        self.last = last
        self.begun = 0
        self.stopped: list[int] = []
        self.released: dict[int, asyncio.Event] = {}

    def __aiter__(self) -> AsyncIterator[int]:
        return self

    async def __anext__(self) -> int:
        if self.begun == self.last:
            raise StopAsyncIteration
        self.begun += 1
        return self.begun

    async def work(self, number: int) -> bytes:
        try:
            if number in self.released:
                await self.released[number].wait()
        except asyncio.CancelledError:
            self.stopped.append(number)
            raise
        return b"%d" % number


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(100):
        await asyncio.sleep(0)


def test_results_come_in_order_though_the_first_takes_longest() -> None:
    async def collect() -> list[bytes]:
        numbers = Numbers(5)
        numbers.released[1] = asyncio.Event()
        async with aclosing(Window[int](3, at_once=2).results(numbers, numbers.work)) as results:
            first = asyncio.ensure_future(anext(results))
            await settle()
            assert not first.done()
            assert numbers.begun == 3, "those behind it go on, until the window is full"
            numbers.released[1].set()
            return [await first, *[result async for result in results]]

    assert asyncio.run(collect()) == [b"1", b"2", b"3", b"4", b"5"]


def test_nothing_is_begun_ahead_of_a_reader_who_does_not_take() -> None:
    async def begun() -> int:
        numbers = Numbers()
        async with aclosing(Window[int](4, at_once=2).results(numbers, numbers.work)) as results:
            assert await anext(results) == b"1"
            await settle()
            return numbers.begun

    assert asyncio.run(begun()) <= 5


def test_no_more_is_at_work_at_once_than_may_be() -> None:
    async def begun() -> int:
        numbers = Numbers()
        numbers.released |= {number: asyncio.Event() for number in range(2, 9)}
        async with aclosing(Window[int](100, at_once=3).results(numbers, numbers.work)) as results:
            assert await anext(results) == b"1"
            await settle()
            return numbers.begun

    assert asyncio.run(begun()) == 4


def test_large_results_fill_the_window_sooner() -> None:
    async def begun() -> int:
        numbers = Numbers()

        async def large(number: int) -> bytes:
            await asyncio.sleep(0)
            return b"%d" % number + b"x" * MOST_HELD_BYTES

        async with aclosing(Window[int](1000, at_once=4).results(numbers, large)) as results:
            for _ in range(5):
                await anext(results)
            await settle()
            return numbers.begun

    assert asyncio.run(begun()) <= 5 + 4


def test_who_closes_it_stops_the_work_and_finds_what_was_not_handed_out() -> None:
    async def left() -> list[tuple[int, bytes | None]]:
        numbers = Numbers(4)
        numbers.released[2] = asyncio.Event()
        window = Window[int](10, at_once=2)
        results = window.results(numbers, numbers.work)
        assert await anext(results) == b"1"
        await settle()
        await results.aclose()
        assert numbers.stopped == [2]
        return [(n, None if t.cancelled() else t.result()) for n, t in window.begun]

    assert asyncio.run(left()) == [(2, None), (3, b"3"), (4, b"4")]


def test_what_can_not_be_read_ends_the_results_where_it_stands() -> None:
    async def broken() -> AsyncIterator[int]:
        yield 1
        raise OSError("the disk is gone")

    async def work(number: int) -> bytes:
        return b"%d" % number

    async def collect() -> None:
        results = Window[int](3, at_once=2).results(broken(), work)
        assert await anext(results) == b"1"
        with pytest.raises(OSError, match="the disk is gone"):
            await anext(results)

    asyncio.run(collect())
