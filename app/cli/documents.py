"""Reading requests from files and options."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.schemas.body import Body
from app.strict_json import MalformedJSONError, read_json
from models.defects import InvalidInputError

STDIN = "-"

# Words of an option that were not quoted end up as the name of a file.
_LOOSE = re.compile(r"[A-Za-z]+\d|[Jj]\b|[a-z_,]+$")
_QUOTES = ' (several words for an option need quotes: --hand "B10 K10 J"; give --table once a set)'


class BadInputError(Exception):
    """Input that can't be used; the message has a line for each defect, naming its place."""


def read_request[Asked](
    schema: type[Body[Asked]], file: str | None, options: dict[str, Any]
) -> Asked:
    """Read a request from a file and let options replace its fields.

    Parameters
    ----------
    schema
        The schema of the request.
    file
        A path, ``-`` for standard input, or ``None`` if the options say it all.
    options
        Fields given as options; those that are ``None`` were not given. ``limits`` and ``options``
        are merged.

    Raises
    ------
    BadInputError
        With every defect.
    """
    given = {name: value for name, value in options.items() if value is not None and value != {}}
    raw = _document(file) if file is not None else {}
    if isinstance(raw, dict):
        for name in ("limits", "options"):
            if isinstance(raw.get(name), dict) and name in given:
                given[name] = raw[name] | given[name]
        raw = raw | given
    try:
        return schema.read(raw)
    except InvalidInputError as error:
        lines = [
            f"{_source(file, given, d.pointer)}#{d.pointer}: {d.detail}" for d in error.defects
        ]
        raise BadInputError("\n".join(lines)) from None


def _source(file: str | None, given: dict[str, Any], pointer: str) -> str:
    """Say where the field at a pointer came from."""
    if file is None or pointer.split("/")[1:2] in [[name] for name in given]:
        return "options"
    return "standard input" if file == STDIN else file


def read_options(given: Sequence[str] | None) -> dict[str, Any]:
    """Read options of a backend, each given as ``NAME=VALUE``; what looks like a number is one.

    Raises
    ------
    BadInputError
        With every one that is not so written, or is given twice.
    """
    read: dict[str, Any] = {}
    wrong = []
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            wrong.append(f"--option {text}: write NAME=VALUE, such as heuristic=ICC")
        elif name in read:
            wrong.append(f"--option {text}: {name} is there already; give an option once")
        else:
            read[name] = _number_or_text(value)
    if wrong:
        raise BadInputError("\n".join(wrong))
    return read


def _number_or_text(value: str) -> int | float | str:
    for number in (int, float):
        try:
            return number(value)
        except ValueError:
            pass
    return value


def read_source(file: str) -> bytes:
    """Read a file, or standard input for ``-``.

    Raises
    ------
    BadInputError
        If it can't be read.
    """
    if file == STDIN and sys.stdin is None:
        raise BadInputError("standard input: it is closed")
    try:
        return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        hint = _QUOTES if isinstance(error, FileNotFoundError) and _LOOSE.match(file) else ""
        raise BadInputError(f"{file}: {error.strerror or error}{hint}") from None


def _document(file: str) -> Any:
    try:
        return read_json(read_source(file))
    except MalformedJSONError as error:
        name = "standard input" if file == STDIN else file
        raise BadInputError(f"{name}: {error}") from None


def write(file: str, content: str) -> None:
    """Write a file.

    Raises
    ------
    BadInputError
        If it can't be written.
    """
    try:
        Path(file).write_text(content)
    except OSError as error:
        raise BadInputError(f"{file}: {error.strerror or error}") from None
