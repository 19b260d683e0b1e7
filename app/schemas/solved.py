"""What answers of all games have in common."""

from __future__ import annotations

from pydantic import BaseModel, Field

from solvers.result import Status, Stop


class StatsAnswer(BaseModel):
    """Where the time went, in seconds, and how much work it was."""

    queue_seconds: float
    build_seconds: float
    solve_seconds: float
    check_seconds: float
    rows: int
    columns: int
    nodes: int = Field(description="Nodes of the search tree, or states.")


class BoundAnswer(BaseModel):
    """What is known about one objective term, of whatever game."""

    term: str
    value: int | None = Field(description="Worked out in whole numbers from the best answer.")
    bound: int | None = Field(description="The best value it could still have; null if not known.")


class Outcome(BaseModel):
    """How a solve ended. What a status means depends on the question, and is said there."""

    status: Status
    stop: Stop = Field(description="Why the backend stopped.")


class Solved(Outcome):
    """What is said of every solve. What the checker has accepted is said there, too."""

    summary: str = Field(description="The answer in a sentence.")
    proven: bool
    verified: bool
    backend: str = Field(description="The backend that found the answer.")


class Opined(BaseModel):
    """What one backend says; the game adds what of its answer is shown."""

    backend: str
    fault: str = Field(
        description="How it failed, or what the checker has against its answer; else empty."
    )


class CrossChecked(BaseModel):
    """Whether several backends agree; the game adds their opinions."""

    agree: bool
    disagreements: list[str] = Field(description="A sentence for each contradiction.")
