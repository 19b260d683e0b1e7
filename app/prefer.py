"""What a caller prefers of an answer (RFC 7240)."""

from __future__ import annotations

from fastapi import Request

RESPOND_ASYNC = "respond-async"


def prefers_job(request: Request) -> bool:
    """Whether a caller prefers to have a job made of the request: ``Prefer: respond-async``."""
    return any(map(prefers_job_by, request.headers.getlist("prefer")))


def prefers_job_by(header: str) -> bool:
    """Whether a ``Prefer`` header has ``respond-async`` among its preferences."""
    return any(
        preference.split(";")[0].strip().lower() == RESPOND_ASYNC
        for preference in header.split(",")
    )
