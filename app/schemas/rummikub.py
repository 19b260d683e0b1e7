"""Rummikub: what is asked, and what is answered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, WithJsonSchema

from app.schemas.body import Body
from app.schemas.problem import ProblemDefect
from models.defects import Defects, short, suggestion
from models.program import ModelFormat
from models.rummikub.meld import MeldKind
from models.rummikub.notation import read_tiles
from models.rummikub.objective import Objective, Term, read_objective
from models.rummikub.position import Position, read_position, read_table
from models.rummikub.programs import PROGRAMS
from models.rummikub.rules import PRESETS, Rules, read_rules
from models.rummikub.tiles import Tile
from solvers.result import Limits, Status, Stop
from solvers.rummikub.registry import AUTO, BACKENDS, choose

MOST_WORK = 10**9
"""The largest work limit a request may ask for."""

# The readers in models take these apart and note every defect; the schema is for people.
Tiles = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "Tiles as text in shorthand, or as a list. `R7` is a tile, `J` a joker, "
            "`R7-13` a run, `RBK4` a group, `JRB5` a group with a joker.",
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
        }
    ),
]
Sets = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "Sets, each written like any tiles.",
            "type": "array",
            "items": {
                "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
            },
        }
    ),
]
RulesField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "The name of a preset, or an object: the preset it names under "
            "`preset` (`standard` if none), with the fields it gives replaced.",
            "anyOf": [
                {"type": "string", "enum": list(PRESETS)},
                {
                    "type": "object",
                    "properties": {
                        "preset": {"type": "string", "enum": list(PRESETS)},
                        "colours": {
                            "anyOf": [
                                {"type": "string"},
                                {"type": "array", "items": {"type": "string"}},
                            ]
                        },
                        "numbers": {"type": "integer"},
                        "copies": {"type": "integer"},
                        "jokers": {"type": "integer"},
                        "min_set_size": {"type": "integer"},
                        "initial_meld_points": {"type": "integer"},
                        "max_jokers_in_set": {"type": ["integer", "null"]},
                        "joker_policy": {"type": "string", "enum": ["free"]},
                        "joker_penalty": {"type": "integer"},
                    },
                    "additionalProperties": False,
                },
            ],
        }
    ),
]
ObjectiveField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "Terms in lexicographic order, or one term. By default `tiles`, then "
            "`kept_sets` (`tiles` alone where the table is given as tiles).",
            "anyOf": [
                {"type": "array", "items": {"type": "string", "enum": list(Term)}, "minItems": 1},
                {"type": "string", "enum": list(Term)},
                {"type": "null"},
            ],
        }
    ),
]


class LimitsBody(BaseModel, extra="forbid", strict=True):
    """How long a solve may take."""

    seconds: float | None = Field(
        default=None, gt=0, allow_inf_nan=False, description="Wall-clock seconds."
    )
    work: int | None = Field(
        default=None,
        ge=1,
        le=MOST_WORK,
        description="Nodes or states: the same answer on every machine.",
    )


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A position, what is wanted of it, from which backend, within which limits."""

    position: Position
    objective: Objective
    backend: str
    limits: Limits


class PositionBody[Request](Body[Request]):
    """The fields that make a position and an objective."""

    hand: Tiles = Field(default=[], description="The tiles in the hand.")
    table: Sets = Field(default=[], description="The sets on the table.")
    table_tiles: Tiles = Field(
        default=[],
        description="Instead of `table`: the tiles on the table, when nobody remembers how it lay.",
    )
    opened: bool = Field(
        default=True,
        description="Whether the player has laid the initial meld. If not, only tiles of the hand "
        "may be laid, for at least the points the rules ask for, and the table stays as it is.",
    )
    rules: RulesField = Field(default="standard")
    objective: ObjectiveField = Field(default=None)

    def _position(self, defects: Defects) -> tuple[Position | None, Objective]:
        raw = {name: getattr(self, name) for name in PositionBody.model_fields}
        position = read_position(raw, defects)
        return position, read_objective(
            self.objective, ("objective",), defects, flat=bool(self.table_tiles)
        )


