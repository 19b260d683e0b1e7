"""What answers of all games have in common."""

from __future__ import annotations

from pydantic import BaseModel, Field


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
