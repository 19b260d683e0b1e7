"""Why no answer came, and whether that may pass."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator

import httpx

from app.client.errors import UnreachableError

_TRANSIENT = (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError)


def may_pass(error: httpx.TransportError) -> bool:
    """Whether the next attempt may fare better: not with a wrong name or certificate."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLError):
            return False
        if isinstance(cause, socket.gaierror):
            return cause.errno == socket.EAI_AGAIN
    return isinstance(error, _TRANSIENT)


def unreachable(server: str, error: httpx.TransportError | str) -> UnreachableError:
    """Make the error of an answer that did not come.

    Parameters
    ----------
    server
        The address of the service.
    error
        What happened.
    """
    reason = error if isinstance(error, str) else _reason(error)
    return UnreachableError(f"{server}: {reason}")


def _reason(error: httpx.TransportError) -> str:
    if isinstance(error, httpx.TimeoutException):
        doing = "connection" if isinstance(error, httpx.ConnectTimeout) else "answer"
        return f"no {doing} in time"
    for cause in _causes(error):
        # The words of the operating system, without those of each layer above it.
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror
    return str(error).rstrip(".") or type(error).__name__


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
