"""API keys: how one is made, and how the lines that hold their hashes are read.

A line is ``NAME sha256:HEX [rate=20] [burst=40] [concurrency=4]``. What follows ``#`` is a comment.
"""

from __future__ import annotations

import hashlib
import math
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from app.access.errors import AccessError
from models.defects import short, suggestion

PREFIX = "mw_"
"""What every key begins with, so that one in the wrong place is recognised by people and tools."""

_RANDOM_BYTES = 32
_HASH = "sha256:"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_MOST_BURST = 100_000


@dataclass(frozen=True, slots=True)
class Key:
    """A key as the service knows it.

    Attributes
    ----------
    name
        The caller it belongs to.
    digest
        SHA-256 of the key. A plain hash is enough: the key has 256 random bits, so there are no
        likely keys to try, and a slow hash, made for passwords, would only slow every request.
    rate, burst, concurrency
        Limits of its own; ``None`` leaves those of the settings.
    """

    name: str
    digest: bytes
    rate: float | None = None
    burst: int | None = None
    concurrency: int | None = None


def new_key() -> str:
    """Make a key of 256 random bits."""
    return PREFIX + secrets.token_urlsafe(_RANDOM_BYTES)


def digest_of(key: bytes) -> bytes:
    """Return what the service keeps of a key."""
    return hashlib.sha256(key).digest()


def key_line(name: str, key: str, options: Iterable[tuple[str, str | None]] = ()) -> str:
    """Write the line of a key; options without a value are left out."""
    given = [f"{option}={value}" for option, value in options if value is not None]
    return " ".join([name, _HASH + digest_of(key.encode()).hex(), *given])


def read_keys(lines: Iterable[tuple[str, str]]) -> tuple[Key, ...]:
    """Read the lines of keys.

    Parameters
    ----------
    lines
        Where each line stands (``keys.txt:3``), and the line.

    Raises
    ------
    AccessError
        With every defect of every line. No message quotes what may be a key.
    """
    keys: dict[bytes, tuple[str, Key]] = {}
    defects: list[str] = []
    for place, line in lines:
        words = line.partition("#")[0].split()
        if not words:
            continue
        found: list[str] = []
        key = _key(words, found)
        defects += [f"{place}: {defect}" for defect in found]
        if key is None:
            continue
        if key.digest in keys:
            first = keys[key.digest][0]
            defects.append(f"{place}: the same key as at {first}: make one key for each caller")
        keys.setdefault(key.digest, (place, key))
    if defects:
        raise AccessError("\n".join(defects))
    return tuple(key for _, key in keys.values())


def _key(words: Sequence[str], defects: list[str]) -> Key | None:
    name, options = words[0], words[2:]
    if name.startswith(PREFIX):
        defects.append(
            "this is a key itself: put the line there that `meldwise keys new NAME` prints"
        )
        return None
    if not _NAME.fullmatch(name):
        defects.append(
            f"name {short(name)!r}: a name has up to 64 letters, digits, dots, - and _, and begins "
            "with a letter or digit"
        )
    digest = _digest(words[1] if len(words) > 1 else "", defects)
    limits = _limits(options, defects)
    return None if digest is None else Key(name, digest, *limits)


def _digest(word: str, defects: list[str]) -> bytes | None:
    # What stands here may be a key in the wrong place: it is never quoted.
    if word.startswith(PREFIX):
        defects.append(
            "the second word is a key itself: its hash belongs there, as `meldwise keys new` "
            "prints it; make a new key, for this one has been seen"
        )
    elif not re.fullmatch(rf"{_HASH}[0-9a-fA-F]{{64}}", word):
        defects.append("the second word must be sha256: and 64 hexadecimal digits")
    else:
        return bytes.fromhex(word.removeprefix(_HASH))
    return None


def _limits(
    options: Sequence[str], defects: list[str]
) -> tuple[float | None, int | None, int | None]:
    given: dict[str, float | None] = {}
    for option in options:
        name, _, value = option.partition("=")
        if name not in _READERS:
            hint = suggestion(name, _READERS)
            defects.append(f"{_quoted(name)}: {hint}known options: {', '.join(_READERS)}")
        elif name in given:
            defects.append(f"{name} is given twice")
        else:
            given[name] = _READERS[name](value)
            if given[name] is None:
                defects.append(f"{name}={_quoted(value)}: {_WANTED[name]}")
    burst, concurrency = given.get("burst"), given.get("concurrency")
    return (
        given.get("rate"),
        None if burst is None else int(burst),
        None if concurrency is None else int(concurrency),
    )


def _rate(text: str) -> float | None:
    try:
        rate = float(text)
    except ValueError:
        return None
    return rate if 0 < rate < math.inf else None


def _count(text: str) -> int | None:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        return None
    return int(text) if 1 <= int(text) <= _MOST_BURST else None


_READERS: dict[str, Callable[[str], float | None]] = {
    "rate": _rate,
    "burst": _count,
    "concurrency": _count,
}
_WANTED = {
    "rate": "give requests a second, a number above 0",
    "burst": f"give a whole number from 1 to {_MOST_BURST}",
    "concurrency": f"give a whole number from 1 to {_MOST_BURST}",
}


def _quoted(word: str) -> str:
    return "a key" if PREFIX in word else short(word)
