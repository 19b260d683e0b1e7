"""``meldwise keys new``: a fresh key, and the line that lets the service know it."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from app.access.errors import AccessError
from app.access.keys import key_line, new_key, read_keys
from app.cli.documents import BadInputError
from models.defects import short


def make(name: str, rate: str | None, burst: str | None, concurrency: str | None) -> dict[str, str]:
    """Make a key.

    Parameters
    ----------
    name
        Whose key it is.
    rate, burst, concurrency
        Limits of its own, as they are written in a line; ``None`` for those of the service.

    Raises
    ------
    BadInputError
        With all that is wrong with the name and the limits.
    """
    key = new_key()
    options = (("rate", rate), ("burst", burst), ("concurrency", concurrency))
    for given in (name, *(value for _, value in options if value is not None)):
        if not given or "#" in given or any(map(str.isspace, given)):
            raise BadInputError(f"options: {short(given)!r}: give one word, without #")
    line = key_line(name, key, options)
    try:
        read_keys([("options", line)])
    except AccessError as error:
        raise BadInputError(str(error)) from None
    return {"name": name, "key": key, "line": line}


def print_key(made: dict[str, Any], out: Console) -> None:
    """Print a key that was just made."""
    out.print(Text(made["key"], style="bold"))
    out.print("This is the key. It is shown only now: the service keeps no more than its hash.")
    out.print()
    out.print(Text(made["line"]))
    out.print("This line goes into the file of MELDWISE_KEYS_FILE, or into MELDWISE_KEYS.")
