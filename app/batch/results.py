"""The lines that answer a batch: written here, and read again by who goes on with one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from app.batch.lines import Line
from app.problems import ProblemError


@dataclass(frozen=True, slots=True)
class Head:
    """What a line of results says about itself.

    Attributes
    ----------
    line, digest
        Which line it answers: see :class:`app.batch.lines.Line`.
    status
        As HTTP would have it.
    """

    line: int
    digest: str
    status: int


def result(line: Line, identity: str | float | None, document: bytes) -> bytes:
    """Write the answer to a line.

    Parameters
    ----------
    line
        The line.
    identity
        Its id, if it has one.
    document
        The answer, as JSON.
    """
    return _written(line, identity, HTTPStatus.OK, b"answer", document)


def error(line: Line, identity: str | float | None, problem: ProblemError) -> bytes:
    """Write what is wrong with a line, or went wrong with it.

    Parameters
    ----------
    line
        The line.
    identity
        Its id, if it has one.
    problem
        What is wrong.
    """
    return _written(line, identity, problem.status, b"problem", problem.document())


def _written(
    line: Line, identity: str | float | None, status: HTTPStatus, name: bytes, document: bytes
) -> bytes:
    head: dict[str, Any] = {"line": line.number}
    if identity is not None:
        head["id"] = identity
    head |= {"digest": line.digest, "status": int(status)}
    # A lone surrogate of an id can't be encoded: it is written as the escape it came as.
    written = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    opened = written[:-1].encode("utf-8", "backslashreplace")
    return b'%s,"%s":%s}\n' % (opened, name, document)


def read_head(written: bytes) -> Head | None:
    """Read what a line of results says about itself; ``None`` if it is no such line.

    Parameters
    ----------
    written
        The line.
    """
    try:
        content = json.loads(written)
    except ValueError:
        return None
    if not isinstance(content, dict):
        return None
    line, digest, status = (content.get(name) for name in ("line", "digest", "status"))
    if type(line) is not int or not isinstance(digest, str) or type(status) is not int:
        return None
    return Head(line, digest, status)
