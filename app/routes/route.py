"""A route of this service: one that refuses query parameters it does not know."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Iterator
from typing import Any, override
from urllib.parse import parse_qsl

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.responses import Response
from fastapi.routing import APIRoute

from app.observe.route import HEALTH
from models.defects import Defects, shown, suggestion

type Handler = Callable[[Request], Coroutine[Any, Any, Response]]
"""Answers a request."""


class Route(APIRoute):
    """A route for :class:`fastapi.APIRouter`'s ``route_class``; every router of the service has it.

    Health and metrics take no notice of a query: what asks for them may add something of its own,
    and a refusal would take a service that is well out of use.
    """

    @override
    def get_route_handler(self) -> Handler:
        handler = self.handler()
        if self.path in HEALTH:
            return handler
        known = tuple(_parameters(self.dependant))
        hint = "; what is asked goes into the body" if "POST" in (self.methods or ()) else ""

        async def handle(request: Request) -> Response:
            # Hardly any request has one: the others pay for nothing but this look.
            if request.scope["query_string"]:
                check_query(request.scope["query_string"], known, hint)
            return await handler(request)

        return handle

    def handler(self) -> Handler:
        """Return what answers a request whose query is in order."""
        return super().get_route_handler()


def check_query(query: bytes, known: Collection[str], hint: str = "") -> None:
    """Refuse a query with parameters that are not known.

    Parameters
    ----------
    query
        The query, as it was sent.
    known
        The parameters there are.
    hint
        What to say to a caller where there are none.

    Raises
    ------
    InvalidInputError
        With each of them.
    """
    defects = Defects()
    given = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    for name in dict.fromkeys(name for name, _ in given):
        if name in known:
            continue
        right = f"there are no parameters here{hint}"
        if known:
            right = f"{suggestion(name, known)}known parameters: {', '.join(known)}"
        defects.add((name,), "unknown_parameter", f"{shown(name)} in the query: {right}")
        if defects.full:
            break
    defects.raise_if_any()


def _parameters(dependant: Dependant) -> Iterator[str]:
    """Name the query parameters of an endpoint, and of what it depends on."""
    yield from (parameter.alias for parameter in dependant.query_params)
    for other in dependant.dependencies:
        yield from _parameters(other)
