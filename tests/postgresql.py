"""PostgreSQL for tests, from Debian's packages."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text


class Cluster:
    """A PostgreSQL of its own, from Debian's packages, in a folder that goes away."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        # The path of a socket may have 107 characters: pytest's folders are too deep.
        self._folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        # PostgreSQL refuses to run as root.
        self._as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as_user:
            shutil.chown(self._folder, "postgres")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        data = str(self._folder / "data")
        self._run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "-N", "-E", "UTF8")
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_user, str(self._programs / program), *arguments]
        log = self._folder / f"{program}.log"
        with log.open("a") as output:
            done = subprocess.run(command, stdout=output, stderr=output, cwd="/", check=False)
        assert done.returncode == 0, log.read_text()

    def start(self) -> None:
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        log = str(self._folder / "server.log")
        self._run(
            "pg_ctl", "-D", str(self._folder / "data"), "-l", log, "-w", "-o", options, "start"
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-w", "-m", "immediate", "stop")

    def new_database(self) -> str:
        """Empty the database and return its URL."""
        url = f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            # Whatever an earlier test has left open.
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                )
            )
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        engine.dispose()
        return url

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        reason = "PostgreSQL is not installed: apt-get install postgresql"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    cluster = Cluster(found[-1].parent)
    yield cluster
    cluster.remove()
