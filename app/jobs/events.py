"""Waiting for news of a job: told at once by this service, looked up for the others."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager


class Bells:
    """Bells that ring when a job has news, for all who wait.

    The services on one database don't talk to each other: news of what another one does is found
    by :meth:`look`, with one query for all jobs that anybody waits for.
    """

    def __init__(self) -> None:
        self._bells: dict[str, set[asyncio.Event]] = {}
        self._heard: dict[str, int | None] = {}
        self.closed = False

    @contextmanager
    def hung_up(self, job: str) -> Iterator[asyncio.Event]:
        """Have an event that is set whenever there may be news of a job."""
        bell = asyncio.Event()
        self._bells.setdefault(job, set()).add(bell)
        try:
            yield bell
        finally:
            self._bells[job].discard(bell)
            if not self._bells[job]:
                del self._bells[job]
                self._heard.pop(job, None)

    def ring(self, job: str) -> None:
        """Tell all who wait for news of a job."""
        for bell in self._bells.get(job, ()):
            bell.set()

    @property
    def wanted(self) -> Collection[str]:
        """The jobs that anybody waits for."""
        return list(self._bells)

    def look(self, counts: Mapping[str, int], asked: Collection[str]) -> None:
        """Ring for the jobs whose number of events is another than before, or that are gone."""
        for job in asked:
            count = counts.get(job)
            if job in self._bells and (job not in self._heard or self._heard[job] != count):
                self._heard[job] = count
                self.ring(job)

    def close(self) -> None:
        """Ring all, for the last time: the service stops."""
        self.closed = True
        for job in self._bells:
            self.ring(job)


async def wait_for(bell: asyncio.Event, seconds: float) -> None:
    """Wait until a bell rings, but not for longer than this."""
    try:
        async with asyncio.timeout(seconds):
            await bell.wait()
    except TimeoutError:
        pass
