"""A test with an argument ``database_url`` runs on SQLite and on PostgreSQL."""

from pathlib import Path

import pytest

from tests.app.jobs.clocks import Clock
from tests.postgresql import Cluster


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database_url" in metafunc.fixturenames:
        metafunc.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/state/jobs.db"
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.new_database()


@pytest.fixture
def clock() -> Clock:
    return Clock()
