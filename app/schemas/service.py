"""What the service says about itself."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from models.rummikub.objective import Term


class Health(BaseModel):
    """Whether the service is alive, or ready for requests."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "ready"}]})

    status: str


class Version(BaseModel):
    """Which versions are running."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"meldwise": "0.1.0", "highs": "1.16.0", "pulp": "4.2.0", "python": "3.13.0"}
            ]
        }
    )

    meldwise: str
    highs: str
    pulp: str
    python: str


class LimitsAnswer(BaseModel):
    """Every limit in force."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "default_seconds": 10.0,
                    "max_seconds": 60.0,
                    "grace_seconds": 2.0,
                    "queue_seconds": 30.0,
                    "max_work": 1000000000,
                    "max_body_bytes": 262144,
                    "defects_listed": 100,
                    "workers": 2,
                    "rules": {"numbers": [1, 50], "copies": [1, 10]},
                }
            ]
        }
    )

    default_seconds: float = Field(description="Time limit of a solve that names none.")
    max_seconds: float = Field(description="Largest time limit a request may ask for.")
    grace_seconds: float = Field(description="How long after its limit a worker is killed.")
    queue_seconds: float = Field(description="How long a request may wait for a worker.")
    max_work: int = Field(description="Largest work limit a request may ask for.")
    max_body_bytes: int = Field(description="Largest request body accepted.")
    defects_listed: int = Field(description="Defects listed in one answer.")
    workers: int = Field(description="Solves that run at the same time.")
    rules: dict[str, tuple[int, int]] = Field(
        description="Least and greatest value of each field of a rules object."
    )


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
                }
            ]
        }
    )

    game: str
    name: str
    summary: str
    exact: bool = Field(description="Whether it proves its answers best, given enough time.")
    terms: list[Term] = Field(description="The objective terms it supports.")
