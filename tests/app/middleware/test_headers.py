"""Headers: on every answer of the application, those of its middlewares and of faults too."""

import asyncio
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.access.keys import key_line, new_key
from app.main import create_app
from app.middleware.headers import HeadersMiddleware
from app.settings import Settings
from tests.app.middleware.asgi import Call

HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
}


def application(**settings: Any) -> FastAPI:
    app = create_app(Settings(**settings))

    async def fail() -> None:
        raise ZeroDivisionError("on purpose")

    app.add_api_route("/fail", fail)
    return app


def ask(app: FastAPI, path: str, method: str = "GET", **request: Any) -> httpx.Response:
    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.request(method, path, **request)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/live", "GET", 200),
        ("/nothing", "GET", 404),
        ("/live", "DELETE", 405),
        ("/v1/rummikub/solve", "POST", 415),
        ("/fail", "GET", 500),
    ],
)
def test_every_answer_has_them(path: str, method: str, status: int) -> None:
    response = ask(application(), path, method)
    assert response.status_code == status
    assert HEADERS.items() <= dict(response.headers).items()


def test_refusals_of_the_middlewares_have_them() -> None:
    unauthorized = ask(application(keys=key_line("carol", new_key())), "/v1/limits")
    large = ask(application(), "/v1/rummikub/solve", "POST", content=b" " * 300_000)
    assert (unauthorized.status_code, large.status_code) == (401, 413)
    for response in (unauthorized, large):
        assert HEADERS.items() <= dict(response.headers).items()


def test_the_page_to_try_it_out_may_load_what_it_needs_and_nothing_else() -> None:
    response = ask(application(), "/docs")
    policy = response.headers["content-security-policy"].split("; ")
    assert "default-src 'none'" in policy
    allowed = {word for line in policy for word in line.split() if word.startswith("https://")}
    loaded = {
        "/".join(part.split("/", 3)[:3])
        for part in response.text.split('"')
        if part.startswith("https://")
    }
    assert loaded == allowed


def test_a_header_that_is_set_stays() -> None:
    async def cached(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(headers={"Cache-Control": "max-age=60"})(scope, receive, send)

    call = asyncio.run(Call().to(HeadersMiddleware(cached)))
    assert [v for n, v in call.sent[0]["headers"] if n == b"cache-control"] == [b"max-age=60"]


PREFLIGHT = {
    "origin": "https://game.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type",
}


def test_pages_of_named_origins_may_ask_without_a_key_and_read_refusals() -> None:
    app = application(
        keys=key_line("carol", new_key()), cors_origins="https://game.example, https://b.example"
    )
    preflight = ask(app, "/v1/rummikub/solve", "OPTIONS", headers=PREFLIGHT)
    assert preflight.status_code == 200
    assert preflight.headers["access-control-allow-origin"] == "https://game.example"
    assert "authorization" in preflight.headers["access-control-allow-headers"].lower()
    assert HEADERS.items() <= dict(preflight.headers).items()
    refused = ask(app, "/v1/limits", headers={"origin": "https://game.example"})
    assert refused.status_code == 401
    assert refused.headers["access-control-allow-origin"] == "https://game.example"
    assert "Retry-After" in refused.headers["access-control-expose-headers"]
    stranger = ask(app, "/live", headers={"origin": "https://evil.example"})
    assert "access-control-allow-origin" not in stranger.headers


def test_by_default_no_page_may_call_the_service() -> None:
    response = ask(application(), "/v1/rummikub/solve", "OPTIONS", headers=PREFLIGHT)
    assert response.status_code == 405
    assert "access-control-allow-origin" not in response.headers
