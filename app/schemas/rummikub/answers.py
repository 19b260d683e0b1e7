"""Rummikub: what is answered."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from app.schemas.problem import ProblemDefect
from app.schemas.solved import STATS, CrossChecked, Opined, Outcome, Solved, StatsAnswer
from models.program import ModelFormat
from models.rummikub.meld import MeldKind
from models.rummikub.objective import Term
from solvers.result import Status


class TermAnswer(BaseModel):
    """One objective term."""

    term: Term = Field(description="What is counted.")
    value: int | None = Field(description="Worked out in whole numbers from the move.")
    bound: int | None = Field(
        description="The best value the term could still have while all earlier terms keep theirs; "
        "equal to `value` once proven, null while that is not known."
    )


class SetAnswer(BaseModel):
    """A set on the new table."""

    kind: MeldKind = Field(description="Whether it is a run or a group.")
    tiles: list[str] = Field(description="Its tiles, in order.")
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
    objective: list[TermAnswer] = Field(description="The terms, in the order of the request.")
    played: list[str] | None = Field(
        description="Tiles to play from the hand; null while no move is known."
    )
    hand_left: list[str] | None = Field(description="Tiles that stay in the hand; null likewise.")
    table: list[SetAnswer] | None = Field(description="The whole new table.")
    untouched: list[str] = Field(
        description="Table tiles that stay as they lie when the table was given as tiles and the "
        "initial meld is still owed."
    )
    steps: list[StepAnswer] = Field(
        description="Of a backend that goes step by step: what each played. Else empty."
    )
    stats: StatsAnswer = STATS
    cross_check: CrossCheckAnswer | None = Field(
        default=None, description="What the other backends say, if that was asked for."
    )


class OpinionAnswer(Opined):
    """What one backend says."""

    answer: SolveAnswer | None = Field(description="Its answer, also a rejected one.")


class CrossCheckAnswer(CrossChecked):
    """Whether all backends that can take a request agree."""

    opinions: list[OpinionAnswer] = Field(description="What each backend says.")


class PartitionedSet(BaseModel):
    """A set that tiles were cut into."""

    kind: MeldKind = Field(description="Whether it is a run or a group.")
    tiles: list[str] = Field(description="Its tiles, in order.")
    stands_for: list[str] = Field(description="The tiles it shows, place by place.")


class PartitionAnswer(Outcome):
    """Tiles cut into as many sets as can be."""

    status: Status = Field(
        description="`optimal`: no cut has more sets. `infeasible`: not every tile can be used. "
        "`no_answer`: a limit was reached."
    )
    sets: list[PartitionedSet] | None = Field(
        description="The sets; null where not every tile can be used, or a limit was reached."
    )
    left: list[str] | None = Field(description="The tiles in no set.")
    flexibility: int | None = Field(
        description="The largest number of sets the tiles hold, where tiles may be left over."
    )
    states: int = Field(description="The work done, as `limits.work` counts it.")


class CheckedSet(BaseModel):
    """A set as the checker reads it; only its tiles where it is not legal."""

    tiles: list[str] = Field(description="Its tiles.")
    legal: bool = Field(description="Whether it is a set.")
    kind: MeldKind | None = Field(description="Whether it is a run or a group; else null.")
    stands_for: list[str] | None = Field(
        description="The tiles it shows, place by place; null where it is no set."
    )
    value: int | None = Field(
        description="The sum of the numbers it shows; null where it is no set."
    )


class CheckAnswer(BaseModel):
    """Whether a table, or a move, is legal."""

    legal: bool = Field(description="Whether nothing is wrong.")
    violations: list[ProblemDefect] = Field(description="Where, and what is wrong.")
    table: list[CheckedSet] = Field(description="The table, set by set.")
    new_table: list[CheckedSet] | None = Field(
        description="The table after the move, set by set; null where no move was given."
    )
    played: list[str] | None = Field(description="The tiles that are new on the table.")


class GoalAnswer(BaseModel):
    """A term of the objective, and its weight in the written program."""

    term: Term = Field(description="What is counted.")
    weight: int = Field(description="How much one of it weighs.")


class ModelAnswer(BaseModel):
    """A program as the text of a file."""

    program: str = Field(description="Which program it is.")
    format: ModelFormat = Field(description="The format of the file.")
    rows: int = Field(description="How many rows it has.")
    columns: int = Field(description="How many columns it has.")
    goals: list[GoalAnswer] = Field(
        description="The file has one objective: the weighted sum of the terms (those to be made "
        "small with a minus), but for constants, the weights so large that its optima are the "
        "lexicographic ones (at a relative gap of 0). LP files maximise it, MPS files minimise its "
        "negative. While the initial meld is owed, the program knows only moves that lay it: weigh "
        "its optimum against drawing, and read infeasible as draw."
    )
    content: str = Field(description="The file.")
