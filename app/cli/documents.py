"""Reading requests from files and options."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.cli.places import MERGED, is_option, option_of
from app.schemas.body import Body
from app.strict_json import MalformedJSONError, read_json
from models.defects import MOST_LISTED, Defect, InvalidInputError

STDIN = "-"

# Words of an option that were not quoted end up as the name of a file.
_LOOSE = re.compile(r"[A-Za-z]+\d|[Jj]\b|[a-z_,]+$")
_QUOTES = ' (several words for an option need quotes: --hand "B10 K10 J"; give --table once a set)'


class BadInputError(Exception):
    """Input that can't be used; the message has a line for each defect, naming its place."""


def bad_lines(wrong: Sequence[str]) -> BadInputError:
    """Say what is wrong, a line for each defect; of very many the first, and how many there are."""
    more = [f"… and {len(wrong) - MOST_LISTED} more"] if len(wrong) > MOST_LISTED else []
    return BadInputError("\n".join([*wrong[:MOST_LISTED], *more]))


@dataclass(frozen=True, slots=True)
class Given:
    """A request as it was given, before anybody has looked for its sense.

    Attributes
    ----------
    raw
        The request as JSON has it.
    file
        Where it was read from: a path, ``-``, or ``None`` if the options say it all.
    options
        Fields that were given as options.
    names
        What the command calls fields that are no option of their own name: ``HAND``.
    """

    raw: Any
    file: str | None
    options: dict[str, Any]
    names: Mapping[str, str] = field(default_factory=dict)

    def read[Asked](self, schema: type[Body[Asked]]) -> Asked:
        """Read the request.

        Raises
        ------
        BadInputError
            With every defect.
        """
        try:
            return schema.read(self.raw)
        except InvalidInputError as error:
            raise self.bad_input(error.defects) from None

    def bad_input(self, defects: Iterable[Defect]) -> BadInputError:
        """Say what is wrong with the request, and whence each defect came."""
        return bad_lines([f"{self._place(d.pointer)}: {d.detail}" for d in defects])

    def _place(self, pointer: str) -> str:
        if self.file is None or is_option(pointer, self.options):
            return option_of(pointer, self.options, self.names)
        return f"{'standard input' if self.file == STDIN else self.file}#{pointer}"


def assemble(
    file: str | None, options: dict[str, Any], names: Mapping[str, str] | None = None
) -> Given:
    """Take a request from a file and let options replace its fields.

    Parameters
    ----------
    file
        A path, ``-`` for standard input, or ``None`` if the options say it all.
    options
        Fields given as options; those that are ``None`` were not given. ``limits`` and ``options``
        are merged.
    names
        As of :class:`Given`.

    Raises
    ------
    BadInputError
        If the file can't be read, or is not JSON.
    """
    given = {name: value for name, value in options.items() if value is not None and value != {}}
    raw = _document(file) if file is not None else {}
    if isinstance(raw, dict):
        merged = {
            name: raw[name] | given[name]
            for name in MERGED
            if isinstance(raw.get(name), dict) and name in given
        }
        raw = raw | given | merged
    return Given(raw, file, given, names or {})


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


def read_rules(given: str | None) -> Any:
    """Read rules given as an option: the name of a preset, or a JSON object.

    Raises
    ------
    BadInputError
        If it looks like an object, and is not JSON.
    """
    if given is None or not given.lstrip().startswith("{"):
        return given
    try:
        return read_json(given.encode(errors="surrogateescape"))
    except MalformedJSONError as error:
        raise BadInputError(f"--rules: {error}") from None


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
