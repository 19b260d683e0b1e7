"""The lines of a batch: cut out of what arrives, whatever its parts."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any

DIGEST_DIGITS = 16

_BLANK_LINES = re.compile(rb"[ \t\r\n]*\n")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that asks something.

    Attributes
    ----------
    number
        Which one it is, from 1; blank lines count.
    content
        The line without its end; ``None`` if it is longer than allowed.
    digest
        The first 16 hexadecimal digits of the SHA-256 of the line without its end.
    """

    number: int
    content: bytes | None
    digest: str


class Lines:
    """What has arrived of a batch and is not taken yet.

    It holds what it is given and little more: of a line that is longer than allowed not even that.

    Parameters
    ----------
    most_bytes
        How long a line may be.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._waiting = bytearray()
        self._searched = 0
        self._too_long: Any = None
        self._number = 0
        self._closed = False

    def put(self, part: bytes) -> None:
        """Add what has arrived."""
        self._waiting += part

    def close(self) -> None:
        """Note that nothing more arrives: what is left is a line too."""
        self._closed = True

    def take(self) -> Line | None:
        """Return the next line that is not blank, if it is whole."""
        self._skip_blank_lines()
        end = self._waiting.find(b"\n", self._searched)
        if end >= 0:
            return self._cut(end, end + 1)
        self._searched = len(self._waiting)
        if self._closed:
            last = self._too_long is not None or self._waiting.strip(b" \t\r")
            return self._cut(self._searched, self._searched) if last else None
        if self._searched > self._most_bytes + 1:
            # All but the last byte, which may belong to the end of the line.
            self._digest_long(self._searched - 1)
        return None

    def _skip_blank_lines(self) -> None:
        # Many at once: millions of them may come in one part.
        if self._too_long is None and self._waiting[:1].isspace():
            blank = _BLANK_LINES.match(self._waiting)
            if blank is not None:
                self._number += self._waiting.count(b"\n", 0, blank.end())
                del self._waiting[: blank.end()]
                self._searched = 0

    def _cut(self, end: int, after: int) -> Line:
        if self._waiting[end - 1 : end] == b"\r":
            end -= 1
        if self._too_long is not None or end > self._most_bytes:
            self._digest_long(end)
            after -= end
            content, digest = None, self._too_long.hexdigest()
        else:
            content = bytes(self._waiting[:end])
            digest = hashlib.sha256(content).hexdigest()
        del self._waiting[:after]
        self._searched = 0
        self._too_long = None
        self._number += 1
        return Line(self._number, content, digest[:DIGEST_DIGITS])

    def _digest_long(self, end: int) -> None:
        if self._too_long is None:
            self._too_long = hashlib.sha256()
        self._too_long.update(bytes(self._waiting[:end]))
        del self._waiting[:end]
        self._searched = max(0, self._searched - end)
