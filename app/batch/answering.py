"""Answering the lines of a batch by the workers of a pool, as a service or a command does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator
from typing import Any

from app.answered import Answered
from app.batch import results
from app.batch.lines import Line
from app.batch.reading import id_of, question, read_line
from app.batch.window import Window
from app.kinds import Kind
from app.problems import ProblemError, internal_fault
from app.settings import Settings
from app.workers import BusyError, Order, PoolError, WorkerPool
from app.working import order_for, problem_of, stopping

type Answers = Callable[[AsyncIterator[Line]], AsyncGenerator[bytes]]
"""What answers a batch: a line of results for each of its lines, in their order."""

_WINDOW = 16
"""Lines for each that may be at work: so far may lines run ahead of one that takes long."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.01, 1.0
"""Seconds between two tries to find a place in the queue."""


def _tell_nobody(kind: Kind[Any], order: Order, answered: Answered) -> None:
    """Take no notice of an answer."""


class Answering:
    """Answers the lines of one batch.

    Of its lines so many are in the pool at the same time as the settings have workers: the others
    wait here, so that nobody else has to wait behind a whole batch. When the queue of the pool is
    full, a line waits as well.

    Parameters
    ----------
    pool
        Who works.
    settings
        How many lines may be in the pool, how long a line may be, time limits.
    kind
        The kind of all lines, if each is just a request; ``None`` if each names its own.
    most_seconds
        The largest time limit a line may ask for; ``None`` for any.
    tell
        Is told of every answer of a worker.
    """

    def __init__(
        self,
        pool: WorkerPool,
        settings: Settings,
        kind: Kind[Any] | None,
        most_seconds: float | None,
        tell: Callable[[Kind[Any], Order, Answered], None] = _tell_nobody,
    ) -> None:
        self._pool = pool
        self._settings = settings
        self._kind = kind
        self._most_seconds = most_seconds
        self._tell = tell
        self._window = Window[Line](_WINDOW * settings.workers, settings.workers)

    def answers(self, lines: AsyncIterator[Line]) -> AsyncGenerator[bytes]:
        """Answer lines, in their order; closed before the end, it frees its workers.

        Parameters
        ----------
        lines
            The lines, as they arrive.
        """
        return self._window.results(lines, self._answer)

    def farewell(self, more: Iterable[Line]) -> Iterator[bytes]:
        """Answer what is left when the service stops, and :meth:`answers` is closed.

        Parameters
        ----------
        more
            Lines that have arrived and were not begun.
        """
        for line, task in self._window.begun:
            yield self._refusal(line) if task.cancelled() else task.result()
        for line in more:
            yield self._refusal(line)

    def _refusal(self, line: Line) -> bytes:
        try:
            identity = id_of(read_line(line, self._settings.max_body_bytes))
        except ProblemError:
            identity = None
        return results.error(line, identity, stopping())

    async def _answer(self, line: Line) -> bytes:
        identity = None
        try:
            raw = read_line(line, self._settings.max_body_bytes)
            identity = id_of(raw)
            kind, asked = question(raw, self._kind, self._most_seconds)
            answered = await self._worked(kind, asked)
        except ProblemError as problem:
            return results.error(line, identity, problem)
        except Exception:
            # A fault with one line must not end the others.
            fault = internal_fault("an unexpected error", f"line {line.number} of a batch")
            return results.error(line, identity, fault)
        return results.result(line, identity, answered.document)

    async def _worked(self, kind: Kind[Any], asked: Any) -> Answered:
        """Have a worker answer, however often the pool is busy."""
        pause = _FIRST_PAUSE
        while True:
            wait = self._pool.expected_wait()
            if not self._pool.full:
                try:
                    return await self._tried(kind, asked)
                except BusyError as busy:
                    wait = busy.retry_after
            await asyncio.sleep(min(max(pause, wait), _LONGEST_PAUSE))
            pause *= 2

    async def _tried(self, kind: Kind[Any], asked: Any) -> Answered:
        order = order_for(kind, asked, kind.task, self._settings)
        try:
            self._pool.take(order)
            answered: Answered = await order.answer
        except BusyError:
            raise
        except PoolError as error:
            raise problem_of(error, kind, order.asked) from None
        finally:
            self._pool.withdraw(order)
        self._tell(kind, order, answered)
        return answered
