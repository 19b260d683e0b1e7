"""Peg solitaire: what is answered."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.schemas.solved import STATS, BoundAnswer, Solved, StatsAnswer
from models.peg_solitaire.board import Directions
from models.peg_solitaire.problem import Kind
from solvers.result import Status

Place = Annotated[
    list[Annotated[int, Field(ge=0)]],
    Field(min_length=2, max_length=2, description="Row and column, from 0."),
]
Jump = Annotated[
    list[Place], Field(min_length=2, max_length=2, description="From where to where a peg jumps.")
]


class PositionClassAnswer(BaseModel):
    """The rule of three: no jump changes whether the marked holes hold an even number of pegs."""

    kind: Literal["position-class"] = Field(description="Which argument it is.")
    marked: list[Place] = Field(
        description="Of these, any three in a row that a jump needs hold two or none; start and "
        "goal differ in whether they hold an even number of pegs."
    )


class PagodaAnswer(BaseModel):
    """A pagoda function: no jump raises its sum, and the goal has more than the start."""

    kind: Literal["pagoda"] = Field(description="Which argument it is.")
    weights: list[int] = Field(description="A whole number a hole, in reading order.")


class JumpCountsAnswer(BaseModel):
    """No numbers of jumps, whatever their order, lead from the start to the goal."""

    kind: Literal["jump-counts"] = Field(description="Which argument it is.")
    tree: RefutedAnswer | SplitAnswer = Field(description="Why no numbers of jumps will do.")


class RefutedAnswer(BaseModel):
    """Weights that no numbers of jumps within the box can meet."""

    weights: list[int] = Field(description="A whole number a hole, in reading order.")


class SplitAnswer(BaseModel):
    """Either a jump is made at most so often, or more often; both ways are refuted."""

    jump: Jump
    most: int = Field(description="How often it is made at most on the one way.")
    at_most: RefutedAnswer | SplitAnswer = Field(description="Why that way fails.")
    more: RefutedAnswer | SplitAnswer = Field(description="Why the other way fails.")


class ExhaustionAnswer(BaseModel):
    """Every position that can be reached and has as many pegs as the goal was looked at."""

    kind: Literal["exhaustion"] = Field(description="Which argument it is.")
    positions: int = Field(description="How many; those that symmetry rules out do not count.")


class PegSolveAnswer(Solved):
    """A play, or why there is none."""

    status: Status = Field(
        description="`optimal`: a play, proven best. `feasible`: a play, not proven best. "
        "`infeasible`: proven that the goal can't be reached. `no_answer`: no play was found "
        "within the limits, nothing is proven."
    )
    verified: bool = Field(
        description="Whether the independent checker has accepted the play, or the certificate."
    )
    route: str = Field(description="How `auto` came to it; of other backends empty.")
    problem: Kind = Field(description="What was asked for.")
    objective: list[BoundAnswer] = Field(
        description="What is counted, the fewer the better: `jumps`, `moves`, or `pegs` left."
    )
    bound: int | None = Field(description="It can't be fewer; null if nothing is known.")
    board: list[str] = Field(description="The board: `o` is a hole, a blank is none.")
    start: list[str] = Field(description="`o` is a peg, `.` an empty hole.")
    goal: list[str] | None = Field(
        description="The position to reach; null where the problem names none."
    )
    jumps: list[Jump] | None = Field(description="The play, jump by jump.")
    moves: list[list[Jump]] | None = Field(
        description="The same, consecutive jumps of one peg together."
    )
    boards: list[list[str]] | None = Field(description="The board after each jump.")
    pegs_left: int | None = Field(description="Pegs left after the play; null without one.")
    certificate: PositionClassAnswer | PagodaAnswer | JumpCountsAnswer | ExhaustionAnswer | None = (
        Field(description="Of `infeasible`, where there is one: an argument that can be checked.")
    )
    stats: StatsAnswer = STATS


class BoardAnswer(BaseModel):
    """A board that has a name."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "tri10",
                    "aliases": ["triangular10"],
                    "rows": ["o", "oo", "ooo", "oooo"],
                    "directions": "triangular",
                    "holes": 10,
                    "jumps": 18,
                    "symmetries": 6,
                }
            ]
        }
    )

    name: str = Field(description="Its name.")
    aliases: list[str] = Field(description="Other names it can be asked for by.")
    rows: list[str] = Field(description="`o` is a hole, a blank is none.")
    directions: Directions = Field(description="The ways a peg may jump on it.")
    holes: int = Field(description="How many holes it has.")
    jumps: int = Field(description="How many jumps it has room for.")
    symmetries: int = Field(description="In how many ways it can be laid on itself.")
