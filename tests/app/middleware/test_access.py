"""Access: who is let through, who is refused, and that the place of a request is given back."""

import asyncio

import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.access.keyring import Keyring
from app.access.keys import key_line, new_key
from app.middleware.access import AccessMiddleware
from app.settings import Settings
from tests.app.middleware.asgi import Call

KEY, OTHER = new_key(), new_key()
KEYS = f"{key_line('carol', KEY)};{key_line('dave', OTHER, [('rate', '0.1'), ('burst', '1')])}"


async def caller(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the name of the caller."""
    await Response(scope["state"]["caller"])(scope, receive, send)


def protect(app: ASGIApp, settings: Settings) -> tuple[AccessMiddleware, list[str]]:
    rejections: list[str] = []
    return AccessMiddleware(app, settings, Keyring(settings), rejections.append), rejections


def ask(settings: Settings, *calls: Call) -> tuple[list[Call], list[str]]:
    app, rejections = protect(caller, settings)

    async def one_after_the_other() -> list[Call]:
        return [await call.to(app) for call in calls]

    return asyncio.run(one_after_the_other()), rejections


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.mark.parametrize(
    "headers",
    [
        bearer(KEY),
        {"Authorization": f"bearer   {KEY}  "},
        {"X-API-Key": KEY},
        {"X-API-Key": KEY, "Authorization": "Basic eDp5"},
        {"X-API-Key": KEY} | bearer(KEY),
    ],
)
def test_a_key_opens_the_service_in_its_owners_name(headers: dict[str, str]) -> None:
    (call,), rejections = ask(Settings(keys=KEYS), Call(headers=headers))
    assert (call.status, call.answer) == (200, b"carol")
    assert rejections == []


def test_missing_unknown_malformed_and_contradicting_keys_have_the_same_answer() -> None:
    wrong: list[dict[str, str]] = [
        {},
        bearer(new_key()),
        bearer("mw_"),
        bearer(""),
        {"Authorization": "Bearer"},
        {"Authorization": KEY},
        {"X-API-Key": "é"},
        {"X-API-Key": OTHER} | bearer(KEY),
    ]
    calls, rejections = ask(Settings(keys=KEYS), *(Call(headers=headers) for headers in wrong))
    assert {call.status for call in calls} == {401}
    assert {call.answer_headers["www-authenticate"] for call in calls} == {"Bearer"}
    assert len({call.answer for call in calls}) == 1
    assert calls[0].problem["type"] == "urn:meldwise:problem:unauthorized"
    assert rejections == ["unauthorized"] * len(wrong)


def test_health_and_documentation_are_open_and_nothing_else() -> None:
    settings = Settings(keys=KEYS, rate=0.001, burst=1)
    opened = ("/live", "/ready", "/version", "/docs", "/openapi.json")
    calls = [Call(path, method) for path in opened for method in ("GET", "HEAD") * 2]
    calls.append(Call("/v1/rummikub/solve", "OPTIONS"))
    assert {call.status for call in ask(settings, *calls)[0]} == {200}
    closed = [
        Call("/live", "POST"),
        Call("/live/"),
        Call("/v1/limits"),
        Call("/metrics"),
        Call("/nothing"),
        Call("//docs"),
    ]
    assert {call.status for call in ask(settings, *closed)[0]} == {401}


def test_over_the_rate_a_caller_is_told_how_long_to_wait() -> None:
    calls, rejections = ask(
        Settings(keys=KEYS, rate=0.5, burst=2),
        *(Call(headers=bearer(KEY)) for _ in range(3)),
        *(Call(headers=bearer(OTHER)) for _ in range(2)),
    )
    assert [call.status for call in calls] == [200, 200, 429, 200, 429]
    assert calls[2].answer_headers["retry-after"] == "2"
    assert calls[4].answer_headers["retry-after"] == "10", "the key has limits of its own"
    assert calls[2].problem["detail"].startswith("you may make 0.5 requests a second, 2 at once")
    assert rejections == ["rate", "rate"]


def test_without_keys_the_caller_is_its_address_and_of_ipv6_its_network() -> None:
    clients = [
        "192.0.2.1",
        "192.0.2.1",
        "::ffff:192.0.2.1",
        "192.0.2.2",
        "2001:db8::1",
        "2001:db8::2",
        "2001:db8:0:1::1",
    ]
    calls, _ = ask(Settings(rate=0.1, burst=1), *(Call(client=(host, 1)) for host in clients))
    assert [call.status for call in calls] == [200, 429, 429, 200, 200, 429, 200]
    assert calls[0].answer == b"", "no key, no name"


@pytest.mark.parametrize("client", [None, ("", 0), ("x" * 10_000, 0)])
def test_a_client_without_an_address_is_a_caller_too(client: tuple[str, int] | None) -> None:
    calls, _ = ask(Settings(rate=0.1, burst=1), Call(client=client), Call(client=client))
    assert [call.status for call in calls] == [200, 429]


class Waiting:
    """An application that answers when it is told to."""

    def __init__(self) -> None:
        self.begun = 0
        self.go = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun += 1
        await self.go.wait()
        if scope["path"] == "/fails":
            raise ZeroDivisionError
        await Response()(scope, receive, send)

    async def wait_for(self, begun: int) -> None:
        while self.begun < begun:
            await asyncio.sleep(0)


@pytest.mark.parametrize("path", ["/answers", "/fails", "/is-cancelled"])
def test_the_place_of_a_request_is_free_again_whatever_ends_it(path: str) -> None:
    async def run() -> None:
        waiting = Waiting()
        app, rejections = protect(waiting, Settings(concurrency=1))
        first = asyncio.create_task(Call(path).to(app))
        await waiting.wait_for(1)
        refused = await Call().to(app)
        assert (refused.status, refused.answer_headers["retry-after"]) == (429, "1")
        assert refused.problem["type"] == "urn:meldwise:problem:too-many-at-once"
        assert rejections == ["concurrency"]
        other = asyncio.create_task(Call(client=("192.0.2.9", 1)).to(app))
        await waiting.wait_for(2)
        if path == "/is-cancelled":
            first.cancel()
        waiting.go.set()
        await asyncio.wait({first, other})
        assert (await other).status == 200
        if not first.cancelled():
            first.exception()
        assert (await Call().to(app)).status == 200

    asyncio.run(asyncio.wait_for(run(), 10))


def test_a_request_that_finds_no_place_takes_no_token() -> None:
    async def run() -> None:
        waiting = Waiting()
        app, rejections = protect(waiting, Settings(concurrency=1, rate=0.001, burst=2))
        first = asyncio.create_task(Call().to(app))
        await waiting.wait_for(1)
        for _ in range(5):
            assert (await Call().to(app)).status == 429
        waiting.go.set()
        assert (await first).status == 200
        assert (await Call().to(app)).status == 200
        assert (await Call().to(app)).status == 429
        assert rejections == ["concurrency"] * 5 + ["rate"]

    asyncio.run(asyncio.wait_for(run(), 10))
