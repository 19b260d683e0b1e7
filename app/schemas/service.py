"""What the service says about itself."""

from __future__ import annotations

from pydantic import BaseModel, Field

from models.rummikub.objective import Term


class Health(BaseModel):
    """Whether the service is alive, or ready for requests."""

    status: str


class Version(BaseModel):
    """Which versions are running."""

    meldwise: str
    highs: str
    pulp: str
    python: str


class LimitsAnswer(BaseModel):
    """Every limit in force."""

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

    game: str
    name: str
    summary: str
    exact: bool = Field(description="Whether it proves its answers best, given enough time.")
    terms: list[Term] = Field(description="The objective terms it supports.")
