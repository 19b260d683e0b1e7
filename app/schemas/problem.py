"""An error as JSON: a problem (RFC 9457) with every defect of the request."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class ProblemDefect(BaseModel):
    """One thing that is wrong with a request."""

    pointer: str = Field(
        description="JSON pointer (RFC 6901) to the place in the request body, or in the query: "
        "`/limit` is its parameter `limit`."
    )
    code: str = Field(description="A stable word for programs.")
    detail: str = Field(description="What is wrong, and what would be right.")


class Problem(BaseModel):
    """An error, as `application/problem+json` (RFC 9457)."""

    type: str = Field(description="Names the kind of problem; the same word for the same kind.")
    title: str = Field(description="The kind of problem in words.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What happened this time.")
    errors: list[ProblemDefect] = Field(
        default=[], description="Every defect of the request; empty where there is no list."
    )
    incident: str | None = Field(
        default=None, description="Of a fault of the service: its number in the service's log."
    )


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": description}
    for status, description in (
        (400, "The body is not JSON."),
        (415, "The body is not announced as JSON."),
        (422, "The request makes no sense; every defect is listed."),
        (
            503,
            "No worker is free, or the service is stopping; `Retry-After` says when to ask again.",
        ),
        (504, "The worker did not answer in time and was stopped."),
    )
}
"""How a request for an answer can fail, beside what any can, for OpenAPI."""

ANYWHERE: dict[int, str] = {
    400: "The request can't be read.",
    413: "The body is too large.",
    431: "The head of the request is larger than 64 KiB.",
    500: "A fault of the service; it is logged under the incident's number.",
}
"""How any request can fail, whatever it asks for."""

BEHIND_KEYS: dict[int, str] = {
    401: "The service wants an API key, and this is none it knows.",
    429: "The caller asks too much; `Retry-After` says when to ask again.",
}
"""How a request can fail where a key is needed, if the service has keys."""

WITH_QUERY: dict[int, str] = {422: "The query has a parameter that is not known."}
"""How a request can fail where the query is looked at, which is everywhere but at health checks."""

WITH_BODY: dict[int, str] = {408: "The body did not arrive in time."}
"""How a request can fail whose body is read."""
