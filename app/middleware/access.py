"""Middleware: who may use the service, and how much."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from app.access.keyring import Keyring
from app.access.keys import Key
from app.access.rates import Allowance, Concurrency, Rates
from app.problems import ProblemError
from app.settings import Settings

OPEN_PATHS = frozenset({"/live", "/ready", "/version", "/docs", "/openapi.json"})
"""What can be read without a key: health checks and documentation. It counts towards no rate."""

_LONGEST_HOST = 64


def ignore(_: str) -> None:
    """Take no notice of a rejection."""


class AccessMiddleware:
    """Lets a request through if its caller may make it.

    With keys, the caller is the name of the key; without, the address it comes from, which the
    server has read from a trusted proxy if there is one. The name is left for others as
    ``caller`` in the state of the scope: ``""`` if there is no key; what it may as ``allowance``.

    Parameters
    ----------
    app
        What is protected.
    settings
        Rate, burst and concurrency of a caller whose key names none.
    keyring
        The keys.
    on_rejection
        Is told ``unauthorized``, ``rate`` or ``concurrency`` for every request that is refused.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        keyring: Keyring,
        on_rejection: Callable[[str], None] = ignore,
    ) -> None:
        self._app = app
        self._keyring = keyring
        self._on_rejection = on_rejection
        self._default = Allowance(settings.rate, settings.burst, settings.concurrency)
        self._rates = Rates()
        self._concurrency = Concurrency()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401 or 429, or pass the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        state["caller"] = ""
        if _is_open(scope):
            await self._app(scope, receive, send)
            return
        key = None
        if self._keyring.required:
            presented = _presented(scope)
            # Without a key nothing is looked for, but the answer is the same.
            key = None if presented is None else self._keyring.find(presented)
            if key is None:
                await self._reject("unauthorized", _unauthorized(), scope, receive, send)
                return
            state["caller"] = key.name
        await self._within_limits(key, scope, receive, send)

    async def _within_limits(
        self, key: Key | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        caller = _address(scope) if key is None else key.name
        allowance = self._allowance(key)
        scope["state"]["allowance"] = allowance
        # The place first: a request that finds none takes no token either.
        if not self._concurrency.begin(caller, allowance):
            await self._reject("concurrency", _too_many_at_once(allowance), scope, receive, send)
            return
        try:
            wait = self._rates.take(caller, allowance)
            if wait:
                await self._reject("rate", _too_often(allowance, wait), scope, receive, send)
                return
            await self._app(scope, receive, send)
        finally:
            self._concurrency.end(caller)

    def _allowance(self, key: Key | None) -> Allowance:
        default = self._default
        if key is None:
            return default
        return Allowance(
            default.rate if key.rate is None else key.rate,
            default.burst if key.burst is None else key.burst,
            default.concurrency if key.concurrency is None else key.concurrency,
        )

    async def _reject(
        self, reason: str, problem: ProblemError, scope: Scope, receive: Receive, send: Send
    ) -> None:
        self._on_rejection(reason)
        await problem.response()(scope, receive, send)


def _is_open(scope: Scope) -> bool:
    # A browser asks with OPTIONS, and can't send a key with it, whether it may send one.
    if scope["method"] == "OPTIONS":
        return True
    return scope["method"] in ("GET", "HEAD") and scope["path"] in OPEN_PATHS


def _presented(scope: Scope) -> bytes | None:
    """Return the key of a request, if it has exactly one."""
    found: set[bytes] = set()
    for name, value in scope["headers"]:
        if name == b"x-api-key":
            found.add(value.strip())
        elif name == b"authorization":
            scheme, _, given = value.strip().partition(b" ")
            # Another scheme may be meant for a proxy on the way.
            if scheme.lower() == b"bearer":
                found.add(given.strip())
    return found.pop() if len(found) == 1 else None


def _address(scope: Scope) -> str:
    """Return where a request comes from, as what one party commands: of IPv6, a network."""
    client = scope.get("client")
    host = str(client[0]) if client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:_LONGEST_HOST]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def _unauthorized() -> ProblemError:
    # The same for no key, an unknown and a malformed one: it says nothing about the keys.
    return ProblemError(
        HTTPStatus.UNAUTHORIZED,
        "unauthorized",
        "A key is needed",
        "send a key of this service, as Authorization: Bearer KEY or as X-API-Key: KEY",
        headers={"www-authenticate": "Bearer"},
    )


def _too_often(allowance: Allowance, wait: int) -> ProblemError:
    return ProblemError(
        HTTPStatus.TOO_MANY_REQUESTS,
        "too-many-requests",
        "Too many requests",
        f"you may make {allowance.rate:g} requests a second, {allowance.burst} at once: "
        f"try again in {wait} s",
        headers={"retry-after": str(wait)},
    )


def _too_many_at_once(allowance: Allowance) -> ProblemError:
    return ProblemError(
        HTTPStatus.TOO_MANY_REQUESTS,
        "too-many-at-once",
        "Too many requests at once",
        f"you may have {allowance.concurrency} under way at the same time: wait for one of them",
        headers={"retry-after": "1"},
    )
