"""What the command line calls the fields of a request: ``--seconds`` for ``/limits/seconds``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.defects import short

MERGED = ("limits", "options")
"""Fields that options and a file fill together."""

_NAMES = {"limits": "--seconds or --work", "options": "--option", "opened": "--not-opened"}
_REPEATED = ("table", "new_table")


def option_of(pointer: str, options: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Say in which option something is that stands at a place of the request.

    Parameters
    ----------
    pointer
        The place, as a JSON pointer.
    options
        The fields that were given as options.
    names
        What the command calls fields that are no option of their own name: ``HAND``.

    Returns
    -------
    str
        The option as it is typed; of one that is given several times, with its value; the rest of
        the pointer follows only where the value is an object: a list was typed as one text.
    """
    field, *rest = _parts(pointer)
    if not field:
        return "options"
    if rest and field == "limits":
        return f"--{rest[0]}"
    if rest and field == "options":
        return f"--option {rest[0]}"
    name = names.get(field) or _NAMES.get(field) or f"--{field.replace('_', '-')}"
    value = options.get(field)
    if rest and field in _REPEATED and isinstance(value, list):
        # A server of another version may name places that there are not.
        typed = dict(zip(map(str, range(len(value))), value, strict=True)).get(rest[0])
        return name if typed is None else f"{name} {short(str(typed))}"
    return f"{name}#/{'/'.join(rest)}" if rest and isinstance(value, dict) else name


def is_option(pointer: str, options: Mapping[str, Any]) -> bool:
    """Say whether what stands at a place of a request was given as an option.

    Parameters
    ----------
    pointer
        The place, as a JSON pointer.
    options
        The fields that were given as options.
    """
    field, *rest = _parts(pointer)
    if field not in options:
        return False
    return field not in MERGED or not rest or rest[0] in options[field]


def _parts(pointer: str) -> list[str]:
    parts = pointer.split("/")[1:] or [""]
    return [part.replace("~1", "/").replace("~0", "~") for part in parts]
