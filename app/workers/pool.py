"""The queue in front of the workers: who is served when, and what becomes of an order.

Three layers bound the time of an order: its own limit; the stop it is asked for, which the solvers
look for in their loops and callbacks; and the end of its process. A worker that overruns its
deadline, dies, or does not make room when asked to is replaced, and costs only the order it was at
work on.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable
from typing import Any

from app.workers import process
from app.workers.crew import Crew
from app.workers.errors import (
    BusyError,
    DeadlineError,
    OutOfMemoryError,
    PoolClosedError,
    QueueFullError,
    TaskError,
    WorkerDiedError,
)
from app.workers.observer import PoolObserver
from app.workers.order import Order
from app.workers.policy import Policy
from app.workers.waiting import Waiting
from app.workers.worker import Worker

logger = logging.getLogger("meldwise.workers")

MAKE_ROOM_SECONDS = 0.3
"""How long a worker may take to stop because its caller left or a short order waits.

Most stop within hundredths of a second; a new process takes longer than this to warm up.
"""

_STOPPING = "the service is stopping"


class WorkerPool:
    """Workers, and the orders that wait for them. All methods are for the event loop.

    Parameters
    ----------
    policy
        How many workers, and how orders and workers are treated.
    warm_up
        What a new worker does before it counts as ready; a function of a module.
    observer
        Is told what happens.
    """

    def __init__(
        self,
        policy: Policy,
        warm_up: Callable[[], None],
        observer: PoolObserver | None = None,
    ) -> None:
        self.policy = policy
        self._observer = observer or PoolObserver()
        self._crew = Crew(policy, warm_up, self._observer, self)
        self._waiting = Waiting()
        self._refusing = False
        self._closed = False
        # Of the last orders; what it starts from is soon forgotten.
        self._mean_seconds = 0.01

    @property
    def ready(self) -> bool:
        """Whether a worker is warm, idle or at work, and new orders are taken."""
        return bool(self._crew.warm) and not self._refusing

    @property
    def warm(self) -> int:
        """How many workers have started and are warm."""
        return len(self._crew.warm)

    @property
    def idle(self) -> bool:
        """Whether a worker is free at this moment."""
        return bool(self._crew.idle) and not self._closed

    @property
    def busy(self) -> bool:
        """Whether an order waits or is worked on."""
        return bool(self._waiting or self._under_way())

    @property
    def full(self) -> bool:
        """Whether as many orders wait as may."""
        waiting = len(self._waiting)
        return not self._refusing and not self._crew.idle and waiting >= self.policy.queue_length

    @property
    def supplied(self) -> bool:
        """Whether a quarter as many orders wait as may, or more: the workers have enough to do."""
        return not self._refusing and 4 * len(self._waiting) >= max(1, self.policy.queue_length)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that are warm."""
        return [worker.pid for worker in self._crew.warm]

    def expected_wait(self) -> float:
        """Estimate how many seconds an order that came now would wait for its worker.

        From the mean time of the last orders, and from how long the oldest has waited already.
        """
        oldest = self._waiting.oldest()
        age = 0.0 if oldest is None else time.perf_counter() - oldest.asked_at
        return max(age, (len(self._waiting) + 1) * self._mean_seconds / self.policy.size)

    def refusal(self, *, late: bool = False) -> QueueFullError | None:
        """Say why another order would not be taken; ``None`` if it would be, or the pool is closed.

        Before that, workers that are done get their next order. The event loop comes to their
        sockets once a round, and under overload a round lasts until all who have asked are
        answered: the workers would idle meanwhile.

        It is returned and not raised: an exception that was raised holds the frames it went
        through, and looking for such cycles took a fifth of the time under overload.

        Parameters
        ----------
        late
            Whether whoever asks has waited for long already: a quarter of the queue is for them.
        """
        self._crew.look()
        if not (self.full or (late and self.supplied)):
            return None
        self._observer.rejected("queue_full")
        return QueueFullError(f"{len(self._waiting)} requests wait already", self.expected_wait())

    def check_room(self) -> None:
        """See whether another order would be taken.

        Raises
        ------
        QueueFullError
            If as many wait as may.
        PoolClosedError
            If the pool is stopped.
        """
        if self._refusing:
            raise PoolClosedError(_STOPPING)
        refusal = self.refusal()
        if refusal is not None:
            raise refusal

    def start(self) -> None:
        """Start the workers; they warm up in the background."""
        self._crew.start()

    def take_no_more(self) -> None:
        """Refuse new orders from now on; those that were taken are still served."""
        self._refusing = True

    async def stop(self) -> None:
        """End all workers; orders that wait or are worked on fail."""
        self._refusing = self._closed = True
        for order in [*self._waiting.empty(), *self._under_way()]:
            order.settle(PoolClosedError(_STOPPING))
        await self._crew.stop()

    async def run(self, task: Callable[..., Any], asked: Any, *, seconds: float) -> Any:
        """Have a worker do a task; if the caller is cancelled, its worker is freed.

        Parameters
        ----------
        task
            A function of a module; its first argument is a :class:`~app.workers.work.Work`.
        asked
            Its second argument.
        seconds
            How long the worker may take.

        Raises
        ------
        PoolError
            See :mod:`app.workers.errors`.
        """
        order = Order(task, asked, seconds)
        self.take(order)
        try:
            return await order.answer
        finally:
            self.withdraw(order)

    def take(self, order: Order) -> None:
        """Take an order; its answer is to be awaited.

        Raises
        ------
        QueueFullError
            If as many wait as may.
        PoolClosedError
            If the pool is stopped.
        """
        self.check_room()
        self._queue(order)
        self.available()

    def ask_for_best(self, order: Order, within: float) -> None:
        """Have an order come back with the best it has.

        Parameters
        ----------
        order
            The order; one that still waits is asked as soon as a worker has it.
        within
            Seconds it may take for that once a worker has it; then the worker is killed.
        """
        order.stop_within = within
        if order.worker is not None:
            order.worker.ask_to_stop()
            order.after(within, self._refuses_to_stop)

    def ask_all_for_best(self, within: float) -> None:
        """Have all orders that are worked on come back with their best, and refuse the others."""
        for order in self._waiting.empty():
            order.settle(PoolClosedError(_STOPPING))
        for order in self._under_way():
            self.ask_for_best(order, within)

    def withdraw(self, order: Order) -> None:
        """Take an order back, if it is not answered yet: nobody waits for it any more."""
        if order.answer.done() and not order.answer.cancelled():
            return
        order.quiet()
        order.answer.cancel()
        if order.worker is not None:
            order.worker.ask_to_stop()
            order.after(MAKE_ROOM_SECONDS, self._ignores_leaving)
        else:
            self._waiting.discard(order)
            self._observer.queued(len(self._waiting))

    # What the crew says.

    def available(self) -> None:
        """Give waiting orders to idle workers, and see to it that short ones can go on."""
        idle = self._crew.idle
        while idle and not self._closed:
            order = self._waiting.take(long_too=self._may_take_long())
            if order is None:
                break
            self._give(idle.pop(), order)
        self._observer.queued(len(self._waiting))
        self._observer.workers(len(self._crew.warm), len(self._crew.warm) - len(idle))
        self._make_room()

    def sent(self, worker: Worker, kind: int, content: bytes) -> None:
        """Take a better answer, or the last word, of the order a worker is at work on."""
        order = worker.order
        if order is None:
            return
        if kind == process.REPORT:
            if order.report is not None and not order.answer.done():
                order.report(content)
            return
        worker.order = order.worker = None
        order.quiet()
        took = time.perf_counter() - order.begun_at
        self._observer.ended(took)
        if order.preempted and order.stop_within is None and not order.answer.done():
            self._queue_as_long(order)
        else:
            self._mean_seconds += 0.1 * (took - self._mean_seconds)
            order.settle(_value(kind, content))
        if kind == process.OUT_OF_MEMORY:
            # What is left of such a process is not to be relied on.
            self._crew.kill(worker, "memory")
        else:
            self._crew.release(worker)
        self.available()

    def lost(self, worker: Worker) -> None:
        """See what the end of a process costs."""
        order, worker.order = worker.order, None
        if order is not None:
            order.quiet()
            order.worker = None
            if worker.has_taken:
                order.settle(WorkerDiedError(worker.fate))
            elif not order.answer.done():
                logger.error("a worker was gone before it took its order; another one has it")
                self._queue(order)
        self.available()

    # Orders.

    def _under_way(self) -> list[Order]:
        return [worker.order for worker in self._crew.warm if worker.order is not None]

    def _queue(self, order: Order) -> None:
        order.after(self.policy.patience, self._loses_patience)
        self._waiting.add(order)

    def _queue_as_long(self, order: Order) -> None:
        order.preempted = False
        order.long = True
        self._queue(order)

    def _give(self, worker: Worker, order: Order) -> None:
        order.quiet()
        order.begun_at = time.perf_counter()
        order.waited = order.begun_at - order.asked_at
        self._observer.waited(order.waited)
        worker.give(order)
        order.after(order.seconds, self._overruns)
        if self.policy.quantum is not None and not order.long:
            order.after(self.policy.quantum, lambda _: self._make_room())
        if order.stop_within is not None:
            self.ask_for_best(order, order.stop_within)

    def _is_long(self, order: Order) -> bool:
        quantum = self.policy.quantum
        if quantum is None:
            return False
        return order.long or time.perf_counter() - order.begun_at >= quantum

    def _long_under_way(self) -> int:
        return sum(map(self._is_long, self._under_way()))

    def _may_take_long(self) -> bool:
        """Whether a worker may be given a long order now.

        While others are being replaced there may be one worker only: it goes to the short ones
        first. By the time of their asking it would go back to the long one that was just stopped.
        """
        long = self._long_under_way()
        last_one = self.policy.size > 1 and len(self._crew.warm) - long <= 1
        return long < self.policy.most_long and not (last_one and self._waiting.short)

    def _make_room(self) -> None:
        """Have the youngest order wait again if all are long ones and a short one waits."""
        orders = self._under_way()
        if (
            self._closed
            or self.policy.size == 1
            or not self._waiting.short
            or len(orders) < len(self._crew.warm)
            or not all(map(self._is_long, orders))
            or any(order.preempted or order.answer.done() for order in orders)
        ):
            return
        youngest = max(orders, key=lambda order: order.begun_at, default=None)
        if youngest is not None and youngest.worker is not None:
            self._observer.preempted()
            youngest.preempted = True
            youngest.worker.ask_to_stop()
            youngest.after(MAKE_ROOM_SECONDS, self._ignores_preemption)

    # What an order can do wrong.

    def _loses_patience(self, order: Order) -> None:
        self._waiting.discard(order)
        self._observer.rejected("no_worker")
        self._observer.queued(len(self._waiting))
        detail = f"no worker was free within {self.policy.patience:g} seconds"
        order.settle(BusyError(detail, self.expected_wait()))

    def _overruns(self, order: Order) -> None:
        self._kill_worker_of(order, "deadline")
        order.settle(DeadlineError(f"no answer within {order.seconds:g} seconds"))

    def _refuses_to_stop(self, order: Order) -> None:
        self._kill_worker_of(order, "stopped")
        order.settle(DeadlineError("no answer when asked for the best so far"))

    def _ignores_leaving(self, order: Order) -> None:
        self._kill_worker_of(order, "left")

    def _ignores_preemption(self, order: Order) -> None:
        self._kill_worker_of(order, "preempted")
        self._queue_as_long(order)

    def _kill_worker_of(self, order: Order, reason: str) -> None:
        order.quiet()
        worker = order.worker
        if worker is not None:
            worker.order = order.worker = None
            self._crew.kill(worker, reason)


def _value(kind: int, content: bytes) -> Any:
    """Read a last word: the value, or the exception."""
    if kind == process.DONE:
        return pickle.loads(content)  # noqa: S301  (from our own process)
    trace = content.decode("utf-8", "replace")
    return OutOfMemoryError(trace) if kind == process.OUT_OF_MEMORY else TaskError(trace)
