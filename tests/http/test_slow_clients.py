"""Slow and rude callers, on raw sockets: they are let go, others are served, nothing is kept."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.http.service import RunningService, running_service
from tests.http.test_access import wait_until

LIVE = b"GET /live HTTP/1.1\r\nHost: test\r\n\r\n"
SOLVE = b"POST /v1/rummikub/solve HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service that gives heads and bodies one second, and answers two."""
    limits = {
        "MELDWISE_HEADER_SECONDS": "1",
        "MELDWISE_BODY_SECONDS": "1",
        # More, for the clients that are not rude run on a machine that may be busy.
        "MELDWISE_SEND_SECONDS": "2",
    }
    with running_service(tmp_path_factory.mktemp("slow"), **limits) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


def connect(service: RunningService, receive_bytes: int | None = None) -> socket.socket:
    address = httpx.URL(service.url)
    connection = socket.socket()
    connection.settimeout(20)
    if receive_bytes is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    connection.connect((address.host, address.port))
    return connection


def read_to_the_end(connection: socket.socket) -> bytes:
    """Read until the service closes; it must."""
    read = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65_536):
            read += part
    return read


@contextlib.contextmanager
def trickling(connection: socket.socket, part: bytes = b"x") -> Iterator[None]:
    """Send a little again and again, meanwhile."""
    enough = threading.Event()

    def send() -> None:
        with contextlib.suppress(OSError):
            while not enough.wait(0.2):
                connection.sendall(part)

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()


