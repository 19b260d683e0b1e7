"""Settings of the service, from environment variables that start with ``MELDWISE_``.

``python -m app.settings FILE`` writes their table into a document; a test compares.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from models.defects import suggestion

OF_CLIENTS = ("MELDWISE_SERVER", "MELDWISE_KEY")
"""Variables of the command line as a client of a service; the service has no use for them."""


class StartError(Exception):
    """The service can't start as it is set up; the message says what to change."""


def cores() -> int:
    """Return the number of cores this process may use."""
    return os.process_cpu_count() or 1 if hasattr(os, "process_cpu_count") else os.cpu_count() or 1


def default_database() -> str:
    """Return the URL of a file where the user's programs keep their state."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return f"sqlite:///{Path(home) / 'meldwise' / 'jobs.db'}"


_DEFAULTS = {
    "workers": "number of cores",
    "job_workers": "number of cores, at least 2",
    "database": "`jobs.db` in `$XDG_STATE_HOME/meldwise`",
}
"""Defaults that depend on the machine, in words."""


class Settings(BaseSettings):
    """What an operator can set.

    Raises
    ------
    pydantic.ValidationError
        With every wrong setting.
    """

    model_config = SettingsConfigDict(env_prefix="MELDWISE_", frozen=True)

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    allow_anonymous: bool = Field(
        False,
        description="Whether to listen on a public address without any API key. Otherwise that is "
        "refused.",
    )
    keys: str = Field(
        "",
        description="API keys, as lines of `meldwise keys new` (they hold hashes, not keys), with "
        "`;` between them.",
    )
    keys_file: Path | None = Field(
        None, description="A file of such lines. It is read again when it changes."
    )
    rate: float | None = Field(
        None, gt=0, description="Requests a second that a caller may make; unset: any number."
    )
    burst: int = Field(
        20,
        ge=1,
        le=100_000,
        description="Requests a caller may make at once before the rate holds.",
    )
    concurrency: int | None = Field(
        None,
        ge=1,
        description="Requests a caller may have under way at the same time; unset: any number.",
    )
    trusted_proxies: str = Field(
        "127.0.0.1",
        description="Addresses, with commas between, whose `X-Forwarded-For` is believed.",
    )
    cors_origins: str = Field(
        "", description="Origins, with commas between, whose pages may call the service; `*`: all."
    )

    workers: int = Field(
        default_factory=cores,
        ge=1,
        le=256,
        description="Processes that solve, one request each at a time.",
    )
    worker_memory_mb: int = Field(
        4096, ge=256, description="Megabytes a worker may take beyond what it has when warm."
    )
    worker_tasks: int = Field(
        10_000, ge=1, description="Requests after which a worker is replaced by a fresh one."
    )
    default_seconds: float = Field(
        10.0, gt=0, le=3600, description="Time limit of a solve that names none."
    )
    max_seconds: float = Field(
        60.0, gt=0, le=3600, description="Largest time limit a request may ask for."
    )
    grace_seconds: float = Field(
        2.0,
        gt=0,
        le=60,
        description="How long after its time limit a worker that does not answer is killed.",
    )
    quantum_seconds: float = Field(
        0.25,
        gt=0,
        le=60,
        description="How long a request may run before it counts as long. One worker is always "
        "left to requests that are not.",
    )
    queue_length: int = Field(
        64, ge=0, le=100_000, description="Requests that may wait for a worker; more are refused."
    )
    queue_seconds: float = Field(
        30.0,
        gt=0,
        le=600,
        description="How long a request may wait for a free worker; then it is refused.",
    )
    shutdown_seconds: float = Field(
        8.0,
        gt=1,
        le=600,
        description="How long requests may go on when the service is told to stop. In the last "
        "second, those still running are asked for their best.",
    )

    header_seconds: float = Field(
        10.0, gt=0, le=600, description="How long the head of a request may take to arrive."
    )
    body_seconds: float = Field(
        20.0, gt=0, le=600, description="How long the body of a request may take to arrive."
    )
    send_seconds: float = Field(
        30.0, gt=0, le=600, description="How long a caller may leave a part of an answer untaken."
    )
    max_body_bytes: int = Field(
        262_144, ge=1024, le=16_777_216, description="Largest request body accepted."
    )
    max_batch_bytes: int = Field(
        16_777_216, ge=1024, le=1_073_741_824, description="Largest batch accepted."
    )

    database: str = Field(
        default_factory=default_database,
        description="Where jobs are kept, as an SQLAlchemy URL: `sqlite:////var/lib/x.db`, or "
        "`postgresql+psycopg://user@host/name`.",
    )
    job_workers: int = Field(
        default_factory=lambda: max(2, cores()),
        ge=1,
        le=256,
        description="Processes that work on jobs, at a lower priority than those for requests.",
    )
    job_default_seconds: float = Field(
        60.0, gt=0, le=86_400, description="Time limit of a job that names none."
    )
    job_max_seconds: float = Field(
        3600.0, gt=0, le=86_400, description="Largest time limit a job may ask for."
    )
    job_queue_length: int = Field(
        1000, ge=1, le=1_000_000, description="Jobs that may wait; more are refused."
    )
    job_keep_seconds: float = Field(
        86_400.0, gt=0, le=31_536_000, description="How long a job is kept after it has ended."
    )
    job_keep_count: int = Field(
        10_000, ge=1, le=10_000_000, description="Ended jobs that are kept; of more, the newest."
    )
    lease_seconds: float = Field(
        10.0,
        ge=0.5,
        le=600,
        description="How long a service may be silent before others take over its jobs.",
    )

    log_format: Literal["json", "text"] = Field(
        "json", description="How the log is written, to standard error: `json` or `text`."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The least level that is logged: `debug`, `info`, `warning`, `error`."
    )

    @model_validator(mode="before")
    @classmethod
    def _no_misspelt_variable(cls, values: Any) -> Any:
        prefix = cls.model_config.get("env_prefix", "")
        known = [f"{prefix}{name.upper()}" for name in cls.model_fields]
        for name in os.environ:
            if name.startswith(prefix) and name not in known and name not in OF_CLIENTS:
                raise ValueError(f"{name}: {suggestion(name, known)}known: {', '.join(known)}")
        return values

    @model_validator(mode="after")
    def _default_within_max(self) -> Self:
        pairs = (("default_seconds", "max_seconds"), ("job_default_seconds", "job_max_seconds"))
        for default, most in pairs:
            if getattr(self, default) > getattr(self, most):
                raise ValueError(f"{default} is larger than {most}")
        return self


def wrong_settings(error: ValidationError) -> str:
    """Write a line for each wrong setting, by the name of its environment variable."""
    prefix = Settings.model_config.get("env_prefix", "")
    return "\n".join(
        f"{prefix}{'_'.join(map(str, e['loc'])).upper()}: {e['input']!r}: {e['msg']}"
        if e["loc"]
        else e["msg"]
        for e in error.errors(include_url=False)
    )


def table() -> str:
    """Write the settings as the rows of a table."""
    prefix = Settings.model_config.get("env_prefix", "")
    rows = ["| variable | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = _DEFAULTS.get(name, "" if field.default in (None, "") else field.default)
        rows.append(f"| `{prefix}{name.upper()}` | {default} | {field.description} |")
    return "\n".join(rows)


def with_table(document: str) -> str:
    """Return a document with the table between its two marks written anew."""
    marks = r"(<!-- settings: .*? -->\n).*?(\n<!-- end -->)"
    return re.sub(marks, lambda m: m[1] + table() + m[2], document, flags=re.DOTALL)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_table(path.read_text()))
