"""The OpenAPI document: FastAPI's, and the request bodies that are read by :mod:`app.body`."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from app.kinds import KINDS
from app.middleware.access import OPEN_PATHS
from app.schemas.batch import BatchLine, BatchResult
from app.schemas.jobs import JobBody

DESCRIPTION = """
POST a hand and a table of Rummikub, get the best legal move back, proven best, in milliseconds.

Every operation below has a worked example: press *Try it out*. Tiles are written as a colour
(`R`ed, `B`lue, `O`range, blac`K`) and a number, `J` is a joker; `R7-13` is a run, `RBK4` a group.
"""


def openapi(app: FastAPI) -> dict[str, Any]:
    """Write the document of an application, once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes
        )
        _, definitions = models_json_schema(
            [
                *((kind.body, "validation") for kind in KINDS.values()),
                (JobBody, "validation"),
                (BatchLine, "validation"),
                (BatchResult, "serialization"),
            ],
            ref_template="#/components/schemas/{model}",
        )
        document["components"]["schemas"].update(definitions["$defs"])
        _with_access(document)
        _as_problems(document)
        app.openapi_schema = document
    return app.openapi_schema


def _with_access(document: dict[str, Any]) -> None:
    """Say how a key is sent, and what the middlewares answer."""
    components = document["components"]
    components["securitySchemes"] = {
        "key": {
            "type": "http",
            "scheme": "bearer",
            "description": "A key of this service, if it asks for one; `X-API-Key` takes it too.",
        }
    }
    document["security"] = [{}, {"key": []}]
    answers = {
        "401": "A key is needed, and none of this service was sent.",
        "408": "The body did not arrive in time.",
        "429": "Too many requests, or too many at once; `Retry-After` says how long to wait.",
    }
    schema = {"$ref": "#/components/schemas/Problem"}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            for status, description in answers.items():
                if path not in OPEN_PATHS and (status != "408" or "requestBody" in operation):
                    content = {"application/json": {"schema": schema}}
                    operation["responses"].setdefault(
                        status, {"description": description, "content": content}
                    )


def _as_problems(document: dict[str, Any]) -> None:
    """Give errors the media type they are sent with."""
    for path in document["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                if status >= "400" and "application/json" in response.get("content", {}):
                    content = response["content"]
                    content["application/problem+json"] = content.pop("application/json")
