"""Having a server answer instead."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from app.cli.documents import Given
from app.cli.server import server_of
from app.schemas.body import Body


@dataclass(frozen=True, slots=True)
class Question:
    """What a command asks a server.

    Attributes
    ----------
    kind
        The kind of question: ``rummikub/solve``.
    body, shape
        The schemas of question and answer.
    """

    kind: str
    body: type[Body[Any]]
    shape: type[BaseModel]


def elsewhere(options: Namespace, question: Question, given: Given) -> dict[str, Any] | None:
    """Have the server answer, if there is one."""
    server = server_of(options)
    if server is None:
        return None
    # Only here: importing an HTTP client takes longer than solving most positions.
    from app.cli.remote import ask  # noqa: PLC0415

    return ask(server, question, given)
