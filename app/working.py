"""Having a worker answer a request, and what can go wrong there as problems."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from fastapi import Request

from app.answered import Answered
from app.kinds import Kind
from app.observe.observation import Observation
from app.problems import ProblemError, internal_fault
from app.settings import Settings
from app.workers import (
    BusyError,
    DeadlineError,
    Order,
    OutOfMemoryError,
    PoolClosedError,
    PoolError,
    TaskError,
    Work,
    WorkerDiedError,
    WorkerPool,
)
from models.defects import short


async def answer(
    request: Request, kind: Kind[Any], asked: Any, task: Callable[[Work, Any], Answered]
) -> Answered:
    """Have a worker answer a question; if the caller goes away first, its worker is freed.

    Parameters
    ----------
    request
        The request, its body read.
    kind, asked
        The question.
    task
        Which of the kind's tasks answers it.

    Raises
    ------
    ProblemError
        If there is no answer.
    """
    settings: Settings = request.app.state.settings
    pool: WorkerPool = request.app.state.pool
    order = order_for(kind, asked, task, settings)
    leaving = asyncio.ensure_future(_left(request))
    try:
        pool.take(order)
        await asyncio.wait({order.answer, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not order.answer.done():
            raise ProblemError(
                HTTPStatus.BAD_REQUEST, "client-left", "The client left", "nobody waits any more"
            )
        answered: Answered = order.answer.result()
    except asyncio.CancelledError:
        # The server's patience with running requests ended: it is stopping.
        raise stopping() from None
    except PoolError as error:
        raise problem_of(error, kind, order.asked) from None
    finally:
        leaving.cancel()
        pool.withdraw(order)
    observe(request.app.state.observation, kind, order, answered)
    return answered


def order_for(
    kind: Kind[Any], asked: Any, task: Callable[[Work, Any], Answered], settings: Settings
) -> Order:
    """Make the order of a question, with the time limit of the settings if it names none.

    Parameters
    ----------
    kind, asked
        The question.
    task
        Which of the kind's tasks answers it.
    settings
        The time limit, and the grace after it.
    """
    asked, seconds = kind.timed(asked, settings.default_seconds)
    return Order(task, asked, seconds + settings.grace_seconds)


def observe(observation: Observation, kind: Kind[Any], order: Order, answered: Answered) -> None:
    """Tell the operator of an answer.

    Parameters
    ----------
    observation
        Who is told.
    kind, order, answered
        What was asked, how it went, and what was answered.
    """
    observation.solved(
        kind.game,
        kind.verb,
        answered.backend,
        answered.status,
        asked=order.asked_at,
        began=order.begun_at,
        ended=time.perf_counter(),
    )


def problem_of(error: PoolError, kind: Kind[Any], asked: Any) -> ProblemError:
    """Say what went wrong with an order; to be called while the exception is handled.

    Parameters
    ----------
    error
        What the pool says.
    kind, asked
        What was asked.
    """
    if isinstance(error, DeadlineError):
        return ProblemError(
            HTTPStatus.GATEWAY_TIMEOUT,
            "deadline-overrun",
            "The worker did not answer in time",
            f"{error}, the time limit and the grace after it, and the worker was stopped; tried: "
            f"{_tried(kind, asked)}",
        )
    if isinstance(error, BusyError):
        return busy(str(error), error.retry_after)
    if isinstance(error, PoolClosedError):
        return stopping()
    context = kind.context(asked)
    if isinstance(error, WorkerDiedError):
        return internal_fault(f"the worker died ({error})", context)
    if isinstance(error, OutOfMemoryError):
        return internal_fault("the worker needed more memory than it may take", context)
    if isinstance(error, TaskError):
        return internal_fault("the worker failed", context)
    return internal_fault("the workers failed", context)


def busy(detail: str, retry_after: float) -> ProblemError:
    """Say that no worker is free, and when one can be expected to be.

    Parameters
    ----------
    detail
        What happened.
    retry_after
        Seconds to wait.
    """
    return ProblemError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "busy",
        "No worker is free",
        detail,
        headers={"Retry-After": str(max(1, math.ceil(retry_after)))},
    )


def stopping() -> ProblemError:
    """Say that the service is stopping."""
    return ProblemError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "stopping",
        "The service is stopping",
        "ask again: another one, or the next one, will answer",
        headers={"Retry-After": "5", "Connection": "close"},
    )


def _tried(kind: Kind[Any], asked: Any) -> str:
    names = [name for name in ("backend", "program") if hasattr(asked, name)]
    tried = [kind.name, *(f"{name} {short(getattr(asked, name))}" for name in names)]
    limits = getattr(asked, "limits", None)
    if limits is not None:
        tried.append(f"within {limits.seconds:g} seconds")
        if limits.work is not None:
            tried.append(f"and {limits.work} units of work")
    return ", ".join(tried)


async def _left(request: Request) -> None:
    """Wait until the client closes the connection; its body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