class SolveBody(PositionBody[SolveRequest]):
    """A hand, a table, and what is wanted."""

    backend: str = Field(
        default=AUTO,
        description="Which backend solves: see `GET /v1/backends`.",
        json_schema_extra={"enum": [AUTO, *BACKENDS]},
    )
    limits: LimitsBody = Field(default=LimitsBody())

    def check_service_limits(self, most_seconds: float, defects: Defects) -> None:
        """Note a time limit beyond what the service allows."""
        seconds = self.limits.seconds
        if seconds is not None and seconds > most_seconds:
            detail = f"{seconds:g}: this service allows at most {most_seconds:g} seconds"
            defects.add(("limits", "seconds"), "out_of_range", detail)

    def collect(self, defects: Defects) -> SolveRequest | None:
        """Read position, objective, backend and limits."""
        position, objective = self._position(defects)
        backend = choose(self.backend, position, objective, ("backend",), defects)
        if position is None or backend is None:
            return None
        limits = Limits(self.limits.seconds, self.limits.work)
        return SolveRequest(position, objective, backend.name, limits)


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A program to write down, for a position, in a file format."""

    position: Position
    objective: Objective
    program: str
    format: ModelFormat


def _known(given: str, names: Iterable[str]) -> str:
    return f"{short(given)}: {suggestion(given, names)}known: {', '.join(names)}"


class ModelBody(PositionBody[ModelRequest]):
    """A position, and which program to write for it."""

    program: str = Field(
        default="ilp",
        description="Which program: `ilp` (placement) or `ilp-dhh` (Den Hertog & Hulshof).",
        json_schema_extra={"enum": list(PROGRAMS)},
    )
    format: str = Field(
        default="lp",
        description="`lp` (CPLEX LP, made to be read) or `mps`.",
        json_schema_extra={"enum": list(ModelFormat)},
    )

    def collect(self, defects: Defects) -> ModelRequest | None:
        """Read position, objective, program and format."""
        position, objective = self._position(defects)
        # A program is written for what the backend that solves it takes.
        if self.program in PROGRAMS:
            choose(self.program, position, objective, ("program",), defects)
        else:
            defects.add(("program",), "unknown_program", _known(self.program, PROGRAMS))
        if self.format not in tuple(ModelFormat):
            defects.add(("format",), "unknown_format", _known(self.format, ModelFormat))
        if position is None or len(defects):
            return None
        return ModelRequest(position, objective, self.program, ModelFormat(self.format))


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Tables to check: sets by their place, legal or not."""

    rules: Rules
    table: dict[int, tuple[Tile, ...]]
    new_table: dict[int, tuple[Tile, ...]] | None
    hand: tuple[Tile, ...] | None
    opened: bool


class CheckBody(Body[CheckRequest]):
    """A table, and optionally the table a player makes of it."""

    table: Sets | None = Field(default=None, description="The sets on the table.")
    new_table: Sets | None = Field(
        default=None, description="The table after a move, to check the move from `table` to it."
    )
    hand: Tiles | None = Field(
        default=None,
        description="The hand before the move. Without it, the tiles that are new on the table "
        "are taken to come from it.",
    )
    opened: bool = Field(
        default=True, description="Whether the player had laid the initial meld before the move."
    )
    rules: RulesField = Field(default="standard")

    def collect(self, defects: Defects) -> CheckRequest | None:
        """Read rules, tables and hand; whether they are legal is the answer, no defect."""
        if self.table is None and self.new_table is None:
            defects.add((), "nothing_to_check", "give a table, or table and new_table")
        if self.hand is not None and self.new_table is None:
            defects.add(("hand",), "hand_without_move", "a hand is for a move: give new_table")
        rules = read_rules(self.rules, ("rules",), defects)
        if rules is None:
            return None
        table = read_table(self.table or [], rules, ("table",), defects)
        new_table, hand = None, None
        if self.new_table is not None:
            new_table = read_table(self.new_table, rules, ("new_table",), defects)
        if self.hand is not None:
            hand = read_tiles(self.hand, rules, ("hand",), defects)
        if len(defects):
            return None
        return CheckRequest(rules, table, new_table, hand, self.opened)


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


class StatsAnswer(BaseModel):
    """Where the time went, in seconds, and how much work it was."""

    queue_seconds: float
    build_seconds: float
    solve_seconds: float
    check_seconds: float
    rows: int
    columns: int
    nodes: int = Field(description="Nodes of the search tree, or states.")


class SolveAnswer(BaseModel):
    """The best move."""

    status: Status = Field(
        description="`optimal`: proven best. `feasible`: a move, not proven best. `infeasible`: "
        "proven that the tiles of the table can't be laid out. `no_answer`: none found within the "
        "limits, nothing proven."
    )
    stop: Stop = Field(description="Why the backend stopped.")
    decision: Literal["play", "draw"] | None = Field(
        description="What to do; null while a limit kept the best move from being known to be none."
    )
    summary: str = Field(description="The answer in a sentence.")
    proven: bool
    verified: bool = Field(description="Whether the independent checker has accepted the move.")
    backend: str
    objective: list[TermAnswer]
    played: list[str] | None
    hand_left: list[str] | None
    table: list[SetAnswer] | None = Field(description="The whole new table.")
    untouched: list[str] = Field(
        description="Table tiles that stay as they lie when the table was given as tiles and the "
        "initial meld is still owed."
    )
    stats: StatsAnswer


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
