"""Middleware: a question that no worker could take is refused before anything is done for it.

A service that is asked for more than it can do spends its time on refusing. What refusing costs
decides how much overload it bears before the answers it does give become slow; within the
application it would cost three times as much.
"""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from app.prefer import prefers_job
from app.problems import ProblemError
from app.working import check_room


class RoomMiddleware:
    """Answers 503 where the application would, for the same reason, after more work.

    Parameters
    ----------
    app
        The application, which has the pool of workers in its state.
    routes
        The routes that need a worker at once, by their paths; what is asked of them with ``POST``
        is refused while the queue is full. The route is left in the scope, as the application
        would leave it, for those who count.
    """

    def __init__(self, app: ASGIApp, routes: Mapping[str, object]) -> None:
        self._app = app
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 503, or pass the request on."""
        if scope["type"] == "http" and scope["method"] == "POST" and scope["path"] in self._routes:
            refusal = _refusal(Request(scope))
            if refusal is not None:
                scope["route"] = self._routes[scope["path"]]
                await refusal.response()(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _refusal(request: Request) -> ProblemError | None:
    # A job needs no worker now.
    if prefers_job(request):
        return None
    try:
        check_room(request)
    except ProblemError as problem:
        return problem
    return None
