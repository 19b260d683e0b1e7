"""Many who follow a job and go away: nothing of them is kept."""

import contextlib
import socket
from pathlib import Path

import httpx
import pytest

from tests.faults.services import Service, endless, ready_service, until

pytestmark = pytest.mark.slow

STREAMS = 100
RESET = b"\x01\0\0\0\0\0\0\0"


def sockets(service: Service) -> int:
    """How many sockets the service has open; connections to its database come and go."""
    found = 0
    for file in Path(f"/proc/{service.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found += str(file.readlink()).startswith("socket:")
    return found


def memory_kb(service: Service) -> int:
    status = Path(f"/proc/{service.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def follow(service: Service, job: str) -> socket.socket:
    """Open a stream, and wait until the first event has come."""
    address = httpx.URL(service.url)
    connection = socket.create_connection((address.host, address.port or 80), timeout=60)
    connection.sendall(f"GET {job}/events HTTP/1.1\r\nHost: test\r\n\r\n".encode())
    read = b""
    while b"event: state" not in read:
        part = connection.recv(65_536)
        assert part, "the stream ended"
        read += part
    return connection


def test_streams_that_are_dropped_leave_nothing_behind(tmp_path: Path) -> None:
    with ready_service(tmp_path) as service:
        job = service.submit(endless())
        service.became(job, "running")
        follow(service, job).close()
        open_, memory = sockets(service), memory_kb(service)
        for _ in range(3):
            streams = [follow(service, job) for _ in range(STREAMS)]
            assert sockets(service) >= STREAMS
            for number, stream in enumerate(streams):
                if number % 2:
                    # No orderly end: the other side sees a reset.
                    stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                stream.close()
            until(lambda: sockets(service) <= open_)
        assert memory_kb(service) < memory + 20_000
        assert service.job(job)["state"] == "running", "it goes on, whoever looks"
        assert service.client.delete(job).status_code in (200, 202)
        assert "Traceback" not in service.log.read_text()
        service.stop()
