"""An error as JSON: a problem (RFC 9457) with every defect of the request."""

from __future__ import annotations

from pydantic import BaseModel, Field


class ProblemDefect(BaseModel):
    """One thing that is wrong with a request."""

    pointer: str = Field(description="JSON pointer (RFC 6901) to the place in the request body.")
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
