"""Where an answer ends in what a connection has received: just enough of HTTP for that."""

from __future__ import annotations

import re
from typing import NamedTuple

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_RETRY = re.compile(rb"\r\nretry-after: *\d", re.IGNORECASE)


class Answer(NamedTuple):
    """An answer: its status, whether it says when to try again, and its body."""

    status: int
    says_when: bool
    body: bytes


def take_answer(received: bytearray) -> Answer | None:
    """Remove the first whole answer from what was received, and return it if there is one.

    Raises
    ------
    ValueError
        If an answer does not say how long it is.
    """
    head_end = received.find(b"\r\n\r\n")
    if head_end < 0:
        return None
    head = bytes(received[:head_end])
    length = _LENGTH.search(head)
    if length is None:
        raise ValueError(f"an answer without Content-Length: {head[:200]!r}")
    end = head_end + 4 + int(length[1])
    if len(received) < end:
        return None
    answer = Answer(
        int(head[9:12]), _RETRY.search(head) is not None, bytes(received[head_end + 4 : end])
    )
    del received[:end]
    return answer
