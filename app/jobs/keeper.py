"""Keeping a service's lease, and taking over from services that are silent."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection

from app.jobs.database import StoreUnavailableError
from app.jobs.instances import Instances
from app.jobs.leases import Lease, Observer
from app.jobs.threads import Threads

logger = logging.getLogger("meldwise")


class Keeper:
    """Registers a service, beats for it, and watches the others.

    Parameters
    ----------
    instances
        Who runs.
    lease_seconds
        How long a service may be silent.
    abandon
        Ends all work of this service, and returns when it has ended.
    look_again
        Called when there may be jobs to claim, with those that another service left.
    clock
        The monotonic clock.
    """

    def __init__(
        self,
        instances: Instances,
        lease_seconds: float,
        abandon: Callable[[], Awaitable[None]],
        look_again: Callable[[Collection[str]], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.instance: str | None = None
        self._instances = instances
        self._seconds = lease_seconds
        self._abandon = abandon
        self._look_again = look_again
        self._clock = clock
        self._observer = Observer(lease_seconds)
        self._former: str | None = None
        # Threads of its own: no beat waits behind somebody's large query.
        self._threads = Threads(1, "meldwise-lease")

    async def run(self) -> None:
        """Keep a lease for ever: each time one is lost, end all work and begin a new one."""
        while True:
            lease = await self._registered()
            try:
                await self._keep(lease)
            except Exception:
                # Whatever it was: who does not beat has no lease.
                logger.exception("keeping the lease on jobs failed")
            self._former, self.instance = self.instance, None
            logger.warning("the lease on jobs is lost: the work on them ends, and begins anew")
            await self._abandon()

    async def leave(self, seconds: float) -> None:
        """Remove this service, whose work has ended: nobody has to wait until that is known."""
        try:
            async with asyncio.timeout(seconds):
                for instance in (self.instance, self._former):
                    if instance is not None:
                        await self._threads.call(self._instances.leave, instance)
        except (TimeoutError, StoreUnavailableError):
            logger.warning("the database is away: others take over in %g seconds", self._seconds)
        self.instance = self._former = None
        await self._threads.close(seconds)

    async def _registered(self) -> Lease:
        """Register under a new id, as soon as the database lets it."""
        while True:
            instance, sent = secrets.token_hex(16), self._clock()
            try:
                await self._threads.call(self._instances.register, instance, self._former)
            except StoreUnavailableError:
                await asyncio.sleep(min(1.0, self._seconds / 4))
                continue
            self.instance, self._former = instance, None
            self._look_again(())
            return Lease(self._seconds, sent)

    async def _keep(self, lease: Lease) -> None:
        """Beat, and watch the others, until the lease is lost."""
        while True:
            await asyncio.sleep(lease.pause(self._clock()))
            sent = self._clock()
            if not lease.left(sent):
                return
            try:
                async with asyncio.timeout(lease.left(sent)):
                    if not await self._threads.call(self._instances.beat, self.instance or ""):
                        return
                    lease.sent = sent
                    await self._watch()
            except (TimeoutError, StoreUnavailableError):
                continue

    async def _watch(self) -> None:
        asked = self._clock()
        beats = await self._threads.call(self._instances.beats)
        beats.pop(self.instance or "", None)
        for instance, beat in self._observer.silent(beats, asked, self._clock()).items():
            jobs = await self._threads.call(self._instances.take_over, instance, beat)
            logger.warning("a service was silent for too long: %d of its jobs", len(jobs))
            self._look_again(jobs)
