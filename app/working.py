"""Having a worker answer a request, and what can go wrong there as problems."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from http import HTTPStatus

from fastapi import Request

from app.observe.observation import Observation
from app.observe.route import route_of
from app.problems import ProblemError, internal_fault
from app.workers import (
    BusyError,
    DeadlineError,
    PoolClosedError,
    TaskError,
    WorkerDiedError,
    WorkerPool,
)


async def in_worker(
    request: Request,
    task: Callable[..., bytes],
    asked: object,
    seconds: float,
    context: Callable[[], object],
) -> bytes:
    """Have a worker do a task; if the caller goes away first, its worker is freed.

    Parameters
    ----------
    request
        The request, its body read.
    task
        A function of :mod:`app.tasks`.
    asked
        What it is given.
    seconds
        How long the worker may take.
    context
        Makes what is logged with a fault, only then.
    """
    pool: WorkerPool = request.app.state.pool
    asked_at = time.perf_counter()
    work = asyncio.ensure_future(pool.run(task, asked, seconds=seconds))
    # It may end when nobody looks any more: its exception then has no reader.
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ProblemError(
                HTTPStatus.BAD_REQUEST, "client-left", "The client left", "nobody waits any more"
            )
        document: bytes = work.result()
    except DeadlineError as error:
        raise ProblemError(
            HTTPStatus.GATEWAY_TIMEOUT,
            "deadline-overrun",
            "The worker did not answer in time",
            f"the worker gave {error}, the time limit and the grace after it, and was stopped",
        ) from None
    except asyncio.CancelledError:
        # The server's patience with running requests ended: it is stopping.
        raise _unavailable("the service is stopping") from None
    except (BusyError, PoolClosedError) as error:
        raise _unavailable(str(error)) from None
    except WorkerDiedError as error:
        raise internal_fault(f"the worker died ({error})", context()) from None
    except TaskError:
        raise internal_fault("the worker failed", context()) from None
    finally:
        leaving.cancel()
        if not work.done():
            work.cancel()
    _observe(request, document, asked_at)
    return document


def _observe(request: Request, document: bytes, asked: float) -> None:
    """Tell the operator of an answer."""
    ended = time.perf_counter()
    *_, game, kind = route_of(request.scope).split("/")
    facts = {} if kind == "model" else json.loads(document)
    waited = facts.get("stats", {}).get("queue_seconds", 0.0)
    observation: Observation = request.app.state.observation
    observation.solved(
        game,
        kind,
        facts.get("backend", ""),
        facts.get("status", ""),
        asked=asked,
        began=asked + waited,
        ended=ended,
    )


def _unavailable(detail: str) -> ProblemError:
    return ProblemError(HTTPStatus.SERVICE_UNAVAILABLE, "busy", "No worker is free", detail)


async def _left(request: Request) -> None:
    """Wait until the client closes the connection; its body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
