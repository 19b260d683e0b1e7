"""What the service says about itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from app.settings import Settings
from models.mahjong.rules import READER as MAHJONG
from models.peg_solitaire.boards import SPANS as BOARDS
from models.rummikub.rules import READER as RUMMIKUB
from solvers.rummikub.options import OptionType


class Health(BaseModel):
    """Whether the service is alive, or ready for requests."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "ready"}]})

    status: str = Field(description="`alive`, or `ready`.")


class Version(BaseModel):
    """Which versions are running."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"meldwise": "0.1.0", "highs": "1.16.0", "pulp": "4.2.0", "python": "3.13.0"}
            ]
        }
    )

    meldwise: str = Field(description="This service.")
    highs: str = Field(description="The solver of linear programs.")
    pulp: str = Field(description="What the programs are written with.")
    python: str = Field(description="What runs it all.")


def _as_set(setting: str) -> Any:
    """Describe a field by the setting it shows."""
    return Field(description=Settings.model_fields[setting].description)


Ranges = dict[str, Annotated[list[int], Field(min_length=2, max_length=2)]]
"""The least and the greatest value of each of several numbers."""


def ranges(spans: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """Write a table of such numbers as ``LimitsAnswer`` has it."""
    return {name: list(span) for name, span in spans.items()}


class LimitsAnswer(BaseModel):
    """Every limit in force; those that an operator sets have the names of the settings."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "rate": None,
                    "burst": 20,
                    "concurrency": None,
                    "workers": 2,
                    "worker_memory_mb": 4096,
                    "worker_tasks": 10000,
                    "default_seconds": 10.0,
                    "max_seconds": 60.0,
                    "grace_seconds": 2.0,
                    "quantum_seconds": 0.25,
                    "queue_length": 64,
                    "queue_seconds": 30.0,
                    "shutdown_seconds": 8.0,
                    "header_seconds": 10.0,
                    "body_seconds": 20.0,
                    "send_seconds": 30.0,
                    "max_body_bytes": 262144,
                    "max_batch_bytes": 16777216,
                    "job_workers": 2,
                    "job_default_seconds": 60.0,
                    "job_max_seconds": 3600.0,
                    "job_queue_length": 1000,
                    "job_keep_seconds": 86400.0,
                    "job_keep_count": 10000,
                    "max_work": 1000000000,
                    "defects_listed": 100,
                    "rules": ranges(RUMMIKUB.spans),
                    "mahjong_rules": ranges(MAHJONG.spans),
                    "peg_solitaire_boards": ranges(BOARDS),
                }
            ]
        }
    )

    rate: float | None = _as_set("rate")
    burst: int = _as_set("burst")
    concurrency: int | None = _as_set("concurrency")
    workers: int = _as_set("workers")
    worker_memory_mb: int = _as_set("worker_memory_mb")
    worker_tasks: int = _as_set("worker_tasks")
    default_seconds: float = _as_set("default_seconds")
    max_seconds: float = _as_set("max_seconds")
    grace_seconds: float = _as_set("grace_seconds")
    quantum_seconds: float = _as_set("quantum_seconds")
    queue_length: int = _as_set("queue_length")
    queue_seconds: float = _as_set("queue_seconds")
    shutdown_seconds: float = _as_set("shutdown_seconds")
    header_seconds: float = _as_set("header_seconds")
    body_seconds: float = _as_set("body_seconds")
    send_seconds: float = _as_set("send_seconds")
    max_body_bytes: int = _as_set("max_body_bytes")
    max_batch_bytes: int = _as_set("max_batch_bytes")
    job_workers: int = _as_set("job_workers")
    job_default_seconds: float = _as_set("job_default_seconds")
    job_max_seconds: float = _as_set("job_max_seconds")
    job_queue_length: int = _as_set("job_queue_length")
    job_keep_seconds: float = _as_set("job_keep_seconds")
    job_keep_count: int = _as_set("job_keep_count")
    max_work: int = Field(description="Largest work limit a request may ask for.")
    defects_listed: int = Field(description="Defects listed in one answer.")
    rules: Ranges = Field(
        description="Rummikub: least and greatest value of each number in a rules object; of "
        "`colours`, how many."
    )
    mahjong_rules: Ranges = Field(
        description="Mahjong: least and greatest value of each number in a rules object; of "
        "`suits`, how many."
    )
    peg_solitaire_boards: Ranges = Field(
        description="Peg solitaire: how many holes, rows and columns a drawn board may have."
    )


class OptionAnswer(BaseModel):
    """Something that a request may choose of a backend."""

    name: str = Field(description="What a request calls it.")
    type: OptionType = Field(
        description="What it takes: one of `choices`, a list of them, or a number."
    )
    default: str | int | float | list[str] = Field(description="Its value if nothing is said.")
    meaning: str = Field(description="What it does.")
    choices: list[str] = Field(description="All values of a choice; of a number none.")
    least: float | None = Field(description="The least value of a number, else null.")
    most: float | None = Field(description="The greatest value of a number, else null.")


class BackendAnswer(BaseModel):
    """A backend, as the registry describes it."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": "rummikub",
                    "name": "sweep",
                    "summary": "dynamic program over the numbers",
                    "exact": True,
                    "terms": ["tiles", "value", "penalty", "held_jokers"],
                    "options": [],
                }
            ]
        }
    )

    game: str = Field(description="The game it knows, as in the paths of its questions.")
    name: str = Field(
        description="What a request calls it under `backend`. Every request may also name `auto`, "
        "which is none of these: it chooses one of them."
    )
    summary: str = Field(description="How it works, in a line.")
    exact: bool = Field(description="Whether it proves its answers best, given enough time.")
    terms: list[str] = Field(
        description="What it supports. Rummikub: terms of the objective. Mahjong: questions, of "
        "which `distance` is answered by the term `exchanges_available`. Peg solitaire: problems."
    )
    options: list[OptionAnswer] = Field(description="What a request may choose under `options`.")
