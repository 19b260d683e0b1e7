"""Processes that solve, so that the event loop never does.

Each worker is a spawned process (a fork after HiGHS has started threads would hang) with one pipe,
working on one task at a time. A worker that overruns its deadline is killed and replaced; one that
dies is replaced. Either costs only the request it was working on.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

_SPAWN = multiprocessing.get_context("spawn")


class WorkerDiedError(RuntimeError):
    """The worker ended while it worked on the task."""


class DeadlineError(RuntimeError):
    """The worker did not answer by the deadline and was killed."""


class TaskError(RuntimeError):
    """A task failed in its worker; the message is the worker's traceback."""


class _Worker:
    """One process and its pipe, as seen from the event loop."""

    def __init__(self, warm_up: Callable[[], None]) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self.process: SpawnProcess = _SPAWN.Process(
            target=_work, args=(theirs, warm_up), daemon=True, name="meldwise-worker"
        )
        self.process.start()
        theirs.close()

    async def receive(self) -> Any:
        """Wait for the next message.

        Raises
        ------
        WorkerDiedError
            If the process ends first.
        """
        loop = asyncio.get_running_loop()
        arrived = asyncio.Event()
        loop.add_reader(self._pipe.fileno(), arrived.set)
        try:
            await arrived.wait()
        finally:
            loop.remove_reader(self._pipe.fileno())
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            self.process.join(1)
            raise WorkerDiedError(f"exit code {self.process.exitcode}") from None

    async def run(self, task: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Have a task done and return its result.

        Raises
        ------
        TaskError
            If it raises.
        WorkerDiedError
            If the process ends first.
        """
        try:
            self._pipe.send((task, arguments))
        except OSError:
            raise WorkerDiedError(f"exit code {self.process.exitcode}") from None
        succeeded, value = await self.receive()
        if not succeeded:
            raise TaskError(value)
        return value

    def kill(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
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
    """

    def __init__(self, size: int, warm_up: Callable[[], None]) -> None:
        self._size = size
        self._warm_up = warm_up
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._alive: set[_Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def ready(self) -> bool:
        """Whether every worker has started and is warm."""
        return len(self._alive) == self._size and not self._starting

    def start(self) -> None:
        """Start the workers; they warm up in the background."""
        for _ in range(self._size):
            self._start_one()

    async def stop(self) -> None:
        """End all workers."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        for worker in self._alive:
            worker.kill()
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
        DeadlineError
            If it takes longer; the worker is killed and replaced.
        WorkerDiedError
            If the worker dies; it is replaced.
        TaskError
            If the task raises.
        """
        asked = time.perf_counter()
        worker = await self._idle.get()
        waited = time.perf_counter() - asked
        try:
            async with asyncio.timeout(seconds):
                value = await worker.run(task, (waited, *arguments))
        except (TimeoutError, asyncio.CancelledError, WorkerDiedError) as error:
            # Nobody waits for this worker any more, or it is gone.
            self._replace(worker)
            if isinstance(error, TimeoutError):
                raise DeadlineError(f"no answer within {seconds:g} seconds") from None
            raise
        except BaseException:
            self._idle.put_nowait(worker)
            raise
        self._idle.put_nowait(worker)
        return value

    def _start_one(self) -> None:
        starting = asyncio.create_task(self._bring_up())
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)

    async def _bring_up(self) -> None:
        # Starting a process blocks for a few milliseconds: not in the event loop.
        worker = await asyncio.to_thread(_Worker, self._warm_up)
        self._alive.add(worker)
        try:
            await worker.receive()
        except BaseException:
            self._alive.discard(worker)
            worker.kill()
            raise
        self._idle.put_nowait(worker)

    def _replace(self, worker: _Worker) -> None:
        self._alive.discard(worker)
        worker.kill()
        if not self._closed:
            self._start_one()


def _work(pipe: Connection, warm_up: Callable[[], None]) -> None:
    """Run a worker process: take tasks from the pipe until it closes."""
    # Ctrl-C goes to the whole group of processes; the service ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up()
    pipe.send(None)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task, arguments = pipe.recv()
            try:
                answer: tuple[bool, Any] = (True, task(*arguments))
            except Exception:
                # As text: an exception that can't be pickled, or unpickled, would end the worker.
                answer = (False, traceback.format_exc())
            pipe.send(answer)
