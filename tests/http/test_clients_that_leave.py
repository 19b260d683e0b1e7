"""Clients that go away: their worker is freed, and nothing is logged as a fault."""

import json
import socket
import time

import httpx
import pytest

VAST = {"colours": "ABCDEFGH", "numbers": 50, "copies": 10, "jokers": 8}
"""Rules under which a hand of jokers keeps a worker busy until its time limit."""


def send(url: str, document: bytes, announced: int) -> socket.socket:
    address = httpx.URL(url)
    connection = socket.create_connection((address.host, address.port or 80))
    head = (
        "POST /v1/rummikub/solve HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
        f"Content-Length: {announced}\r\n\r\n"
    )
    connection.sendall(head.encode() + document)
    return connection


def test_a_client_that_leaves_frees_its_worker(service_url: str, client: httpx.Client) -> None:
    """Two hard solves once kept both workers for eight seconds after their clients had left."""
    body = {"hand": "J J J J J J J J", "rules": VAST, "backend": "ilp", "limits": {"seconds": 15}}
    document = json.dumps(body).encode()
    left = [send(service_url, document, len(document)) for _ in range(2)]
    time.sleep(1)
    for connection in left:
        connection.close()
    answer = client.post("/v1/rummikub/solve", json={"hand": "R7"}).json()
    assert answer["stats"]["queue_seconds"] < 8


def test_a_client_that_leaves_amid_its_body_is_no_incident(
    service_url: str, client: httpx.Client, capfd: pytest.CaptureFixture[str]
) -> None:
    send(service_url, b'{"hand"', 1000).close()
    time.sleep(0.3)
    assert client.get("/live").status_code == 200
    assert "incident" not in "".join(capfd.readouterr())


def test_a_busy_service_is_still_ready(service_url: str, client: httpx.Client) -> None:
    """It once waited behind the solves, and looked dead to a health check."""
    body = {"hand": "J J J J J J J J", "rules": VAST, "backend": "ilp", "limits": {"seconds": 4}}
    document = json.dumps(body).encode()
    busy = [send(service_url, document, len(document)) for _ in range(4)]
    time.sleep(0.5)
    started = time.monotonic()
    assert client.get("/ready").status_code == 200
    assert time.monotonic() - started < 3
    for connection in busy:
        connection.close()
