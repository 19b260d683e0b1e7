"""Reading JSON so that nothing is lost: what the standard library forgives is refused."""

from __future__ import annotations

import json
from typing import Any

from models.defects import short


class MalformedJSONError(ValueError):
    """A document that is not JSON, or that JSON readers would read in different ways."""


def read_json(document: bytes) -> Any:
    """Read a JSON document.

    Unlike :func:`json.loads` it refuses what is not JSON (``NaN``, ``Infinity``), an object that
    names a member twice (one would be lost), and text that is not UTF-8.

    Parameters
    ----------
    document
        The bytes of the document.

    Raises
    ------
    MalformedJSONError
        With the place, where there is one.
    """
    try:
        text = document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedJSONError(
            f"the document is not UTF-8: byte {error.start + 1} is 0x{document[error.start]:02x}"
        ) from None
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise MalformedJSONError(f"the document is not JSON: {error.msg} at {where}") from None
    except RecursionError:
        raise MalformedJSONError("the document is nested too deeply") from None
    except MalformedJSONError:
        raise
    except ValueError:
        # Python refuses to read whole numbers of more than 4300 digits.
        raise MalformedJSONError("a number is too long") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for name, value in pairs:
        if not name.isascii() and _has_surrogate(name):
            raise MalformedJSONError("a name in an object has half of a surrogate pair")
        if name in read:
            raise MalformedJSONError(f"an object names {short(name)!r} twice: one would be lost")
        read[name] = value
    return read


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _constant(name: str) -> Any:
    raise MalformedJSONError(f"{name} is not JSON: give a finite number")
