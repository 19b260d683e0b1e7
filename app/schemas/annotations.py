"""What the lines of files of positions say about a position, beside what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ANNOTATIONS = frozenset({"id", "name", "source", "note", "best"})
"""Members of a line that describe the position and are no part of the request."""


def bare(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line without its annotations: a request.

    Parameters
    ----------
    line
        The line, as JSON has it.
    """
    return {name: value for name, value in line.items() if name not in ANNOTATIONS}
