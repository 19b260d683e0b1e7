"""The log is one JSON object a line, whatever is said, and never breaks one."""

import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from app.observe.context import REQUEST_ID
from app.observe.logs import JsonFormatter, TextFormatter, configure
from app.settings import Settings


def record(message: str, *values: object, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("meldwise.test", logging.WARNING, "", 1, message, values, None)
    vars(made).update(extra)
    return made


def read(made: logging.LogRecord) -> dict[str, Any]:
    line = JsonFormatter().format(made)
    assert "\n" not in line
    entry: dict[str, Any] = json.loads(line)
    return entry


def test_an_entry_says_when_how_bad_who_and_what() -> None:
    made = record("%s of %s", 1, 2)
    entry = read(made)
    assert entry == {
        "time": entry["time"],
        "level": "warning",
        "logger": "meldwise.test",
        "message": "1 of 2",
    }
    assert entry["time"].endswith("Z")
    told = datetime.fromisoformat(entry["time"])
    assert abs(told - datetime.fromtimestamp(made.created, UTC)).total_seconds() < 0.001


def test_what_was_given_beside_the_message_is_in_the_entry() -> None:
    entry = read(record("done", seconds=0.25, job=None, path=Settings, color_message="done!"))
    assert entry["seconds"] == 0.25
    assert entry["job"] is None
    assert "Settings" in entry["path"], "what JSON does not know is written as text"
    assert "color_message" not in entry


def test_no_extra_takes_the_place_of_a_field() -> None:
    assert read(record("done", level="harmless", time="never"))["level"] == "warning"


def test_an_exception_is_text_within_the_object() -> None:
    made = record("failed")
    error = ZeroDivisionError("on\npurpose")
    made.exc_info = (type(error), error, None)
    assert read(made)["exception"].endswith("ZeroDivisionError: on\npurpose")


@pytest.mark.parametrize("said", ["two\nlines", 'a "quote"', "é", "\ud800", "\x1b[31m", "\u2028"])
def test_no_text_breaks_a_line(said: str) -> None:
    line = JsonFormatter().format(record("%s", said))
    assert line.isascii()
    assert len(line.splitlines()) == 1
    assert json.loads(line)["message"] == said


def test_the_request_is_in_the_entry() -> None:
    token = REQUEST_ID.set("mine")
    assert read(record("done"))["request_id"] == "mine"
    assert "request_id=mine" in TextFormatter().format(record("done"))
    REQUEST_ID.reset(token)
    assert "request_id" not in read(record("done"))


def test_text_is_for_a_person() -> None:
    line = TextFormatter().format(record("done", seconds=0.25))
    assert line.split(" ", 1)[1] == "WARNING meldwise.test: done seconds=0.25"


@pytest.fixture
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    names = ("meldwise", "uvicorn", "uvicorn.error", "uvicorn.access")
    levels = {name: logging.getLogger(name).level for name in names}
    before = root.level, root.handlers[:]
    yield
    logging.captureWarnings(capture=False)
    root.level, root.handlers[:] = before
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("_logging_as_before")
def test_the_settings_choose_level_and_format(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_level="warning"))
    logging.getLogger("meldwise").info("unsaid")
    logging.getLogger("meldwise").warning("said")
    configure(Settings(log_level="debug", log_format="text"))
    logging.getLogger("meldwise.access").debug("said too")
    logging.getLogger("uvicorn.access").info("unsaid: it has the path")
    logging.getLogger("httpx").info("unsaid: it has the address")
    first, second = capsys.readouterr().err.splitlines()
    assert json.loads(first)["message"] == "said"
    assert second.endswith("DEBUG   meldwise.access: said too")
