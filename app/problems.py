"""Errors as problems (RFC 9457): one shape for every status from 400 to 599."""

from __future__ import annotations

import json
import logging
import uuid
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import Match

from app.observe.route import route_of
from models.defects import MOST_DEFECTS, MOST_LISTED, Defect, InvalidInputError, short

logger = logging.getLogger("meldwise")

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


class ProblemError(Exception):
    """A problem to answer with.

    Attributes
    ----------
    status, kind, title, detail
        HTTP status, stable word for the kind, the kind in words, what happened.
    defects
        Everything wrong with the request.
    incident
        Number of the incident in the log, for a fault of ours.
    headers
        Headers of the answer.
    """

    def __init__(
        self,
        status: HTTPStatus,
        kind: str,
        title: str,
        detail: str,
        defects: tuple[Defect, ...] = (),
        incident: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.kind = kind
        self.title = title
        self.detail = detail
        self.defects = defects
        self.incident = incident
        self.headers = headers

    def document(self) -> bytes:
        """Write the problem as JSON."""
        content: dict[str, Any] = {
            "type": f"urn:meldwise:problem:{self.kind}",
            "title": self.title,
            "status": int(self.status),
            "detail": self.detail,
        }
        if self.defects:
            content["errors"] = [
                {"pointer": d.pointer, "code": d.code, "detail": d.detail}
                for d in self.defects[:MOST_LISTED]
            ]
        if self.incident is not None:
            content["incident"] = self.incident
        # A lone surrogate of a request, quoted back, can't be encoded: it is written as an escape.
        return json.dumps(content, ensure_ascii=False).encode("utf-8", "backslashreplace")

    def response(self) -> Response:
        """Write the problem as an HTTP answer."""
        return Response(
            self.document(),
            status_code=int(self.status),
            media_type="application/problem+json",
            headers=self.headers,
        )


def invalid_input(defects: tuple[Defect, ...]) -> ProblemError:
    """Make the problem of a request that is JSON but makes no sense."""
    count = len(defects)
    detail = "one defect" if count == 1 else f"{count} defects"
    if count > MOST_DEFECTS:
        detail = f"more than {MOST_DEFECTS} defects"
    if count > MOST_LISTED:
        detail += f", of which the first {MOST_LISTED} are listed"
    return ProblemError(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "invalid-input",
        "The request can't be understood",
        f"{detail}; nothing was solved",
        defects,
    )


def internal_fault(summary: str, context: object) -> ProblemError:
    """Log a fault of ours with all that is needed to repeat it, and make its problem.

    Must be called while the exception is handled, so that its trace is logged.
    """
    incident = uuid.uuid4().hex
    logger.exception(
        "incident %s: %s; request: %s",
        incident,
        summary,
        context,
        extra={"incident": incident},
    )
    return ProblemError(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "internal-fault",
        "The service failed",
        f"{summary}; it is logged as incident {incident}",
        incident=incident,
    )


def install(app: FastAPI) -> None:
    """Answer every error of an application as a problem."""

    @app.exception_handler(ProblemError)
    async def _problem(_: Request, error: ProblemError) -> Response:
        return error.response()

    @app.exception_handler(InvalidInputError)
    async def _invalid(_: Request, error: InvalidInputError) -> Response:
        return invalid_input(error.defects).response()

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        status, path = HTTPStatus(error.status_code), short(request.url.path)
        details = {
            HTTPStatus.NOT_FOUND: f"nothing is at {path}; /docs lists what there is",
            HTTPStatus.METHOD_NOT_ALLOWED: f"{request.method} is not for {path}",
        }
        headers = dict(error.headers or {})
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            headers["Allow"] = ", ".join(_methods_at(request))
        return ProblemError(
            status,
            status.phrase.lower().replace(" ", "-"),
            status.phrase,
            details.get(status, str(error.detail)),
            headers=headers,
        ).response()

    @app.exception_handler(Exception)
    async def _fault(request: Request, error: Exception) -> Response:  # noqa: ARG001
        return internal_fault("an unexpected error", route_of(request.scope)).response()


def _methods_at(request: Request) -> list[str]:
    """Return the methods that a path takes; a route alone knows only its own."""
    routes = request.app.router.routes
    return [
        method
        for method in _METHODS
        if any(r.matches({**request.scope, "method": method})[0] is Match.FULL for r in routes)
    ]
