"""Rummikub: what is answered."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from app.schemas.problem import ProblemDefect
from app.schemas.solved import CrossChecked, Opined, Outcome, Solved, StatsAnswer
from models.program import ModelFormat
from models.rummikub.meld import MeldKind
from models.rummikub.objective import Term
from solvers.result import Status


class TermAnswer(BaseModel):
    """One objective term."""

    term: Term
    value: int | None = Field(description="Worked out in whole numbers from the move.")
    bound: int | None = Field(
        description="The best value the term could still have while all earlier terms keep theirs; "
        "equal to `value` once proven, null while that is not known."
    )


class SetAnswer(BaseModel):
    """A set on the new table."""

    kind: MeldKind
    tiles: list[str]
    stands_for: list[str] = Field(
        description="The tiles the set shows, place by place: what each joker stands for."
    )
    from_hand: list[str] = Field(description="Which of its tiles came from the hand.")
    kept: bool = Field(description="Whether it is a set of the old table, left as it was.")


class StepAnswer(BaseModel):
    """A step on the way to the move."""

    name: str = Field(description="What was done: of `rule-based`, the layer.")
    played: list[str] = Field(description="The tiles it played from the hand.")


class DecidedAnswer(Outcome):
    """What to do."""

    decision: Literal["play", "draw"] | None = Field(
        description="What to do; null while a limit kept the best move from being known to be none."
    )


# The decision comes third, for those who read an answer from the top: after the status, before
# the summary. Fields come in the order of the bases, from the last to the first.
class SolveAnswer(Solved, DecidedAnswer):
    """The best move."""

    status: Status = Field(
        description="`optimal`: proven best. `feasible`: a move, not proven best. `infeasible`: "
        "proven that the tiles of the table can't be laid out. `no_answer`: none found within the "
        "limits, nothing proven."
    )
    verified: bool = Field(description="Whether the independent checker has accepted the move.")
    route: str = Field(
        description="How `auto` or `rule-based` came to it; of most other backends empty."
    )
    objective: list[TermAnswer]
    played: list[str] | None
    hand_left: list[str] | None
    table: list[SetAnswer] | None = Field(description="The whole new table.")
    untouched: list[str] = Field(
        description="Table tiles that stay as they lie when the table was given as tiles and the "
        "initial meld is still owed."
    )
    steps: list[StepAnswer] = Field(
        description="Of a backend that goes step by step: what each played. Else empty."
    )
    stats: StatsAnswer
    cross_check: CrossCheckAnswer | None = Field(
        default=None, description="What the other backends say, if that was asked for."
    )


class OpinionAnswer(Opined):
    """What one backend says."""

    answer: SolveAnswer | None = Field(description="Its answer, also a rejected one.")


class CrossCheckAnswer(CrossChecked):
    """Whether all backends that can take a request agree."""

    opinions: list[OpinionAnswer]


class PartitionedSet(BaseModel):
    """A set that tiles were cut into."""

    kind: MeldKind
    tiles: list[str]
    stands_for: list[str]


class PartitionAnswer(Outcome):
    """Tiles cut into as many sets as can be."""

    status: Status = Field(
        description="`optimal`: no cut has more sets. `infeasible`: not every tile can be used. "
        "`no_answer`: a limit was reached."
    )
    sets: list[PartitionedSet] | None
    left: list[str] | None = Field(description="The tiles in no set.")
    flexibility: int | None = Field(
        description="The largest number of sets the tiles hold, where tiles may be left over."
    )
    states: int


class CheckedSet(BaseModel):
    """A set as the checker reads it; only its tiles where it is not legal."""

    tiles: list[str]
    legal: bool
    kind: MeldKind | None
    stands_for: list[str] | None
    value: int | None


class CheckAnswer(BaseModel):
    """Whether a table, or a move, is legal."""

    legal: bool
    violations: list[ProblemDefect] = Field(description="Where, and what is wrong.")
    table: list[CheckedSet]
    new_table: list[CheckedSet] | None
    played: list[str] | None = Field(description="The tiles that are new on the table.")


class GoalAnswer(BaseModel):
    """A term of the objective, and its weight in the written program."""

    term: Term
    weight: int


class ModelAnswer(BaseModel):
    """A program as the text of a file."""

    program: str
    format: ModelFormat
    rows: int
    columns: int
    goals: list[GoalAnswer] = Field(
        description="The file has one objective: the weighted sum of the terms (those to be made "
        "small with a minus), but for constants, the weights so large that its optima are the "
        "lexicographic ones (at a relative gap of 0). LP files maximise it, MPS files minimise its "
        "negative. While the initial meld is owed, the program knows only moves that lay it: weigh "
        "its optimum against drawing, and read infeasible as draw."
    )
    content: str
