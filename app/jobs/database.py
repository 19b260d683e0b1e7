"""The database jobs are kept in: connections, transactions, and what to do when it is gone."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from app.jobs.tables import SCHEMA_VERSION, metadata, schema_version
from app.settings import StartError

logger = logging.getLogger("meldwise")

_PRAGMAS = ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
"""A result that is stored outlives the process and the power: FULL syncs with every commit."""

_OF_POSTGRESQL = {"connect_timeout": 5, "options": "-c statement_timeout=8000"}
"""A database that does not answer is one that is gone."""

_TRIES = 3
"""Two services that start at once may make the same tables; then one of them looks again."""


class StoreUnavailableError(Exception):
    """The database can't be reached, or can't do what is asked of it."""


class NewerSchemaError(StoreUnavailableError, StartError):
    """The tables were made by a newer version of the service."""


class BadDatabaseError(StartError):
    """The database setting names nothing that jobs can be kept in."""


class Database:
    """Transactions on a database that may come and go.

    Parameters
    ----------
    url
        An SQLAlchemy URL.

    Raises
    ------
    BadDatabaseError
        If it is none, or needs a driver that is not installed.
    """

    def __init__(self, url: str) -> None:
        self._engine, self._file = _engine(url)
        self._readers = self._engine.execution_options(reads=True)
        self._preparing = threading.Lock()
        self._prepared = threading.Event()
        self._made_folder = False
        self._failures = 0
        self._reachable = True

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that is committed at the end of the block.

        Raises
        ------
        StoreUnavailableError
            If the database fails, then or within the block.
        NewerSchemaError
            If the tables are newer than this program.
        """
        with self._reaching():
            self.prepare()
            with self._engine.begin() as connection:
                yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads; raises as :meth:`writing` does."""
        with self._reaching():
            self.prepare()
            with self._readers.begin() as connection:
                yield connection

    def prepare(self) -> None:
        """Make the tables if there are none, and check that they are those of this version.

        Raises
        ------
        StoreUnavailableError
            If the database can't be reached.
        NewerSchemaError
            If the tables are newer than this program.
        """
        if self._prepared.is_set():
            return
        failures = self._failures
        with self._preparing, self._reaching():
            if self._prepared.is_set():
                return
            if self._failures != failures:
                # Somebody else has just tried for us.
                raise StoreUnavailableError("the database can't be reached")
            self._make_folder()
            for left in reversed(range(_TRIES)):
                try:
                    with self._engine.begin() as connection:
                        _make_tables(connection)
                    break
                except DBAPIError:
                    if not left:
                        raise
            self._prepared.set()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _make_folder(self) -> None:
        # Only once: a folder that goes away later is a disk that is gone, not a new beginning.
        if self._file is not None and not self._made_folder:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        self._made_folder = True

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            yield
        except NewerSchemaError as error:
            self._failed(error)
            raise
        except (DBAPIError, PoolTimeoutError, DisconnectionError, OSError) as error:
            # Without the statement and its parameters: they are somebody's request.
            reason = error.orig if isinstance(error, DBAPIError) else error
            self._failed(reason)
            raise StoreUnavailableError(str(reason)) from error
        if not self._reachable:
            logger.warning("jobs can be kept again: the database answers")
        self._reachable = True

    def _failed(self, reason: object) -> None:
        self._prepared.clear()
        self._failures += 1
        if self._reachable:
            logger.warning("jobs can't be kept: the database fails: %s", reason)
        self._reachable = False


def check(url: str) -> None:
    """See whether a service can start with a database; one that is away is no reason not to.

    Parameters
    ----------
    url
        An SQLAlchemy URL.

    Raises
    ------
    BadDatabaseError
        If it is none, or needs a driver that is not installed.
    NewerSchemaError
        If the tables are newer than this program.
    """
    database = Database(url)
    try:
        database.prepare()
    except NewerSchemaError:
        raise
    except StoreUnavailableError:
        # It has been logged, and is tried again while the service runs.
        pass
    finally:
        database.close()


def _make_tables(connection: Connection) -> None:
    if not inspect(connection).has_table(schema_version.name):
        metadata.create_all(connection)
        connection.execute(insert(schema_version).values(version=SCHEMA_VERSION))
        return
    version = connection.execute(select(schema_version.c.version)).scalar_one()
    if version > SCHEMA_VERSION:
        raise NewerSchemaError(
            f"the database has schema version {version}, and this program knows {SCHEMA_VERSION}: "
            "run the version of the service that made it, or name another database in "
            "MELDWISE_DATABASE"
        )


def _engine(url: str) -> tuple[Engine, Path | None]:
    """Make the engine; for SQLite, name its file too."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        postgresql = parsed.get_backend_name() == "postgresql"
        given: dict[str, Any] = _OF_POSTGRESQL if postgresql else {}
        arguments = {name: value for name, value in given.items() if name not in parsed.query}
        engine = create_engine(
            parsed,
            pool_pre_ping=True,
            pool_size=8,
            pool_timeout=5,
            isolation_level="READ COMMITTED",
            connect_args=arguments,
        )
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise BadDatabaseError(
            f"MELDWISE_DATABASE: no driver for it: {error}; PostgreSQL's comes with "
            "pip install 'meldwise[postgres]', as postgresql+psycopg://"
        ) from None
    except ArgumentError as error:
        raise BadDatabaseError(
            f"MELDWISE_DATABASE: {error}: give an SQLAlchemy URL, such as sqlite:////var/lib/x.db"
        ) from None
    return engine, None


def _sqlite(url: URL) -> tuple[Engine, Path]:
    if not url.database or url.database == ":memory:" or url.query:
        raise BadDatabaseError(
            "MELDWISE_DATABASE: jobs outlive the service: name a file, such as "
            "sqlite:////var/lib/x.db"
        )
    path = Path(url.database).absolute()
    engine = create_engine(url.set(database=str(path)), pool_size=8, pool_timeout=5)

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, record: Any) -> None:
        # Transactions are begun below, not by the driver's own guess.
        connection.isolation_level = None
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        record.info["file"] = _identity(path)

    @event.listens_for(engine, "checkout")
    def _same_file(_: Any, record: Any, __: Any) -> None:
        # Whoever writes on into a file that was moved away loses what is written.
        if record.info.get("file") != _identity(path):
            raise DisconnectionError("the file of the database was replaced")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A writer that begins as a reader can't wait for its turn later.
        reads = connection.get_execution_options().get("reads", False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine, path


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
