"""The OpenAPI document: FastAPI's, and what it can't know.

That is the request bodies that are read by :mod:`app.body`, and what stands around the routes:
keys, refusals on the way, headers of every answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from app.kinds import KINDS
from app.middleware.access import OPEN_PATHS
from app.observe.route import HEALTH
from app.schemas.batch import BatchLine, BatchResult
from app.schemas.jobs import JobBody
from app.schemas.problem import ANYWHERE, BEHIND_KEYS, WITH_BODY, WITH_QUERY
from app.settings import Settings

DESCRIPTION = """
POST a hand and a table of Rummikub, get the best legal move back, proven best, in milliseconds.
POST a Mahjong hand, get every way it splits, or how far it is from that and what to draw.
POST a board of peg solitaire, get a play, or a certificate that there is none.

Every operation below has a worked example: press *Try it out*. Tiles of Rummikub are written as a
colour (`R`ed, `B`lue, `O`range, blac`K`) and a number, `J` is a joker; `R7-13` is a run, `RBK4` a
group. Tiles of Mahjong are written as numbers and their suit, `123m456p11z`; `w` is a wild tile.
"""

_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
_JOB = "/v1/jobs/{job}"

_REQUEST_ID = {
    "description": "The caller's `X-Request-ID`, or one that was made; it is in the log.",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
}
_HEADERS: dict[str, dict[str, Any]] = {
    "401": {
        "WWW-Authenticate": {
            "description": "How a key is sent.",
            "required": True,
            "schema": {"type": "string"},
        }
    },
} | {
    status: {
        "Retry-After": {
            "description": "Seconds to wait before asking again.",
            "required": True,
            "schema": {"type": "integer", "minimum": 1},
        }
    }
    for status in ("429", "503")
}
"""Headers of answers by their status."""

_UNREAD = ("400", "431")
"""Statuses of answers to what can't be read; where it can't, there is no id of a request."""


def openapi(app: FastAPI) -> dict[str, Any]:
    """Write the document of an application, once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes
        )
        _with_bodies(document, app.state.settings)
        _with_access(document, app.state.settings)
        for path, operation in _operations(document):
            _with_problems(path, operation)
            _with_headers(operation)
        _with_links(document)
        app.openapi_schema = document
    return app.openapi_schema


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, operations in document["paths"].items():
        for operation in operations.values():
            yield path, operation


def _with_bodies(document: dict[str, Any], settings: Settings) -> None:
    """Add the schemas of request bodies, and the largest time limit any of them can have."""
    schemas = document["components"]["schemas"]
    _, definitions = models_json_schema(
        [
            *((kind.body, "validation") for kind in KINDS.values()),
            (JobBody, "validation"),
            (BatchLine, "validation"),
            (BatchResult, "serialization"),
        ],
        ref_template="#/components/schemas/{model}",
    )
    schemas.update(definitions["$defs"])
    most = max(settings.max_seconds, settings.job_max_seconds)
    schemas["LimitsBody"]["properties"]["seconds"]["anyOf"][0]["maximum"] = most
    # FastAPI's own errors, which this service never sends.
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)


def _with_access(document: dict[str, Any], settings: Settings) -> None:
    """Say how a key is sent, and where one is needed."""
    document["components"]["securitySchemes"] = {
        "key": {"type": "http", "scheme": "bearer", "description": "A key of this service."},
        "header": {
            "type": "apiKey",
            "in": "header",
            "name": "X-API-Key",
            "description": "The same key, for those who can't send it as a bearer's.",
        },
    }
    needed = bool(settings.keys.strip() or settings.keys_file)
    document["security"] = [*([] if needed else [{}]), {"key": []}, {"header": []}]
    for path, operation in _operations(document):
        if path in OPEN_PATHS:
            operation["security"] = []


def _with_problems(path: str, operation: dict[str, Any]) -> None:
    """Add what is answered on the way to a route, and give errors the form they are sent in."""
    responses = operation["responses"]
    if responses.get("422", {}).get("description") == "Validation Error":
        # No route leaves it to FastAPI to check anything of a parameter.
        del responses["422"]
    ways = [ANYWHERE]
    if path not in OPEN_PATHS:
        ways.append(BEHIND_KEYS)
    if path not in HEALTH:
        ways.append(WITH_QUERY)
    if "requestBody" in operation:
        ways.append(WITH_BODY)
    for way in ways:
        for status, description in way.items():
            responses.setdefault(str(status), {"description": description})
    for status, response in responses.items():
        if status >= "400":
            response["content"] = _PROBLEM
        for media in response.get("content", {}).values():
            if "itemSchema" in media:
                # FastAPI adds that the whole is a text.
                media.pop("schema", None)
    operation["responses"] = dict(sorted(responses.items()))


def _with_headers(operation: dict[str, Any]) -> None:
    """Add the headers that an answer has for its status."""
    for status, response in operation["responses"].items():
        headers = response.setdefault("headers", {}) | _HEADERS.get(status, {})
        headers["X-Request-ID"] = _REQUEST_ID | {"required": status not in _UNREAD}
        response["headers"] = headers


def _with_links(document: dict[str, Any]) -> None:
    """Say of each answer that has a job what can be done with the job."""
    paths = document["paths"]
    uses = {
        "job": (_JOB, "get"),
        "status": (f"{_JOB}/status", "get"),
        "events": (f"{_JOB}/events", "get"),
        "stop": (_JOB, "delete"),
    }
    links = {
        name: {
            "operationId": paths[path][method]["operationId"],
            "parameters": {"job": "$response.body#/id"},
        }
        for name, (path, method) in uses.items()
    }
    for _, operation in _operations(document):
        response = operation["responses"].get("202", {})
        if "Location" in response.get("headers", {}):
            response["links"] = links
