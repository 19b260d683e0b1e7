"""From an HTTP request to what it asks: size, media type, JSON, then shape and sense."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from email.message import Message
from http import HTTPStatus
from typing import Any

from fastapi import Request
from starlette.requests import ClientDisconnect

from app.problems import ProblemError
from app.schemas.body import Body
from app.settings import Settings
from app.strict_json import MalformedJSONError, read_json
from app.working import stopping
from models.defects import short

_HINT = "--json, or -H 'Content-Type: application/json' with -d"


def body_of[Asked](
    reader: Callable[[object, float | None], Asked],
) -> Callable[[Request], Awaitable[Asked]]:
    """Make the function that reads a request body.

    FastAPI's own reading stops at the first kind of error and forgives what loses data; this one
    reports everything at once.

    Parameters
    ----------
    reader
        Makes of a JSON value, and the largest time limit it may ask for, what is asked.
    """

    async def read(request: Request) -> Asked:
        settings: Settings = request.app.state.settings
        raw = await json_body(request)
        return reader(raw, settings.max_seconds)

    return read


async def json_body(request: Request) -> Any:
    """Read the body of a request as JSON.

    Raises
    ------
    ProblemError
        If it is not announced as JSON, or not JSON.
    """
    check_media_type(request, ("application/json",), "JSON", _HINT)
    document = await _document(request)
    try:
        return read_json(document)
    except MalformedJSONError as error:
        raise ProblemError(
            HTTPStatus.BAD_REQUEST, "malformed-json", "The body is not JSON", str(error)
        ) from None


def body_documentation(schema: type[Body[Any]], examples: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a body for OpenAPI; :mod:`app.openapi` adds the schemas it refers to.

    Parameters
    ----------
    schema
        The schema of the body.
    examples
        Bodies by what they show.
    """
    reference = {"$ref": f"#/components/schemas/{schema.__name__}"}
    shown = {name: {"value": example} for name, example in examples.items()}
    return {
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": reference, "examples": shown}},
        }
    }


def check_media_type(request: Request, accepted: Sequence[str], name: str, hint: str) -> None:
    """See whether a body is announced as what it should be.

    Parameters
    ----------
    request
        The request.
    accepted
        Media types that are accepted; the first one is recommended.
    name
        What they are called.
    hint
        How a client says so.

    Raises
    ------
    ProblemError
        If it is announced as anything else, or in another encoding than UTF-8.
    """
    # Headers that are there twice are one, with a comma: no choice is made between them.
    given = ", ".join(request.headers.getlist("content-type"))
    encoding = ", ".join(request.headers.getlist("content-encoding"))
    if given == accepted[0] and not encoding:
        # As nearly everybody says it.
        return
    if encoding.lower() not in ("", "identity"):
        raise ProblemError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "unsupported-media-type",
            f"The body must be plain {name}",
            f"Content-Encoding is {short(encoding)}: send the body as it is",
        )
    header = Message()
    header["content-type"] = given
    charsets = [value for name, value in header.get_params([]) if name.lower() == "charset"]
    known = all(str(value).strip('"').lower() == "utf-8" for value in charsets)
    if header.get_content_type() in accepted and known:
        return
    shown = f"Content-Type is {short(given)}" if given else "Content-Type is missing"
    raise ProblemError(
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "unsupported-media-type",
        f"The body must be {name}",
        f"{shown}: send Content-Type: {accepted[0]} (curl: {hint})",
    )


async def _document(request: Request) -> bytes:
    """Read the body; :mod:`app.middleware.patience` sees to it that it is not too large or slow."""
    try:
        return await request.body()
    except asyncio.CancelledError:
        raise stopping() from None
    except ClientDisconnect:
        # Nobody is left to read this; it only ends the request without an entry in the log.
        raise ProblemError(
            HTTPStatus.BAD_REQUEST, "client-left", "The client left", "the body did not arrive"
        ) from None
