"""Processes that solve, so that the event loop never does.

Each worker is a spawned process (a fork after HiGHS has started threads would hang) with one pipe,
working on one task at a time. A worker that overruns its deadline is killed and replaced; one that
dies is replaced. Either costs only the request it was working on. Whatever may block (starting a
process, sending, receiving, waiting for its end) is done in threads.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

logger = logging.getLogger("meldwise")

_SPAWN = multiprocessing.get_context("spawn")

WARM_UP_SECONDS = 120.0
"""How long a new worker may take before it counts as failed."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 30.0


class PoolError(RuntimeError):
    """The pool has no answer to a task."""


class WorkerDiedError(PoolError):
    """The worker ended while it worked on the task."""


class DeadlineError(PoolError):
    """The worker did not answer by the deadline and was killed."""


class NotTakenError(WorkerDiedError):
    """The worker ended before it took the task: another one can have it."""


class TaskError(PoolError):
    """A task failed in its worker; the message is the worker's traceback."""


class BusyError(PoolError):
    """No worker became free in time."""


class PoolClosedError(PoolError):
    """The service is stopping."""


class _Worker:
    """One process and its pipe. All methods but :meth:`kill` block: they run in threads."""

    def __init__(self, warm_up: Callable[[], None]) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(
            target=_work, args=(theirs, warm_up), daemon=True, name="meldwise-worker"
        )
        self.process.start()
        theirs.close()

    def wait_until_warm(self) -> None:
        """Wait for the first message.

        Raises
        ------
        WorkerDiedError
            If the process ends first, or takes too long.
        """
        if not self._pipe.poll(WARM_UP_SECONDS):
            raise WorkerDiedError(f"not warm after {WARM_UP_SECONDS:g} seconds")
        self._receive()

    def exchange(self, task: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Have a task done and return its result.

        Raises
        ------
        TaskError
            If it raises.
        NotTakenError
            If the process ends before it takes the task.
        WorkerDiedError
            If it ends before the result is there.
        """
        try:
            self._pipe.send((task, arguments))
            self._pipe.recv()
        except (EOFError, OSError):
            raise NotTakenError(str(self._died())) from None
        succeeded, value = self._receive()
        if not succeeded:
            raise TaskError(value)
        return value

    def _receive(self) -> Any:
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            raise self._died() from None

    def _died(self) -> WorkerDiedError:
        self.process.join(1)
        return WorkerDiedError(f"exit code {self.process.exitcode}")

    def kill(self) -> None:
        """End the process, whatever it does; a thread that waits for it comes back."""
        self.process.kill()

    def bury(self) -> None:
        """Free what the process held, once it has ended."""
        self.process.join()
        self._pipe.close()


class WorkerPool:
    """A fixed number of workers, and a queue of requests for them.

    Parameters
    ----------
    size
        How many processes.
    warm_up
        What a new worker does before it counts as ready; a function of a module.
    patience
        Seconds a request waits for a free worker at most.
    """

    def __init__(self, size: int, warm_up: Callable[[], None], patience: float = 30.0) -> None:
        self._size = size
        self._warm_up = warm_up
        self._patience = patience
        self._idle: asyncio.Queue[_Worker | None] = asyncio.Queue()
        self._alive: set[_Worker] = set()
        self._warm: set[_Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._closed = False
        # A thread for each worker at work, and some for those that come and go.
        self._threads = ThreadPoolExecutor(2 * size + 4, "meldwise-worker")

    @property
    def ready(self) -> bool:
        """Whether a worker is warm: idle, or at work."""
        return bool(self._warm) and not self._closed

    @property
    def warm(self) -> int:
        """How many workers have started and are warm."""
        return len(self._warm)

    @property
    def idle(self) -> bool:
        """Whether a worker is free at this moment."""
        return not self._idle.empty() and not self._closed

    def start(self) -> None:
        """Start the workers; they warm up in the background."""
        for _ in range(self._size):
            self._start_one()

    async def stop(self) -> None:
        """End all workers; requests still waiting or at work fail."""
        self._closed = True
        for _ in range(self._waiting):
            self._idle.put_nowait(None)
        for task in self._starting:
            task.cancel()
        for worker in self._alive:
            worker.kill()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown, wait=True)
        # A worker may have been starting in its thread when the others were ended.
        for worker in self._alive:
            worker.kill()
            worker.bury()
        self._alive.clear()

    async def run(self, task: Callable[..., Any], *arguments: Any, seconds: float) -> Any:
        """Have a free worker do a task.

        Parameters
        ----------
        task
            A function of a module. Its first argument is the seconds the request has waited for a
            worker; ``arguments`` follow.
        arguments
            What is passed on.
        seconds
            How long the worker may take.

        Raises
        ------
        BusyError
            If no worker becomes free in time.
        PoolClosedError
            If the pool is stopped first.
        DeadlineError
            If the worker takes longer; it is killed and replaced.
        WorkerDiedError
            If the worker dies; it is replaced.
        TaskError
            If the task raises.
        """
        asked = time.perf_counter()
        while True:
            worker = await self._take()
            waited = time.perf_counter() - asked
            try:
                return await self._run_in(worker, task, (waited, *arguments), seconds)
            except NotTakenError:
                logger.exception("an idle worker was gone; another one takes the task")

    async def _run_in(
        self, worker: _Worker, task: Callable[..., Any], arguments: tuple[Any, ...], seconds: float
    ) -> Any:
        exchange = asyncio.get_running_loop().run_in_executor(
            self._threads, worker.exchange, task, arguments
        )
        # It may end when nobody looks any more: its exception then has no reader.
        exchange.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            async with asyncio.timeout(seconds):
                value = await asyncio.shield(exchange)
        except TaskError:
            self._idle.put_nowait(worker)
            raise
        except TimeoutError:
            self._replace(worker)
            raise DeadlineError(f"no answer within {seconds:g} seconds") from None
        except BaseException:
            # It died, or nobody waits for it any more.
            self._replace(worker)
            if self._closed:
                raise PoolClosedError("the service is stopping") from None
            raise
        self._idle.put_nowait(worker)
        return value

    async def _take(self) -> _Worker:
        """Wait for a worker that is free and alive."""
        while not self._closed:
            self._waiting += 1
            try:
                async with asyncio.timeout(self._patience):
                    worker = await self._idle.get()
            except TimeoutError:
                raise BusyError(f"no worker was free within {self._patience:g} seconds") from None
            finally:
                self._waiting -= 1
            if worker is not None and worker.process.is_alive():
                return worker
            if worker is not None:
                logger.error("an idle worker was found dead: %s", worker.process.exitcode)
                self._replace(worker)
        raise PoolClosedError("the service is stopping")

    def _start_one(self) -> None:
        starting = asyncio.create_task(self._bring_up())
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)

    async def _bring_up(self) -> None:
        """Start a worker; if that fails, again and again, with growing pauses."""
        loop = asyncio.get_running_loop()
        pause = _FIRST_PAUSE
        while not self._closed:
            try:
                worker = await loop.run_in_executor(self._threads, self._started)
            except (WorkerDiedError, OSError):
                logger.exception("a worker did not start; the next try is in %g seconds", pause)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            self._warm.add(worker)
            self._idle.put_nowait(worker)
            return

    def _started(self) -> _Worker:
        worker = _Worker(self._warm_up)
        self._alive.add(worker)
        try:
            worker.wait_until_warm()
        except BaseException:
            self._alive.discard(worker)
            worker.kill()
            worker.bury()
            raise
        return worker

    def _replace(self, worker: _Worker) -> None:
        self._warm.discard(worker)
        worker.kill()
        if not self._closed:
            self._alive.discard(worker)
            self._threads.submit(worker.bury)
            self._start_one()


def _work(pipe: Any, warm_up: Callable[[], None]) -> None:
    """Run a worker process: take tasks from the pipe until it closes."""
    # Signals to the whole group of processes are for the service, which ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    warm_up()
    pipe.send(None)
    while True:
        try:
            task, arguments = pipe.recv()
            pipe.send(None)
        except (EOFError, OSError):
            return
        try:
            answer: tuple[bool, Any] = (True, task(*arguments))
        except Exception:
            # As text: an exception that can't be pickled, or unpickled, would end the worker.
            answer = (False, traceback.format_exc())
        try:
            pipe.send(answer)
        except OSError:
            return
