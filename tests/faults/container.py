"""The container, killed amid jobs: its root is read-only, its jobs are in a volume.

``scripts/container-test`` runs this; it takes minutes. ``CONTAINER`` is the command that builds and
runs, by default ``docker``; of it are needed ``build``, ``run``, ``kill``, ``stop``, ``volume rm``.
"""

import os
import random
import shlex
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from app.access.keys import key_line, new_key
from tests.faults.accepted import Accepted, until_nobody_is_on_a_last_attempt
from tests.faults.services import Service, until

ROUNDS = 5
IMAGE = NAME = VOLUME = "meldwise-test"
COMMAND = shlex.split(os.environ.get("CONTAINER", "docker"))
KEY = new_key()


def engine(*arguments: str, check: bool = True) -> None:
    subprocess.run([*COMMAND, *arguments], check=check)


@contextmanager
def container(log: Path) -> Iterator[Service]:
    """Run a container that can write nowhere but to its volume and to memory."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        "MELDWISE_KEYS": key_line("tests", KEY),
        "MELDWISE_LEASE_SECONDS": "2",
        "MELDWISE_WORKERS": "1",
        "MELDWISE_JOB_WORKERS": "2",
    }
    arguments = ["--rm", "--read-only", "--tmpfs", "/tmp", "--name", NAME]  # noqa: S108  (its own)
    arguments += ["--volume", f"{VOLUME}:/var/lib/meldwise", "--publish", f"127.0.0.1:{port}:8000"]
    for name, value in environment.items():
        arguments += ["--env", f"{name}={value}"]
    with log.open("w") as output:
        process = subprocess.Popen(
            [*COMMAND, "run", *arguments, IMAGE], stdout=output, stderr=output
        )
    running = Service(f"http://127.0.0.1:{port}", log, process, KEY)
    try:
        with running.client:
            until(lambda: answers(running))
            yield running
    finally:
        if process.poll() is None:
            engine("kill", NAME, check=False)
        process.wait(30)


def answers(running: Service) -> bool:
    assert running.process.poll() is None, running.log.read_text()
    try:
        return running.client.get("/live").status_code == 200
    except httpx.TransportError:
        return False


def main() -> None:
    """Build the image, kill containers of it, and see that nothing was lost."""
    folder = Path(tempfile.mkdtemp())
    engine("build", "-t", IMAGE, ".")
    engine("volume", "rm", "--force", VOLUME)
    accepted = Accepted()
    for number in range(ROUNDS):
        with container(folder / f"log-{number}") as running:
            accepted.check(running, most=5)
            with accepted.submitting(running):
                time.sleep(random.uniform(0, 6))
                until_nobody_is_on_a_last_attempt(running)
                engine("kill", NAME)
                running.process.wait(30)
        print(f"killed {number + 1} of {ROUNDS}; jobs so far: {len(accepted.jobs)}", flush=True)
    with container(folder / "log-last") as running:
        until(lambda: running.client.get("/ready").status_code == 200)
        accepted.check_answers(running)
        engine("stop", NAME)
        running.process.wait(30)
    engine("volume", "rm", "--force", VOLUME)
    for log in folder.iterdir():
        assert "Traceback" not in log.read_text(), log
    assert accepted.jobs, "jobs were accepted"
    print(f"all {len(accepted.jobs)} jobs are done, and done right")


if __name__ == "__main__":
    main()
