"""Who is served when: short orders beside long ones, full queues, callers that leave."""

import asyncio
import os
import signal
from contextlib import suppress
from itertools import pairwise

import pytest

from app.workers import BusyError, DeadlineError, Order, PoolClosedError, QueueFullError, WorkerPool
from app.workers.waiting import Waiting
from tests.app.workers.tasks import (
    SLOW_START,
    Noted,
    double,
    maybe_slow,
    patient,
    pool,
    run,
    sleep,
    until,
)


def taken(workers: WorkerPool, order: Order) -> Order:
    workers.take(order)
    return order


def pid_of(order: Order) -> int:
    return order.worker.pid if order.worker is not None else 0


def worked_on(order: Order) -> bool:
    return order.worker is not None


def test_a_short_order_passes_long_ones_that_hold_all_workers() -> None:
    """It once would have waited until one of them was done."""

    async def test() -> None:
        noted = Noted()
        async with pool(2, noted, quantum=0.05) as workers:
            long = [taken(workers, Order(patient, 30.0, 60)) for _ in range(4)]
            await until(lambda: sum(order.worker is not None for order in long) == 2)
            assert await workers.run(double, 21, seconds=5) == 42
            assert "preempted" in noted.happened
            # The stopped one waits among the long ones: of two workers they hold one at most now.
            assert sum(order.worker is not None for order in long) == 1
            assert [await workers.run(double, n, seconds=5) for n in range(20)] == [
                2 * n for n in range(20)
            ]
            for order in long:
                workers.withdraw(order)

    run(test)


def test_an_order_that_was_stopped_for_a_short_one_is_answered_in_the_end() -> None:
    async def test() -> None:
        async with pool(2, quantum=0.05) as workers:
            long = [taken(workers, Order(patient, 0.6, 60)) for _ in range(2)]
            await asyncio.sleep(0.2)
            assert await workers.run(double, 21, seconds=5) == 42
            assert [await order.answer for order in long] == ["done", "done"]

    run(test)


def test_an_order_that_makes_no_room_loses_its_worker_and_is_answered_all_the_same() -> None:
    async def test() -> None:
        noted = Noted()
        async with pool(2, noted, quantum=0.05) as workers:
            long = [taken(workers, Order(sleep, 1.0, 60)) for _ in range(2)]
            await asyncio.sleep(0.2)
            assert await workers.run(double, 21, seconds=5) == 42
            assert "killed: preempted" in noted.happened
            assert len(await asyncio.gather(*(order.answer for order in long))) == 2

    run(test)


