"""Running the service, and ending it in good order.

Told to stop, the service takes on nothing more and says so (``/ready``, and 503 to whoever asks),
lets what runs go on, asks in the last second what still runs for its best, and ends as soon as
there is nothing left to do.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
import time
from types import FrameType

import uvicorn
from fastapi import FastAPI

from app.access.exposure import check_exposure
from app.http_protocol import http_protocol
from app.jobs import database
from app.main import create_app
from app.observe import logs
from app.settings import Settings
from app.workers import WorkerPool

logger = logging.getLogger("meldwise")

BEST_SECONDS = 1.0
"""What is kept of the time to stop for those that are asked for their best."""


class Server(uvicorn.Server):
    """uvicorn's server, but a signal begins a drain instead of closing the door.

    Parameters
    ----------
    app, settings
        What is served, and how.
    """

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                http=http_protocol(settings.header_seconds, settings.send_seconds),
                # There is nothing at the other end of one, and it would pass by the keys.
                ws="none",
                forwarded_allow_ips=settings.trusted_proxies,
                server_header=False,
                log_config=None,
                access_log=False,
                # For answers that are on their way when the drain is over.
                timeout_graceful_shutdown=1,
            )
        )
        self._app = app
        self._seconds = settings.shutdown_seconds
        self._told_at: float | None = None
        self._saving_jobs: asyncio.Task[None] | None = None
        self._asked_for_best = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain; a second signal ends the service at once."""
        if self._told_at is None:
            self._told_at = time.monotonic()
            self._captured_signals.append(sig)
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Go on with the drain, ten times a second; say whether to end."""
        if await super().on_tick(counter):
            return True
        return self._told_at is not None and self._drained(time.monotonic() - self._told_at)

    def _drained(self, seconds: float) -> bool:
        pool: WorkerPool = self._app.state.pool
        left = self._seconds - BEST_SECONDS - seconds
        if self._saving_jobs is None:
            logger.info("told to stop: finishing what runs, for %g seconds at most", self._seconds)
            pool.take_no_more()
            jobs = self._app.state.jobs.drain(self._seconds - BEST_SECONDS)
            self._saving_jobs = asyncio.create_task(jobs)
        if left <= 0 and not self._asked_for_best:
            self._asked_for_best = True
            pool.ask_all_for_best(BEST_SECONDS)
        return (not pool.busy and self._saving_jobs.done()) or seconds >= self._seconds


def serve(settings: Settings) -> bool:
    """Run the service until it is told to stop.

    Parameters
    ----------
    settings
        How.

    Returns
    -------
    bool
        Whether it could start.

    Raises
    ------
    StartError
        If it can't start as it is set up.
    """
    logs.configure(settings)
    check_exposure(settings)
    database.check(settings.database)
    server = Server(create_app(settings), settings)
    # What is there now stays: to look through it for garbage, as a request with many values makes
    # Python do, takes a tenth of a second in which nobody is served.
    gc.collect()
    gc.freeze()
    # When it has shut down, uvicorn raises the signal again that made it: for a service that was
    # told to stop, and did, that is success.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        server.run()
    except SystemExit:
        # uvicorn's own code for a port that is taken is 3, which has a meaning of its own here.
        if server.started:
            raise
    return server.started
