"""What is not quite HTTP, on raw sockets: understood in one way, or refused and closed."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.http.service import RunningService, running_service
from tests.http.test_slow_clients import connect, problem_in, read_to_the_end

BODY = b'{"table": ["R7-9"]}'
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CHECK = b"POST /v1/rummikub/check HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
LIVE = b"GET /live HTTP/1.1\r\nHost: test\r\n\r\n"
LAST = b"GET /live HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(
        tmp_path_factory.mktemp("hostile"), MELDWISE_HEADER_SECONDS="2"
    ) as running:
        yield running
        log = running.log.read_text()
        assert "Traceback" not in log
        assert '"level": "error"' not in log


def statuses(read: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", read)]


def ask(service: RunningService, *parts: bytes) -> bytes:
    """Send bytes as they are, and read until the service closes."""
    with connect(service) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            connection.sendall(part)
        return read_to_the_end(connection)


@pytest.mark.parametrize(
    "request_",
    [
        CHECK + LENGTH + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        CHECK + b"Transfer-Encoding: chunked\r\n" + LENGTH + b"\r\n" + CHUNKED,
        CHECK + LENGTH + b"Content-Length: 5\r\n\r\n" + BODY,
        CHECK + b"Content-Length: 19, 19\r\n\r\n" + BODY,
        CHECK + b"Content-Length: +19\r\n\r\n" + BODY,
        CHECK + "Content-Length: ١٩\r\n\r\n".encode() + BODY,
        CHECK + b"Content-Length : 19\r\n\r\n" + BODY,
        CHECK + b"Content-Length: 99999999999999999999\r\n\r\n" + BODY,
        CHECK + b"Transfer-Encoding: chunked, identity\r\n\r\n" + CHUNKED,
        CHECK + b"Transfer-Encoding: \x0bchunked\r\n\r\n" + CHUNKED,
        CHECK + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n",
        CHECK + b"Transfer-Encoding: chunked\r\n\r\n0x5\r\nabcde\r\n0\r\n\r\n",
        CHECK + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        CHECK + b"Transfer-Encoding: chunked\r\n\r\n13;a=\nb\r\n" + BODY + b"\r\n0\r\n\r\n",
        b"GET /live HTTP/1.1\r\nHost: test\r\nX-A: b\r\n c\r\n\r\n",
        b"GET /live HTTP/1.1\nHost: test\n\n",
        b"GET /live HTTP/1.1\r\nHost: test\r\nX-A: b\rc: d\r\n\r\n",
        b"GET /live HTTP/1.1\r\nHost: test\r\nX-A: b\0c\r\n\r\n",
        b"GET /live HTTP/1.1\r\nHost: test\r\nnothing\r\n\r\n",
        b"GET /live HTTP/1.1\r\n Host: test\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: test\r\n\r\n",
        b"GET test:80 HTTP/1.1\r\nHost: test\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"BREW /live HTTP/1.1\r\nHost: test\r\n\r\n",
    ],
)
def test_a_head_that_others_could_read_differently_is_refused(
    service: RunningService, request_: bytes
) -> None:
    read = ask(service, request_ + LIVE)
    assert statuses(read) == [400]
    assert problem_in(read)["type"] == "urn:meldwise:problem:malformed-http"


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (b"GET /live HTTP/1.1\r\n\r\n", "one Host"),
        (b"GET /live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "one Host"),
        (CHECK + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + CHUNKED, "Transfer-Encoding"),
        (
            CHECK + b"Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKED,
            "Transfer",
        ),
        (b"GET /live HTTP/2.0\r\nHost: test\r\n\r\n", "HTTP/1.1"),
        (b"CONNECT test:443 HTTP/1.1\r\nHost: test\r\n\r\n", "no proxy"),
        (b"CONNECT /live HTTP/1.1\r\nHost: test\r\nContent-Length: 49\r\n\r\n", "no proxy"),
    ],
)
def test_what_the_parser_lets_through_is_refused_all_the_same(
    service: RunningService, request_: bytes, says: str
) -> None:
    """They once were answered, a body in an unknown coding as if it had none."""
    read = ask(service, request_ + LIVE)
    assert statuses(read) == [400]
    assert says in problem_in(read)["detail"]


def test_a_head_that_is_too_large_is_refused_in_one_piece_too(service: RunningService) -> None:
    """It was, only if it came in pieces."""
    for head in (b"X-A: %s\r\n" % (b"a" * 70_000), b"X-Header: 1\r\n" * 9_000):
        read = ask(service, b"GET /live HTTP/1.1\r\nHost: test\r\n" + head + b"\r\n")
        assert statuses(read) == [431]


UPGRADES = (
    b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
    b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
)


@pytest.mark.parametrize("upgrade", UPGRADES, ids=["h2c", "websocket"])
@pytest.mark.parametrize("framing", [(LENGTH, BODY), (b"Transfer-Encoding: chunked\r\n", CHUNKED)])
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "body later"])
def test_the_body_of_a_request_for_another_protocol_is_its_body(
    service: RunningService, upgrade: bytes, framing: tuple[bytes, bytes], at_once: bool
) -> None:
    """It was lost; or, if it came later, taken for the next request.

    Clients that would speak HTTP/2 ask like this for their first answer.
    """
    how, body = framing
    head = CHECK + how + upgrade + b"\r\n"
    with connect(service) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(head + body if at_once else head + body[:5])
        if not at_once:
            # A request of its own, which nobody can see has been read: until then, /live may be
            # asked as often as one likes.
            assert httpx.get(f"{service.url}/live").status_code == 200
            connection.sendall(body[5:])
        connection.sendall(LAST)
        read = read_to_the_end(connection)
    assert statuses(read) == [200, 200]
    assert b'"legal":true' in read
    assert b'"status":"alive"' in read


def test_no_request_can_be_hidden_in_a_body_behind_an_upgrade(service: RunningService) -> None:
    hidden = b"DELETE /v1/jobs HTTP/1.1\r\nHost: test\r\n\r\n"
    head = CHECK + b"Content-Length: %d\r\n" % len(hidden) + UPGRADES[1] + b"\r\n"
    assert statuses(ask(service, head, hidden, LAST)) == [400, 200]


def test_a_thousand_requests_sent_at_once_are_all_answered(service: RunningService) -> None:
    asking = b"GET /live HTTP/1.1\r\nHost: test\r\n"
    for head in (asking + b"\r\n", asking + UPGRADES[0] + b"\r\n"):
        assert statuses(ask(service, head * 1000 + LAST)) == [200] * 1001


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b"Content-Type: text/plain\r\n", 415),
        (b"Content-Encoding: identity\r\nContent-Encoding: gzip\r\n", 415),
        (b"Content-Encoding: identity, gzip\r\n", 415),
        (b"Content-Encoding: \r\n", 200),
        (b"Expect: 200-maybe\r\n", 200),
        (b"Range: bytes=0-1\r\nIf-None-Match: *\r\nAccept: ;;q=\xff, */\r\n", 200),
        (b"X-HTTP-Method-Override: DELETE\r\nX-Forwarded-Proto: javascript\r\n", 200),
    ],
)
def test_of_headers_that_contradict_each_other_none_is_chosen(
    service: RunningService, headers: bytes, status: int
) -> None:
    """The first of two content types or encodings once was."""
    read = ask(service, CHECK + LENGTH + headers + b"Connection: close\r\n\r\n" + BODY)
    assert statuses(read) == [status]


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json; charset=utf-8; charset=utf-16",
        "application/json; charset*=utf-8''utf-16",
        "application/json;charset=utf-16",
        "application/json, text/plain",
    ],
)
def test_a_charset_that_is_not_utf_8_is_refused_wherever_it_stands(
    service: RunningService, media_type: str
) -> None:
    url = f"{service.url}/v1/rummikub/check"
    assert httpx.post(url, content=BODY, headers={"content-type": media_type}).status_code == 415


@pytest.mark.parametrize(
    "path",
    [
        *("//live", "/%2e%2e/live", "/v1/../live", "/live%00", "/live%2f", "/LIVE", "/live;a"),
        *("/%ff%fe", "/%zz", "/" + "a" * 60_000, "/" + "%41" * 20_000, "/.env", "/static/app.py"),
        *("/v1/jobs/%00", "/v1/jobs/" + "%F0%9F%83%8F" * 8, "/v1/jobs/..%2f..%2flive", "/*"),
    ],
)
def test_paths_that_try_it_on_are_not_found_and_told_nothing(
    service: RunningService, path: str
) -> None:
    read = ask(service, f"GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n".encode())
    assert statuses(read) == [404]
    for secret in ("Traceback", "site-packages", str(Path.cwd())):
        assert secret.encode() not in read


def test_whatever_can_be_read_can_be_asked_for_by_head(service: RunningService) -> None:
    """Jobs could not."""
    job = {"kind": "rummikub/check", "request": {"table": ["R7-9"]}}
    link = httpx.post(f"{service.url}/v1/jobs", json=job).headers["location"]
    for path in (
        *("/live", "/ready", "/version", "/metrics", "/docs", "/openapi.json"),
        *("/v1/limits", "/v1/backends", "/v1/jobs", link, f"{link}/status"),
    ):
        answer = httpx.head(f"{service.url}{path}")
        assert (answer.status_code, answer.content) == (200, b""), path


def test_a_method_that_a_path_does_not_take_is_answered_with_all_it_takes(
    service: RunningService,
) -> None:
    """Of a path with several, one was named."""
    allowed = {
        "/v1/jobs": "GET, HEAD, POST",
        f"/v1/jobs/{'a' * 32}": "GET, HEAD, DELETE",
        "/v1/rummikub/solve": "POST",
        "/live": "GET, HEAD",
        "/openapi.json": "GET, HEAD",
    }
    for path, methods in allowed.items():
        for method in ("PATCH", "OPTIONS", "TRACE", "PROPFIND"):
            answer = httpx.request(method, f"{service.url}{path}")
            assert (answer.status_code, answer.headers["allow"]) == (405, methods)


@pytest.mark.parametrize(
    "limit", ["1e9", "1001", "0", "-1", "", "%00", "%D9%A1%D9%A2", "1&limit=2"]
)
def test_a_limit_that_is_none_is_refused(service: RunningService, limit: str) -> None:
    assert httpx.get(f"{service.url}/v1/jobs?limit={limit}").status_code == 422


@pytest.mark.parametrize("keys", [["a", "b"], [""], ["a b"], ["a" * 256], ["\xe9"]])
def test_an_idempotency_key_is_one_key(service: RunningService, keys: list[str]) -> None:
    """Of two, the first once was taken."""
    job = {"kind": "rummikub/check", "request": {"table": ["R7-9"]}}
    headers = [(b"Idempotency-Key", key.encode("latin-1")) for key in keys]
    assert httpx.post(f"{service.url}/v1/jobs", json=job, headers=headers).status_code == 400


@pytest.mark.parametrize("last", ["-1", "1e1", "\u0661", "99999999999999999999", "0x1", "x" * 9000])
def test_the_last_event_is_one_there_was(service: RunningService, last: str) -> None:
    job = {"kind": "rummikub/check", "request": {"table": ["R7-9"]}}
    link = httpx.post(f"{service.url}/v1/jobs", json=job).headers["location"]
    headers = {b"Last-Event-ID": last.encode()}
    answer = httpx.get(f"{service.url}{link}/events", headers=headers)
    assert answer.status_code == 400
