"""Asking a server, with errors in the words that local use has for them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ValidationError

from app.cli.documents import BadInputError, Given
from app.cli.elsewhere import Question
from app.cli.server import KEY, Server
from app.client.client import Client
from app.client.errors import ClientError, ServiceError, UnexpectedAnswerError
from app.schemas.body import Body


def ask(server: Server, question: Question, given: Given) -> dict[str, Any]:
    """Have a server answer a question.

    Parameters
    ----------
    server
        The server.
    question, given
        What is asked.

    Raises
    ------
    BadInputError
        With every defect that the server finds.
    ClientError
        If there is no answer.
    """
    refuse_what_json_lacks(given, question.body)
    with connected(server, given) as client:
        return shaped(client.ask(question.kind, given.raw), question.shape, server)


@contextmanager
def connected(
    server: Server,
    given: Given | None = None,
    on_wait: Callable[[str, float], None] | None = None,
    below: str = "",
) -> Iterator[Client]:
    """Have a client of a server; what the server finds wrong is told as if it were found here.

    Parameters
    ----------
    server
        The server.
    given
        What is asked, to name the places of its defects.
    on_wait
        Is told of each wait; by default a person at a terminal is.
    below
        Where in the body that is sent the question stands, as a JSON pointer.
    """
    client = Client(
        server.url, server.key, patience=server.patience, on_wait=on_wait or _tell_of_wait
    )
    try:
        with client:
            yield client
    except ServiceError as error:
        known = given or Given({}, None, {})
        raise _in_our_words(error, server, known, below) from None


def shaped(answer: Any, shape: type[BaseModel], server: Server) -> dict[str, Any]:
    """Return an answer if it has the shape that it is printed by.

    Raises
    ------
    UnexpectedAnswerError
        If it has not: another version of the service, or none, has answered.
    """
    try:
        shape.model_validate(answer)
    except ValidationError:
        name = shape.__name__
        raise UnexpectedAnswerError(
            f"{server.url}: the answer is no {name}: is it a service of meldwise, of this version?"
        ) from None
    checked: dict[str, Any] = answer
    return checked


def refuse_what_json_lacks(given: Given, body: type[Body[Any]]) -> None:
    """Refuse here what can't be sent as JSON, such as a time limit of ``nan`` seconds.

    Raises
    ------
    BadInputError
        With every defect.
    """
    try:
        json.dumps(given.raw, allow_nan=False)
    except (ValueError, RecursionError):
        given.read(body)
        raise BadInputError("a number is beyond what JSON can hold") from None


def _in_our_words(error: ServiceError, server: Server, given: Given, below: str) -> Exception:
    if error.defects:
        return given.bad_input(
            replace(d, pointer=d.pointer.removeprefix(below)) for d in error.defects
        )
    if error.kind == "unknown-job":
        return BadInputError(f"{error.title}: `meldwise jobs list` lists those there are")
    if error.status == 401:
        wanted = f"give a key of this service, by --key-file FILE or in {KEY}"
        if server.key is not None:
            wanted = f"the one from {server.key_source} is none of this service"
        return ClientError(f"{error.title}: {wanted}")
    return error


def _tell_of_wait(reason: str, pause: float) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"{reason}; trying again in {pause:.1f} s", file=sys.stderr)
