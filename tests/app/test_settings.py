"""Settings: the table in the documentation is theirs, and all that is wrong is said at once."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import Settings, with_table, wrong_settings

OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"


def test_the_table_in_the_documentation_is_made_from_the_code() -> None:
    """``scripts/settings-table`` writes it."""
    assert with_table(OPERATIONS.read_text()) == OPERATIONS.read_text()


def test_every_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELDWISE_PORT", "http")
    monkeypatch.setenv("MELDWISE_WORKERS", "0")
    with pytest.raises(ValidationError) as caught:
        Settings()
    assert [line.split(": ")[0] for line in wrong_settings(caught.value).splitlines()] == [
        "MELDWISE_PORT",
        "MELDWISE_WORKERS",
    ]


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELDWISE_DEFAULT_SECONDS", "2.5")
    assert Settings().default_seconds == 2.5


def test_a_default_beyond_the_maximum_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELDWISE_MAX_SECONDS", "5")
    with pytest.raises(ValidationError, match="default_seconds is larger than max_seconds"):
        Settings()


def test_a_misspelt_variable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MELDWISE_PROT", "9000")
    with pytest.raises(ValidationError, match=r"MELDWISE_PROT: did you mean MELDWISE_PORT\?"):
        Settings()
