"""A database that goes away and comes back, is too new, or is none."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import update

from app.jobs.database import (
    BadDatabaseError,
    Database,
    NewerSchemaError,
    StoreUnavailableError,
)
from app.jobs.job import State
from app.jobs.ledger import Ledger
from app.jobs.store import JobStore
from app.jobs.tables import schema_version
from tests.postgresql import Cluster


def store_on(database: Database) -> JobStore:
    return JobStore(Ledger(database, keep_seconds=100), most_queued=10, keep_count=10)


def test_a_result_on_sqlite_outlives_the_power(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/new/folder/jobs.db")
    with database.writing() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    database.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_tables_of_a_newer_version_are_refused_and_left_alone(database_url: str) -> None:
    old = Database(database_url)
    with old.writing() as connection:
        connection.execute(update(schema_version).values(version=999))
    old.close()
    new = Database(database_url)
    with pytest.raises(NewerSchemaError, match=r"schema version 999, and this program knows 1"):
        new.prepare()
    new.close()


def test_two_services_that_start_at_once_share_the_tables(database_url: str) -> None:
    one, other = Database(database_url), Database(database_url)
    job, _ = store_on(one).submit("ann", "rummikub/solve", "{}", None)
    assert store_on(other).get("ann", job.id) == job
    one.close()
    other.close()


@pytest.mark.parametrize(
    ("url", "what"),
    [
        ("jobs.db", "give an SQLAlchemy URL"),
        ("nosuch://x", "no driver for it"),
        ("sqlite://", "name a file"),
        ("sqlite:///:memory:", "name a file"),
        ("mysql+nosuch://x", "no driver for it"),
    ],
)
def test_a_setting_that_names_no_database_says_what_would(url: str, what: str) -> None:
    with pytest.raises(BadDatabaseError, match=what) as error:
        Database(url)
    assert "MELDWISE_DATABASE" in str(error.value)


def test_a_file_that_goes_away_and_comes_back_has_its_jobs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Open connections would write on into the file that was moved away, and lose it all."""
    folder, away = tmp_path / "state", tmp_path / "away"
    database = Database(f"sqlite:///{folder}/jobs.db")
    store = store_on(database)
    job, _ = store.submit("ann", "rummikub/solve", "{}", None)
    folder.rename(away)
    for _ in range(2):
        with pytest.raises(StoreUnavailableError):
            store.get("ann", job.id)
        with pytest.raises(StoreUnavailableError):
            store.submit("ann", "rummikub/solve", "{}", None)
    assert not folder.exists(), "a disk that is gone is no new beginning"
    away.rename(folder)
    assert store.get("ann", job.id) == job
    database.close()
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "jobs can't be kept",
        "jobs can be kept again",
    ], "said once, not with every request"


def test_a_file_that_was_replaced_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "jobs.db"
    database = Database(f"sqlite:///{path}")
    store = store_on(database)
    store.submit("ann", "rummikub/solve", "{}", None)
    for left in tmp_path.glob("jobs.db-*"):
        left.unlink()
    other = tmp_path / "other"
    other.write_bytes(b"no database at all, however long it is read" * 100)
    other.rename(path)
    with pytest.raises(StoreUnavailableError):
        store.counts()
    for left in tmp_path.glob("jobs.db*"):
        left.unlink()
    store.submit("ann", "rummikub/solve", "{}", None)
    assert store.counts()[State.QUEUED] == 1
    database.close()


def test_a_locked_file_is_unavailable_until_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.jobs.database._PRAGMAS", ("busy_timeout=100", "journal_mode=WAL"))
    path = tmp_path / "jobs.db"
    database = Database(f"sqlite:///{path}")
    store = store_on(database)
    job, _ = store.submit("ann", "rummikub/solve", "{}", None)
    locker = sqlite3.connect(path, isolation_level=None)
    locker.execute("BEGIN IMMEDIATE")
    assert store.get("ann", job.id) == job, "readers don't wait for a writer"
    with pytest.raises(StoreUnavailableError, match="locked"):
        store.stop("ann", job.id)
    locker.close()
    assert store.stop("ann", job.id) is not None
    database.close()


def test_a_postgresql_that_restarts_is_found_again(postgresql: Cluster) -> None:
    database = Database(postgresql.new_database())
    store = store_on(database)
    job, _ = store.submit("ann", "rummikub/solve", "{}", None)
    postgresql.stop()
    try:
        with pytest.raises(StoreUnavailableError) as error:
            store.get("ann", job.id)
        assert "SELECT" not in str(error.value)
    finally:
        postgresql.start()
    assert store.get("ann", job.id) == job
    database.close()