def problem_in(answer: bytes) -> dict[str, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head
    content: dict[str, str] = json.loads(body)
    return content


def open_files(service: RunningService) -> int:
    return len(list(Path(f"/proc/{service.process.pid}/fd").iterdir()))


def memory_kb(service: RunningService) -> int:
    status = Path(f"/proc/{service.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def test_a_head_that_trickles_ends_the_connection(service: RunningService) -> None:
    with connect(service) as connection, trickling(connection):
        connection.sendall(b"GET /live HTTP/1.1\r\nX-Slow: ")
        assert read_to_the_end(connection) == b""


def test_a_connection_on_which_nothing_comes_is_closed(service: RunningService) -> None:
    with connect(service) as connection:
        assert read_to_the_end(connection) == b""


@pytest.mark.parametrize("part", [b"GET /", b"\r\n"])
def test_the_second_head_of_a_connection_may_not_trickle_either(
    service: RunningService, part: bytes
) -> None:
    with connect(service) as connection:
        connection.sendall(LIVE + part)
        with trickling(connection, b"\r\n" if part == b"\r\n" else b"x"):
            answer = read_to_the_end(connection)
    assert answer.count(b"HTTP/1.1") == 1
    assert answer.endswith(b'{"status":"alive"}')


def test_a_head_that_begins_while_another_request_is_answered_does_not_end_that(
    service: RunningService,
) -> None:
    """The time for it begins when the answer is written."""
    body = json.dumps(
        {
            "hand": "J J J J J J J J",
            "rules": {"colours": "ABCDEFGH", "numbers": 50, "copies": 10, "jokers": 8},
            "backend": "ilp",
            "limits": {"seconds": 2},
        }
    ).encode()
    with connect(service) as connection:
        head = SOLVE + b"Content-Length: %d\r\n\r\n" % len(body)
        connection.sendall(head + body + b"GET /live HTT")
        answer = read_to_the_end(connection)
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.count(b"HTTP/1.1") == 1


def test_requests_may_follow_each_other_for_longer_than_a_head_may_take(
    service: RunningService,
) -> None:
    with httpx.Client(base_url=service.url) as client:
        for _ in range(8):
            assert client.get("/live").status_code == 200
            time.sleep(0.2)
    with connect(service) as connection:
        connection.sendall(LIVE * 5)
        read = b""
        while read.count(b"alive") < 5:
            read += connection.recv(65_536)


def test_a_body_that_trickles_is_a_408(service: RunningService) -> None:
    with connect(service) as connection, trickling(connection, b" "):
        connection.sendall(SOLVE + b"Content-Length: 100\r\n\r\n")
        answer = read_to_the_end(connection)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"connection: close" in answer
    assert problem_in(answer)["type"] == "urn:meldwise:problem:body-too-slow"


def test_a_body_that_trickles_on_after_its_answer_ends_the_connection(
    service: RunningService,
) -> None:
    with connect(service) as connection:
        connection.sendall(b"POST /nothing HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n")
        with trickling(connection):
            answer = read_to_the_end(connection)
    assert answer.startswith(b"HTTP/1.1 404")


def test_a_client_that_sends_far_too_much_can_read_why_that_is_refused(
    service: RunningService,
) -> None:
    """The connection once was closed under it, and it saw a broken pipe."""
    for content in (b"x" * 20_000_000, (b"x" * 65_536 for _ in range(300))):
        headers = {"content-type": "application/json"}
        response = httpx.post(
            f"{service.url}/v1/rummikub/solve", content=content, headers=headers, timeout=20
        )
        assert response.status_code == 413


@pytest.mark.parametrize(
    ("request_bytes", "status", "kind"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00", 400, "malformed-http"),
        (b"GET / HTTP/9.9\r\n\r\n", 400, "malformed-http"),
        (
            b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            400,
            "malformed-http",
        ),
        (b"GET /live HTTP/1.1\r\nX: " + b"x" * 1_000_000, 431, "head-too-large"),
    ],
)
def test_what_can_not_be_read_as_http_is_a_problem_too(
    service: RunningService, request_bytes: bytes, status: int, kind: str
) -> None:
    with connect(service) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(request_bytes)
        answer = read_to_the_end(connection)
    # A client that goes on sending when it is refused may see no more than a reset.
    if answer or status == 400:
        assert answer.startswith(b"HTTP/1.1 %d" % status)
        assert problem_in(answer)["type"] == f"urn:meldwise:problem:{kind}"
        assert b"x-content-type-options: nosniff" in answer
        assert b"connection: close" in answer


def test_an_endless_trailer_ends_the_connection(service: RunningService) -> None:
    with connect(service) as connection:
        head = b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: "
        with contextlib.suppress(ConnectionError):
            connection.sendall(SOLVE + head)
            for _ in range(200):
                connection.sendall(b"x" * 65_536)
            pytest.fail("thirteen megabytes of a trailer were taken")


def ask_for_much(connection: socket.socket) -> None:
    """Ask for seven megabytes in one piece."""
    rules = {"colours": "ABCDEFGH", "numbers": 30, "copies": 10, "jokers": 1}
    body = json.dumps({"hand": "A1", "rules": rules, "program": "ilp-dhh", "format": "mps"})
    head = SOLVE.replace(b"solve", b"model") + b"Content-Length: %d\r\n\r\n" % len(body)
    connection.sendall(head + body.encode())


def test_a_large_answer_that_is_never_read_is_let_go(service: RunningService) -> None:
    """It once was kept for as long as its client liked, for the server had done its work."""
    files, memory = open_files(service), memory_kb(service)
    rude = [connect(service, receive_bytes=4096) for _ in range(4)]
    try:
        for connection in rude:
            ask_for_much(connection)
        for connection in rude:
            assert connection.recv(8) == b"HTTP/1.1"
        wait_until(lambda: open_files(service) <= files)
        wait_until(lambda: memory_kb(service) < memory + 40_000)
        assert httpx.get(f"{service.url}/live").status_code == 200
    finally:
        for connection in rude:
            connection.close()


def test_a_large_answer_that_is_taken_slowly_arrives_whole(service: RunningService) -> None:
    with connect(service, receive_bytes=65_536) as connection:
        ask_for_much(connection)
        head, _, read = connection.recv(65_536).partition(b"\r\n\r\n")
        (length,) = (
            int(line.split(b":")[1])
            for line in head.splitlines()
            if line.startswith(b"content-length")
        )
        while len(read) < length:
            part = connection.recv(65_536)
            assert part, "the connection was dropped although its client went on reading"
            read += part
            time.sleep(0.02)


@pytest.mark.parametrize("times", [1, 400], ids=["one after the other", "all at once"])
def test_answers_that_are_never_read_are_let_go(service: RunningService, times: int) -> None:
    """The buffers of the machine take a few megabytes; what is more once was kept for ever."""
    wait_until(lambda: open_files(service) < 100)
    files, memory = open_files(service), memory_kb(service)
    request = b"GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n"
    rude = [connect(service, receive_bytes=4096) for _ in range(5)]
    try:
        for connection in rude:
            for _ in range(400 // times):
                connection.sendall(request * times)
        assert httpx.get(f"{service.url}/live").status_code == 200
        wait_until(lambda: open_files(service) <= files)
        wait_until(lambda: memory_kb(service) < memory + 40_000)
        assert "ASGI callable" not in service.log.read_text()
    finally:
        for connection in rude:
            connection.close()


def test_a_client_that_takes_its_answers_slowly_gets_them_all(service: RunningService) -> None:
    requests = 60
    with connect(service, receive_bytes=65_536) as connection:
        connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n" * requests)
        read = b""
        while read.count(b"HTTP/1.1 200 OK") < requests:
            part = connection.recv(262_144)
            assert part, "the connection was dropped although its client went on reading"
            read += part
            time.sleep(0.005)


def test_clients_that_vanish_leave_nothing_behind(service: RunningService) -> None:
    files = open_files(service)
    for begun in (b"", b"GET /li", SOLVE + b"Content-Length: 9\r\n\r\n{", LIVE * 20):
        for _ in range(10):
            connection = connect(service)
            connection.sendall(begun)
            # No orderly end: what is unread is thrown away, and the other side sees a reset.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            connection.close()
    wait_until(lambda: open_files(service) <= files)
    assert httpx.get(f"{service.url}/live").status_code == 200


def test_others_are_served_while_many_are_slow(service: RunningService) -> None:
    slow = [connect(service) for _ in range(100)]
    try:
        for connection in slow:
            connection.sendall(SOLVE + b"Content-Length: 100\r\n\r\n{")
        answer = httpx.post(f"{service.url}/v1/rummikub/solve", json={"hand": "B10 K10 J"})
        assert answer.json()["played"] == ["B10", "K10", "J"]
        assert all(read_to_the_end(c).startswith(b"HTTP/1.1 408") for c in slow)
    finally:
        for connection in slow:
            connection.close()
