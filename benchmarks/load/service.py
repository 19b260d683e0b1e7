"""The service that is put under load: a process of its own, on this machine alone."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.load.connection import Address

_START_SECONDS = 180.0
"""How long a start may take: on a new kind of processor the sweep is compiled first."""

_STOP_SECONDS = 20.0
_SETTLE_SECONDS = 60.0
_PAUSE = 0.02


class ServiceFailedError(RuntimeError):
    """The service did not do what it is expected to."""


class Service:
    """A running service.

    Attributes
    ----------
    address
        Where it listens.
    process
        Its process.
    """

    def __init__(self, address: Address, process: subprocess.Popen[bytes], log: Path) -> None:
        self.address = address
        self.process = process
        self._log = log

    def metric(self, name: str) -> float:
        """Read a metric of the pool for requests; 0 as long as it has none."""
        found = re.search(
            rf'^{name}\{{pool="requests"\}} (\S+)', self.get("/metrics")[1], re.MULTILINE
        )
        return float(found[1]) if found else 0.0

    async def until(self, what: str, holds: Callable[[], bool], seconds: float) -> None:
        """Wait for something.

        Raises
        ------
        ServiceFailedError
            If it does not come about in time.
        """
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                raise ServiceFailedError(f"not within {seconds:g} s: {what}; {self.last_words()}")
            await asyncio.sleep(_PAUSE)

    async def settle(self) -> None:
        """Wait until nobody waits and no worker is at work."""
        await self.until("all is quiet", self._quiet, _SETTLE_SECONDS)

    def cpu_seconds(self) -> tuple[float, float] | None:
        """Return the CPU time of the service's own process, and of its workers until now.

        ``None`` where it is unknown.
        """
        proc = Path("/proc") / str(self.process.pid)
        if not proc.exists():
            return None
        own, ended = _cpu(proc)
        return own, ended + sum(_cpu(worker)[0] for worker in self._workers())

    def resident(self) -> tuple[float, list[float]] | None:
        """Return the megabytes in memory of the service, and of each worker; ``None`` if unknown.

        What processes share counts for each of them.
        """
        proc = Path("/proc") / str(self.process.pid)
        if not proc.exists():
            return None
        return _resident(proc), sorted(map(_resident, self._workers()))

    def _workers(self) -> list[Path]:
        proc = Path("/proc") / str(self.process.pid)
        children = [
            Path("/proc") / child
            for task in (proc / "task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        return [child for child in children if _is_worker(child)]

    def last_words(self) -> str:
        """Return the end of the log."""
        words = self._log.read_text(errors="replace")[-2000:].strip()
        return f"its log ends with: {words}" if words else "its log is empty"

    def is_ready(self) -> bool:
        """Whether the service is ready.

        Raises
        ------
        ServiceFailedError
            If it has ended.
        """
        if self.process.poll() is not None:
            raise ServiceFailedError(f"the service ended at its start; {self.last_words()}")
        try:
            return self.get("/ready")[0] == 200
        except OSError:
            return False

    def _quiet(self) -> bool:
        return not self.metric("meldwise_queue_depth") and not self.metric("meldwise_workers_busy")

    def get(self, path: str) -> tuple[int, str]:
        """Return the status and the body of a path."""
        connection = http.client.HTTPConnection(*self.address, timeout=_STOP_SECONDS)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


@contextmanager
def service(**settings: str | int) -> Iterator[Service]:
    """Start a service with the default settings but these, and stop it at the end.

    Its database and its log are in a folder that is removed.

    Parameters
    ----------
    settings
        By the names of their environment variables, without ``MELDWISE_``, in small letters.

    Raises
    ------
    ServiceFailedError
        If it does not start, or does not stop in good order.
    """
    with tempfile.TemporaryDirectory(prefix="meldwise-load-") as name:
        folder = Path(name)
        address = Address("127.0.0.1", _free_port())
        given: dict[str, str | int] = {
            "host": address.host,
            "port": address.port,
            "log_level": "warning",
            "database": f"sqlite:///{folder / 'jobs.db'}",
        }
        log = folder / "log"
        with log.open("wb") as stderr:
            process = subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve"],
                env=_environment(given | settings),
                stderr=stderr,
            )
        running = Service(address, process, log)
        try:
            _wait_until_warm(running)
            yield running
        finally:
            _stop(running)


def _environment(settings: dict[str, str | int]) -> dict[str, str]:
    """Return the environment without settings of its own, and with these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MELDWISE_")}
    return kept | {f"MELDWISE_{name.upper()}": str(value) for name, value in settings.items()}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _wait_until_warm(running: Service) -> None:
    """Wait for all workers: one that still starts would take a core from those that work."""
    end = time.monotonic() + _START_SECONDS
    while not running.is_ready() or not _all_warm(running):
        if time.monotonic() > end:
            raise ServiceFailedError(
                f"not ready within {_START_SECONDS:g} s; {running.last_words()}"
            )
        time.sleep(_PAUSE)


def _all_warm(running: Service) -> bool:
    workers = re.search(r'"workers":(\d+)', running.get("/v1/limits")[1])
    return workers is not None and running.metric("meldwise_workers_warm") == int(workers[1])


def _stop(running: Service) -> None:
    running.process.terminate()
    try:
        code = running.process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        running.process.kill()
        running.process.wait()
        raise ServiceFailedError(
            f"did not stop within {_STOP_SECONDS:g} s; {running.last_words()}"
        ) from None
    if code:
        raise ServiceFailedError(f"ended with exit code {code}; {running.last_words()}")


def _is_worker(proc: Path) -> bool:
    try:
        return b"spawn_main" in (proc / "cmdline").read_bytes()
    except OSError:
        return False


def _resident(proc: Path) -> float:
    try:
        pages = int((proc / "statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _cpu(proc: Path) -> tuple[float, float]:
    """Return the seconds that a process has computed, and those of its children that ended."""
    try:
        # Behind the name, which is in brackets and may hold anything.
        fields = (proc / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0, 0.0
    own, system, children, childrens_system = (
        int(ticks) / os.sysconf("SC_CLK_TCK") for ticks in fields[11:15]
    )
    return own + system, children + childrens_system
