"""Peg solitaire: what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, Field

from app.schemas.body import Body
from app.schemas.limits import LIMITS, LimitsBody
from app.schemas.peg_solitaire.fields import BoardField, GoalField, StartField
from models.defects import Defects
from models.peg_solitaire.board import Directions
from models.peg_solitaire.problem import Kind, Problem, read_problem
from solvers.peg_solitaire.registry import AUTO, BACKENDS, choose
from solvers.result import Limits


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A problem, and who shall solve it within which limits."""

    problem: Problem
    backend: str
    limits: Limits


class PegSolveBody(Body[SolveRequest]):
    """A board, where the pegs stand, and what is to be reached."""

    # The reader says what is missing, and what it could be.
    model_config = ConfigDict(json_schema_extra={"required": ["board", "start"]})

    board: BoardField = Field(default=None)
    directions: str | None = Field(
        default=None,
        description="How pegs jump on a drawn board: along rows and columns (`orthogonal`), or "
        "along the diagonal from the upper left, too (`triangular`). Named boards have their own.",
        json_schema_extra={"enum": [*Directions, None]},
    )
    problem: str = Field(
        default=Kind.REACH,
        description="`reach`: any play from the start to the goal. `long-hop`: one in the fewest "
        "moves, consecutive jumps of a peg being one. `fools`: the fewest jumps after which there "
        "is none left. `fewest-left`: a play that leaves the fewest pegs.",
        json_schema_extra={"enum": list(Kind)},
    )
    start: StartField = Field(default=None)
    goal: GoalField = Field(default=None)
    backend: str = Field(
        default=AUTO.name,
        description="Which backend solves: see `GET /v1/backends`.",
        json_schema_extra={"enum": [AUTO.name, *BACKENDS]},
    )
    limits: LimitsBody = LIMITS

    def collect(self, defects: Defects) -> SolveRequest | None:
        """Read problem, backend and limits."""
        names = ("board", "directions", "problem", "start", "goal")
        raw: dict[str, Any] = {name: getattr(self, name) for name in names}
        problem = read_problem(raw, defects)
        backend = choose(self.backend, problem, ("backend",), defects)
        if problem is None or backend is None:
            return None
        return SolveRequest(problem, backend.name, self.limits.read())
