"""Settings of the service, from environment variables that start with ``MELDWISE_``.

``python -m app.settings FILE`` writes their table into a document; a test compares.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from models.defects import suggestion


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
    workers: int = Field(
        default_factory=lambda: os.cpu_count() or 1,
        ge=1,
        le=256,
        description="Processes that solve, one request each at a time.",
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
    queue_seconds: float = Field(
        30.0,
        gt=0,
        le=600,
        description="How long a request may wait for a free worker; then it is refused.",
    )
    shutdown_seconds: float = Field(
        8.0,
        gt=0,
        le=600,
        description="How long requests may go on when the service is told to stop.",
    )
    max_body_bytes: int = Field(
        262_144, ge=1024, le=16_777_216, description="Largest request body accepted."
    )

    @model_validator(mode="before")
    @classmethod
    def _no_misspelt_variable(cls, values: Any) -> Any:
        prefix = cls.model_config.get("env_prefix", "")
        known = [f"{prefix}{name.upper()}" for name in cls.model_fields]
        for name in os.environ:
            if name.startswith(prefix) and name not in known:
                raise ValueError(f"{name}: {suggestion(name, known)}known: {', '.join(known)}")
        return values

    @model_validator(mode="after")
    def _default_within_max(self) -> Self:
        if self.default_seconds > self.max_seconds:
            raise ValueError("default_seconds is larger than max_seconds")
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
        default = "number of cores" if field.default_factory else field.default
        rows.append(f"| `{prefix}{name.upper()}` | {default} | {field.description} |")
    return "\n".join(rows)


def with_table(document: str) -> str:
    """Return a document with the table between its two marks written anew."""
    marks = r"(<!-- settings: .*? -->\n).*?(\n<!-- end -->)"
    return re.sub(marks, lambda m: m[1] + table() + m[2], document, flags=re.DOTALL)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_table(path.read_text()))
