"""The log: to standard error, by default one JSON object a line."""

from __future__ import annotations

import json
import logging
import logging.config
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from app.observe.context import REQUEST_ID
from app.observe.traces import trace_id
from app.settings import Settings

_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
"""What every record has; all else was given as ``extra``."""

_COLOURED = "color_message"
"""uvicorn says some things twice, once in colours."""


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON.

    ``time`` (RFC 3339, UTC), ``level``, ``logger``, ``message``; where there is one ``request_id``,
    ``trace_id`` and ``exception``; then what was given as ``extra``.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        entry: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **dict(_of_request()),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            entry["stack"] = record.stack_info
        for name, value in _extra(record):
            entry.setdefault(name, value)
        # In ASCII: no locale, and no lone surrogate of a request, can break it.
        return _encode(entry)


# One encoder for all lines: to make one takes longer than to write a line.
_encode = json.JSONEncoder(default=str).encode


class TextFormatter(logging.Formatter):
    """Writes a record for a person: time, level, logger, message, then the rest as pairs."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line = f"{_time(record)} {record.levelname:7} {record.name}: {record.getMessage()}"
        for name, value in (*_extra(record), *_of_request()):
            line += f" {name}={value}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        if record.stack_info:
            line += "\n" + record.stack_info
        return line


def configure(settings: Settings) -> None:
    """Log as the settings say; in a process of its own, once.

    Parameters
    ----------
    settings
        Of them ``log_format`` and ``log_level``.
    """
    formatter = JsonFormatter if settings.log_format == "json" else TextFormatter
    level = settings.log_level.upper()
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": {"()": formatter}},
            "handlers": {
                "stderr": {
                    "class": "logging.StreamHandler",
                    "stream": "ext://sys.stderr",
                    "formatter": "line",
                }
            },
            # Of the libraries only what is wrong: below that some of them log whole addresses.
            "root": {"handlers": ["stderr"], "level": "ERROR" if level == "ERROR" else "WARNING"},
            "loggers": {name: {"level": level} for name in ("meldwise", "uvicorn", "uvicorn.error")}
            # Its line for each request has the path, which may hold the id of a job.
            | {"uvicorn.access": {"level": "CRITICAL"}},
        }
    )
    logging.captureWarnings(capture=True)


def _time(record: logging.LogRecord) -> str:
    return f"{_second(int(record.created))}.{int(record.msecs):03d}Z"


@lru_cache(maxsize=2)
def _second(since_1970: int) -> str:
    return datetime.fromtimestamp(since_1970, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def _of_request() -> Iterator[tuple[str, str]]:
    for name, value in (("request_id", REQUEST_ID.get()), ("trace_id", trace_id())):
        if value is not None:
            yield name, value


def _extra(record: logging.LogRecord) -> Iterator[tuple[str, Any]]:
    for name, value in vars(record).items():
        if name not in _PLAIN and name != _COLOURED:
            yield name, value
