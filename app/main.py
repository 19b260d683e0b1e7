"""The service as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version

from fastapi import FastAPI

from app import problems
from app.observe.observation import Observation
from app.openapi import openapi
from app.routes import metrics, rummikub, service
from app.settings import Settings
from app.tasks import warm_up
from app.workers import WorkerPool


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the application.

    Parameters
    ----------
    settings
        By default read from the environment.

    Raises
    ------
    TracesError
        If the environment asks for traces that can't be had.
    """
    settings = settings or Settings()
    observation = Observation()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.pool = WorkerPool(settings.workers, warm_up, settings.queue_seconds)
        app.state.pool.start()
        yield
        await app.state.pool.stop()
        await observation.close()

    app = FastAPI(
        title="meldwise",
        version=version("meldwise"),
        lifespan=lifespan,
        redirect_slashes=False,
        telemetry=observation.traces.framework(),
    )
    app.state.settings = settings
    app.openapi = partial(openapi, app)  # type: ignore[method-assign]
    problems.install(app)
    observation.install(app)
    app.include_router(rummikub.router)
    app.include_router(service.router)
    app.include_router(metrics.router)
    return app
