"""The service as an ASGI application."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version

from fastapi import FastAPI

from app import problems
from app.access.keyring import Keyring
from app.job_work import JobWork
from app.jobs import Jobs
from app.middleware import wrap
from app.observe.observation import Observation
from app.openapi import openapi
from app.routes import batch, jobs, metrics, peg_solitaire, questions, service
from app.settings import Settings
from app.tasks.warm import warm_up
from app.workers import Policy, WorkerPool


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the application.

    Parameters
    ----------
    settings
        By default read from the environment.

    Raises
    ------
    app.settings.StartError
        If the service can't start as it is set up.
    """
    settings = settings or Settings()
    keyring = Keyring(settings)
    observation = Observation()

    told = observation.metrics
    pool = WorkerPool(_for_requests(settings), warm_up, told.pool("requests"))
    job_pool = WorkerPool(_for_jobs(settings), warm_up, told.pool("jobs"))
    kept_jobs = Jobs(settings, JobWork(job_pool, settings, observation))
    told.count_jobs_by(kept_jobs.counts)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await kept_jobs.start()
        pool.start()
        job_pool.start()
        yield
        await kept_jobs.close()
        await asyncio.gather(pool.stop(), job_pool.stop())
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
    app.state.pool = pool
    app.state.jobs = kept_jobs
    app.openapi = partial(openapi, app)  # type: ignore[method-assign]
    problems.install(app)
    app.include_router(questions.router)
    app.include_router(batch.router)
    app.include_router(jobs.router)
    app.include_router(peg_solitaire.router)
    app.include_router(service.router)
    app.include_router(metrics.router)
    # Around all of it: middlewares that are added to the application stand within its handler of
    # unexpected errors, whose answers are to have the headers too.
    stack = app.build_middleware_stack
    app.build_middleware_stack = lambda: wrap(  # type: ignore[method-assign]
        stack(), settings, keyring, observation.metrics, pool
    )
    return app


def _for_requests(settings: Settings) -> Policy:
    return Policy(
        settings.workers,
        queue_length=settings.queue_length,
        patience=settings.queue_seconds,
        quantum=settings.quantum_seconds,
        memory_bytes=settings.worker_memory_mb * 2**20,
        most_tasks=settings.worker_tasks,
        # Under overload the service must still get to those whom it has to refuse.
        niceness=5,
    )


def _for_jobs(settings: Settings) -> Policy:
    return Policy(
        settings.job_workers,
        # A job is claimed when there is a worker for it, or will be when it has warmed up.
        queue_length=settings.job_workers,
        patience=math.inf,
        memory_bytes=settings.worker_memory_mb * 2**20,
        most_tasks=settings.worker_tasks,
        niceness=15,
    )
