"""The name of a route: what metrics, logs and traces say instead of a path.

A path may hold the id of a job, and callers can make up as many paths as they like.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

UNMATCHED = "unmatched"
"""The route of a request that came to none: no such path, or refused on the way."""

HEALTH = frozenset({"/live", "/ready", "/metrics"})
"""Paths that machines ask for every few seconds."""


def route_of(scope: Mapping[str, Any]) -> str:
    """Return the template of the route that a request came to: ``/v1/jobs/{id}``.

    Parameters
    ----------
    scope
        The ASGI scope, once the router has seen it.
    """
    template = getattr(scope.get("route"), "path_format", None)
    if isinstance(template, str):
        return template
    # The framework's own pages leave no route behind.
    app = scope.get("app")
    own = (getattr(app, "docs_url", None), getattr(app, "openapi_url", None))
    path: str = scope["path"]
    return path if path in own else UNMATCHED
