"""Server-sent events, as the service sends those of a job."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from app.client.errors import UnexpectedAnswerError
from app.strict_json import MalformedJSONError, read_json


@dataclass(frozen=True, slots=True)
class JobEvent:
    """Something that happened to a job.

    Attributes
    ----------
    id
        What to say to be told only what came later.
    kind
        ``state``, ``progress``, ``solution`` or ``end``.
    data
        What there is to say; of an ``end``, the job in its short form.
    """

    id: str
    kind: str
    data: dict[str, Any]


def read_events(lines: Iterable[str]) -> Iterator[JobEvent]:
    """Read the events of a stream, line by line.

    An event counts when the empty line after it has come: one that is cut off will be sent again.

    Raises
    ------
    UnexpectedAnswerError
        If an event holds no JSON object.

    References
    ----------
    https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
    """
    last_id, kind = "", ""
    data: list[str] = []
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "id":
                last_id = value
            case "event":
                kind = value
            case "data":
                data.append(value)
            case "" if not line:
                if data:
                    yield JobEvent(last_id, kind, _object("\n".join(data)))
                kind, data = "", []
            case _:
                # A comment, which only keeps the connection alive, or a field of a later day.
                pass


def _object(text: str) -> dict[str, Any]:
    try:
        content = read_json(text.encode())
    except MalformedJSONError as error:
        raise UnexpectedAnswerError(f"an event of the job can't be read: {error}") from None
    if not isinstance(content, dict):
        raise UnexpectedAnswerError("an event of the job can't be read: it is no object")
    return content
