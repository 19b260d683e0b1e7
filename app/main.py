"""The service as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version

from fastapi import FastAPI

from app import problems
from app.access.keyring import Keyring
from app.middleware import wrap
from app.observe.observation import Observation
from app.openapi import openapi
from app.routes import batch, metrics, questions, service
from app.settings import Settings
from app.tasks import warm_up
from app.workers import Policy, WorkerPool


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the application.

    Parameters
    ----------
    settings
        By default read from the environment.

    Raises
    ------
    app.access.errors.AccessError
        If the keys can't be read.
    app.observe.traces.TracesError
        If the environment asks for traces that can't be had.
    """
    settings = settings or Settings()
    keyring = Keyring(settings)
    observation = Observation()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool = WorkerPool(_policy(settings), warm_up, observation.metrics.pool("requests"))
        app.state.pool = pool
        pool.start()
        yield
        await pool.stop()
        await observation.close()

    app = FastAPI(
        title="meldwise",
        version=version("meldwise"),
        lifespan=lifespan,
        redirect_slashes=False,
        redoc_url=None,
        telemetry=observation.traces.framework(),
    )
    app.state.settings = settings
    app.state.observation = observation
    app.openapi = partial(openapi, app)  # type: ignore[method-assign]
    problems.install(app)
    app.include_router(questions.router)
    app.include_router(batch.router)
    app.include_router(service.router)
    app.include_router(metrics.router)
    # Around all of it: middlewares that are added to the application stand within its handler of
    # unexpected errors, whose answers are to have the headers too.
    stack = app.build_middleware_stack
    app.build_middleware_stack = lambda: wrap(  # type: ignore[method-assign]
        stack(), settings, keyring, observation.metrics
    )
    return app


def _policy(settings: Settings) -> Policy:
    return Policy(
        settings.workers,
        queue_length=settings.queue_length,
        patience=settings.queue_seconds,
        quantum=settings.quantum_seconds,
        memory_bytes=settings.worker_memory_mb * 2**20,
        most_tasks=settings.worker_tasks,
    )
