"""What answers of all games have in common."""

from __future__ import annotations

from pydantic import BaseModel, Field

from solvers.result import Status, Stop


class StatsAnswer(BaseModel):
    """Where the time went, in seconds, and how much work it was."""

    queue_seconds: float = Field(description="Waiting for a worker.")
    build_seconds: float = Field(description="Writing the integer program, if there is one.")
    solve_seconds: float = Field(description="Looking for the answer.")
    check_seconds: float = Field(description="Checking it independently.")
    rows: int = Field(
        description="Rows of the integer program, of several the first; 0 without any."
    )
    columns: int = Field(description="Its columns.")
    nodes: int = Field(
        description="The work done, as `limits.work` counts it: nodes of the search tree; or "
        "states of a dynamic program, each as often as it may be stepped through."
    )


STATS = Field(description="Where the time went, and how much work it was.")
"""The field of an answer that holds its statistics."""


class BoundAnswer(BaseModel):
    """What is known about one objective term, of whatever game."""

    term: str = Field(description="What is counted.")
    value: int | None = Field(description="Worked out in whole numbers from the best answer.")
    bound: int | None = Field(description="The best value it could still have; null if not known.")


class Outcome(BaseModel):
    """How a solve ended. What a status means depends on the question, and is said there."""

    status: Status = Field(description="How it ended.")
    stop: Stop = Field(
        description="Why the backend stopped. `working`: it had not yet; only the best so far of a "
        "job says so."
    )


class Solved(Outcome):
    """What is said of every solve. What the checker has accepted is said there, too."""

    summary: str = Field(description="The answer in a sentence.")
    proven: bool = Field(
        description="Whether it is proven that there is no better answer: the status is `optimal` "
        "or `infeasible`."
    )
    verified: bool = Field(description="Whether the independent checker has accepted the answer.")
    backend: str = Field(description="The backend that found the answer.")


class Opined(BaseModel):
    """What one backend says; the game adds what of its answer is shown."""

    backend: str = Field(description="The backend.")
    fault: str = Field(
        description="How it failed, or what the checker has against its answer; else empty."
    )


class CrossChecked(BaseModel):
    """Whether several backends agree; the game adds their opinions."""

    agree: bool = Field(description="Whether no two contradict each other, and none has a fault.")
    disagreements: list[str] = Field(description="A sentence for each contradiction.")
