"""The worker processes of a pool: how they start, are replaced, and end.

Starting a process and waiting for its end block, and are done in threads; everything else happens
in the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from app.workers import process
from app.workers.errors import WorkerDiedError
from app.workers.observer import PoolObserver
from app.workers.policy import Policy
from app.workers.worker import Worker

logger = logging.getLogger("meldwise.workers")

WARM_UP_SECONDS = 120.0
"""How long a new worker may take before it counts as failed."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 30.0


class Employer(Protocol):
    """Who has the crew work for it."""

    def sent(self, worker: Worker, kind: int, content: bytes) -> None:
        """Take a frame from a worker: see the kinds in :mod:`app.workers.process`."""
        ...

    def available(self) -> None:
        """Note that there may be an idle worker."""
        ...

    def lost(self, worker: Worker) -> None:
        """Note that a worker's process has ended; ``worker.order`` is what it was at work on."""
        ...


class Crew:
    """A fixed number of workers, each replaced when it ends, fails or has worked long enough.

    Parameters
    ----------
    policy
        How many, and how they are treated.
    warm_up
        What a new worker does before it counts as ready; a function of a module.
    observer
        Is told what happens.
    employer
        Has them work.

    Attributes
    ----------
    warm
        The workers that are ready: idle, or at work.
    idle
        Those of them that wait for work.
    """

    def __init__(
        self,
        policy: Policy,
        warm_up: Callable[[], None],
        observer: PoolObserver,
        employer: Employer,
    ) -> None:
        self._policy = policy
        self._warm_up = warm_up
        self._observer = observer
        self._employer = employer
        self.warm: set[Worker] = set()
        self.idle: deque[Worker] = deque()
        self._alive: set[Worker] = set()
        self._warming: dict[Worker, asyncio.Future[None]] = {}
        self._leaving: set[Worker] = set()
        self._background: set[asyncio.Task[None]] = set()
        self._recycling = False
        self._closing = asyncio.Event()
        # One thread, for as long as there are workers: Linux ends a process that asked for it with
        # the thread that started it, not with the service.
        self._starter = ThreadPoolExecutor(1, "start-worker")

    def look(self) -> None:
        """See whether workers are done, though the event loop has not come to it yet."""
        for worker in [worker for worker in self.warm if worker.order is not None]:
            worker.look()

    def start(self) -> None:
        """Start the workers; they warm up in the background."""
        for _ in range(self._policy.size):
            self._start_one()

    async def stop(self) -> None:
        """End all workers, whatever they do, and wait until they are gone."""
        self._closing.set()
        self.idle.clear()
        for worker in self._alive:
            worker.kill()
        while self._alive or self._background:
            await asyncio.sleep(0.01)
        self._starter.shutdown()

    def release(self, worker: Worker) -> None:
        """Take back a worker that has done its work."""
        if self._closing.is_set():
            return
        if worker in self._leaving:
            self._dismiss(worker)
            return
        self.idle.append(worker)
        most = self._policy.most_tasks
        if most is not None and worker.tasks >= most and not self._recycling:
            # One at a time: all of them were started together.
            self._recycling = True
            self._spawn(self._recycle(worker))

    def kill(self, worker: Worker, reason: str) -> None:
        """End a worker, whatever it does, and start another one."""
        self._observer.killed(reason)
        self.warm.discard(worker)
        worker.kill()
        self._replace(worker)

    def sent(self, worker: Worker, kind: int, content: bytes) -> None:
        """Pass on a frame from a worker."""
        if kind == process.WARM:
            self._warming[worker].set_result(None)
        else:
            self._employer.sent(worker, kind, content)

    def ended(self, worker: Worker) -> None:
        """Note that a worker's socket is closed."""
        by_itself = worker in self.warm
        self.warm.discard(worker)
        if worker in self.idle:
            self.idle.remove(worker)
        self._spawn(self._bury(worker, by_itself=by_itself))

    async def _bury(self, worker: Worker, *, by_itself: bool) -> None:
        """Wait for the end of a process, and see what its end costs."""
        await asyncio.get_running_loop().run_in_executor(None, worker.join)
        self._alive.discard(worker)
        warming = self._warming.get(worker)
        if warming is not None and not warming.done():
            warming.set_exception(WorkerDiedError(worker.fate))
        if by_itself and not self._closing.is_set():
            logger.error("a worker ended by itself: %s", worker.fate)
            self._observer.died("idle" if worker.order is None else "at_work")
            self._replace(worker)
        self._employer.lost(worker)
        self._leaving.discard(worker)

    def _replace(self, worker: Worker) -> None:
        # One that was leaving has its successor already.
        if worker not in self._leaving and not self._closing.is_set():
            self._observer.respawned()
            self._start_one()

    async def _recycle(self, worker: Worker) -> None:
        """Bring up a successor while the old worker goes on; then have it leave."""
        await self._bring_up()
        self._recycling = False
        if worker in self.warm:
            self._observer.recycled()
            self._leaving.add(worker)
            if worker in self.idle:
                self.idle.remove(worker)
                self._dismiss(worker)

    def _dismiss(self, worker: Worker) -> None:
        self.warm.discard(worker)
        worker.dismiss()

    def _start_one(self) -> None:
        self._spawn(self._bring_up())

    async def _bring_up(self) -> None:
        """Start a worker; if that fails, again and again, with growing pauses."""
        pause = _FIRST_PAUSE
        while not self._closing.is_set():
            try:
                worker = await self._started()
            except Exception:
                # Whatever it is, no memory or no process to be had: without a worker there is
                # nobody who could answer, so it is tried until it works.
                await self._after_failure(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            self.warm.add(worker)
            self.idle.append(worker)
            self._employer.available()
            return

    async def _after_failure(self, pause: float) -> None:
        if not self._closing.is_set():
            self._observer.died("starting")
            logger.exception("a worker did not start; the next try is in %g seconds", pause)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), pause)

    async def _started(self) -> Worker:
        """Start a process and wait until it is warm."""
        loop = asyncio.get_running_loop()
        worker = await loop.run_in_executor(self._starter, self._new_worker)
        self._alive.add(worker)
        self._warming[worker] = loop.create_future()
        await worker.connect()
        if self._closing.is_set():
            worker.kill()
        try:
            async with asyncio.timeout(WARM_UP_SECONDS):
                await self._warming[worker]
        except BaseException:
            worker.kill()
            raise
        finally:
            del self._warming[worker]
        return worker

    def _new_worker(self) -> Worker:
        return Worker(self, self._warm_up, self._policy.memory_bytes, self._policy.niceness)

    def _spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