def test_a_last_worker_is_for_short_orders_while_the_others_are_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The long order that was stopped for a short one once got the worker back before it."""

    async def test() -> None:
        async with pool(2, warm_up=maybe_slow, quantum=0.05) as workers:
            long = taken(workers, Order(patient, 30.0, 60))
            await until(lambda: worked_on(long))
            monkeypatch.setenv(SLOW_START, "1")
            (idle,) = set(workers.pids) - {pid_of(long)}
            os.kill(idle, signal.SIGKILL)
            await until(lambda: workers.warm == 1)
            await asyncio.sleep(0.1)
            assert await workers.run(double, 21, seconds=5) == 42
            assert workers.warm == 1
            workers.withdraw(long)

    run(test)


def test_workers_that_are_done_get_their_next_order_while_others_are_refused() -> None:
    """They once waited for the event loop, which was busy refusing."""

    async def test() -> None:
        async with pool(1, queue_length=1) as workers:
            first = taken(workers, Order(double, 1, 5))
            second = taken(workers, Order(double, 2, 5))
            # Nothing here lets the event loop run.
            while not worked_on(second):
                with suppress(QueueFullError):
                    workers.check_room()
            assert await first.answer == 2
            assert await second.answer == 4

    run(test)


def test_orders_wait_in_the_order_of_their_asking_but_long_ones_can_be_held_back() -> None:
    async def test() -> None:
        waiting = Waiting()
        orders = [Order(double, n, 1, long=n % 2 == 0) for n in range(6)]
        for earlier, later in pairwise(orders):
            later.asked_at = earlier.asked_at + 1
        for order in reversed(orders):
            waiting.add(order)
        assert waiting.oldest() is orders[0]
        assert waiting.take(long_too=False) is orders[1]
        assert [waiting.take(long_too=True) for _ in range(5)] == [
            orders[n] for n in (0, 2, 3, 4, 5)
        ]
        assert waiting.take(long_too=True) is None

    run(test)


def test_a_full_queue_refuses_at_once_and_says_when_to_come_again() -> None:
    async def test() -> None:
        noted = Noted()
        async with pool(1, noted, queue_length=2) as workers:
            orders = [taken(workers, Order(patient, 30.0, 60)) for _ in range(3)]
            await asyncio.sleep(0.3)
            with pytest.raises(QueueFullError, match="2 requests wait already") as caught:
                workers.take(Order(double, 1, 5))
            # The oldest has waited for so long already.
            assert caught.value.retry_after >= 0.3
            assert noted.happened == ["rejected: queue_full"]
            for order in orders:
                workers.withdraw(order)
            assert await workers.run(double, 1, seconds=5) == 2

    run(test)


def test_an_idle_worker_needs_no_queue() -> None:
    async def test() -> None:
        async with pool(1, queue_length=0) as workers:
            assert await workers.run(double, 1, seconds=5) == 2

    run(test)


def test_an_order_that_waits_in_vain_says_when_to_come_again() -> None:
    async def test() -> None:
        async with pool(1, patience=0.2) as workers:
            busy = taken(workers, Order(patient, 30.0, 60))
            with pytest.raises(BusyError, match=r"within 0\.2 seconds") as caught:
                await workers.run(double, 1, seconds=5)
            assert caught.value.retry_after > 0
            workers.withdraw(busy)

    run(test)


def test_a_caller_that_leaves_costs_no_worker_its_life_if_the_task_heeds_the_stop() -> None:
    async def test() -> None:
        noted = Noted()
        async with pool(1, noted) as workers:
            order = taken(workers, Order(patient, 30.0, 60))
            await until(lambda: order.worker is not None)
            workers.withdraw(order)
            assert await workers.run(double, 1, seconds=5) == 2
            assert noted.happened == []

    run(test)


def test_a_caller_that_leaves_frees_its_worker_even_if_the_task_heeds_nothing() -> None:
    async def test() -> None:
        noted = Noted()
        async with pool(1, noted) as workers:
            order = taken(workers, Order(sleep, 30.0, 60))
            await until(lambda: order.worker is not None)
            workers.withdraw(order)
            assert await workers.run(double, 1, seconds=5) == 2
            assert noted.happened == ["killed: left"]

    run(test)


def test_a_caller_that_leaves_while_it_waits_is_forgotten() -> None:
    async def test() -> None:
        async with pool(1, queue_length=1) as workers:
            busy = taken(workers, Order(patient, 30.0, 60))
            waiting = taken(workers, Order(double, 1, 5))
            workers.withdraw(waiting)
            next_one = taken(workers, Order(double, 2, 5))
            workers.withdraw(busy)
            assert await next_one.answer == 4
            assert waiting.answer.cancelled()

    run(test)


def test_an_order_can_be_asked_for_its_best_at_work_or_before() -> None:
    async def test() -> None:
        async with pool(1) as workers:
            first, second = (taken(workers, Order(patient, 30.0, 60)) for _ in range(2))
            await until(lambda: first.worker is not None)
            for order in (first, second):
                workers.ask_for_best(order, 5)
            assert [await first.answer, await second.answer] == ["stopped", "stopped"]

    run(test)


def test_an_order_that_does_not_come_back_with_its_best_is_ended() -> None:
    async def test() -> None:
        noted = Noted()
        async with pool(1, noted) as workers:
            order = taken(workers, Order(sleep, 30.0, 60))
            await until(lambda: order.worker is not None)
            workers.ask_for_best(order, 0.2)
            with pytest.raises(DeadlineError, match="asked for the best"):
                await order.answer
            assert noted.happened == ["killed: stopped"]

    run(test)


def test_a_pool_that_takes_no_more_finishes_what_it_has() -> None:
    async def test() -> None:
        async with pool(1) as workers:
            running = taken(workers, Order(patient, 30.0, 60))
            waiting = taken(workers, Order(double, 1, 5))
            workers.take_no_more()
            assert workers.busy
            assert not workers.ready
            with pytest.raises(PoolClosedError):
                workers.take(Order(double, 1, 5))
            workers.ask_all_for_best(5)
            assert await running.answer == "stopped"
            with pytest.raises(PoolClosedError):
                await waiting.answer
            assert not workers.busy

    run(test)


def test_better_answers_arrive_before_the_final_one() -> None:
    async def test() -> None:
        async with pool(1) as workers:
            reports: list[bytes] = []
            order = taken(workers, Order(patient, 0.0, 5, report=reports.append))
            assert await order.answer == "done"
            assert reports == [b"better"]

    run(test)
