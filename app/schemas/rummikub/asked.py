"""Rummikub: what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from app.schemas.body import Body
from app.schemas.limits import LIMITS, LimitsBody
from app.schemas.rummikub.fields import ObjectiveField, RulesField, Sets, Tiles
from models.defects import Defects, short, suggestion
from models.program import ModelFormat
from models.rummikub.notation import read_tiles
from models.rummikub.objective import Objective, read_objective
from models.rummikub.position import Position, read_position, read_table
from models.rummikub.programs import PROGRAMS
from models.rummikub.rules import Rules, read_rules
from models.rummikub.tiles import Tile
from solvers.result import Limits
from solvers.rummikub.bitmask import MOST_TILES, partition_defects
from solvers.rummikub.options import Option, Options, OptionType, options_of
from solvers.rummikub.registry import AUTO, BACKENDS, choose, choose_options

_VALUES: dict[OptionType, Callable[[Option], dict[str, Any]]] = {
    OptionType.CHOICE: lambda option: {"enum": list(option.choices)},
    OptionType.CHOICES: lambda option: {
        "type": ["array", "string"],
        "items": {"enum": list(option.choices)},
        "uniqueItems": True,
    },
    OptionType.INTEGER: lambda _: {"type": "integer"},
    OptionType.NUMBER: lambda _: {"type": "number"},
}


def _option_schemas() -> dict[str, Any]:
    """Describe every option, and whose it is."""
    schemas: dict[str, Any] = {}
    for backend in BACKENDS.values():
        for option in options_of(backend):
            if option.name in schemas:
                whose = schemas[option.name]["description"]
                schemas[option.name]["description"] = f"`{backend.name}`, {whose}"
                continue
            values = _VALUES[option.type](option)
            description = f"`{backend.name}`: {option.meaning}"
            schemas[option.name] = {"description": description} | values
    return schemas


OptionsField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "What the backend lets a request choose, by name; what is not named is "
            "left at its default. `GET /v1/backends` lists the options of each backend.",
            "type": "object",
            "properties": _option_schemas(),
            "additionalProperties": False,
        }
    ),
]


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A position, what is wanted of it, from which backend, within which limits."""

    position: Position
    objective: Objective
    backend: str
    limits: Limits
    cross_check: bool = False
    options: Options = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle field by field: what a dataclass with slots does by itself takes longer."""
        position, objective, limits = self.position, self.objective, self.limits
        given = (position, objective, self.backend, limits, self.cross_check, self.options)
        return SolveRequest, given


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


class CrossCheckBody(PositionBody[SolveRequest]):
    """A hand and a table, for every exact backend that can take them."""

    limits: LimitsBody = Field(default=LimitsBody(), description="Limits of each backend.")

    def collect(self, defects: Defects) -> SolveRequest | None:
        """Read position, objective and limits."""
        position, objective = self._position(defects)
        if position is None:
            return None
        return SolveRequest(position, objective, AUTO, self.limits.read(), cross_check=True)


class SolveBody(PositionBody[SolveRequest]):
    """A hand, a table, and what is wanted."""

    backend: str = Field(
        default=AUTO,
        description="Which backend solves: see `GET /v1/backends`.",
        json_schema_extra={"enum": [AUTO, *BACKENDS]},
    )
    options: OptionsField = Field(default={})
    limits: LimitsBody = LIMITS
    cross_check: bool = Field(
        default=False,
        description="Whether every other exact backend that can shall answer too, to see if they "
        "agree.",
    )

    def collect(self, defects: Defects) -> SolveRequest | None:
        """Read position, objective, backend, options and limits."""
        position, objective = self._position(defects)
        if self.objective is None and self.backend in BACKENDS:
            # What nobody asked for is no reason to refuse.
            known = BACKENDS[self.backend].terms
            objective = tuple(term for term in objective if term in known)
        backend = choose(self.backend, position, objective, ("backend",), defects)
        options = choose_options(self.backend, self.options, ("options",), defects)
        if position is None or backend is None:
            return None
        return SolveRequest(
            position, objective, backend.name, self.limits.read(), self.cross_check, options
        )


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
        before = [] if self.table is None else self.table
        table = read_table(before, rules, ("table",), defects)
        new_table, hand = None, None
        if self.new_table is not None:
            new_table = read_table(self.new_table, rules, ("new_table",), defects)
        if self.hand is not None:
            hand = read_tiles(self.hand, rules, ("hand",), defects)
        if len(defects):
            return None
        return CheckRequest(rules, table, new_table, hand, self.opened)


@dataclass(frozen=True, slots=True)
class PartitionRequest:
    """Tiles to cut into sets."""

    tiles: tuple[Tile, ...]
    rules: Rules
    whole: bool
    limits: Limits


class PartitionBody(Body[PartitionRequest]):
    """Tiles, and whether all of them must be used."""

    tiles: Tiles = Field(default=[], description=f"The tiles, at most {MOST_TILES}.")
    whole: bool = Field(default=False, description="Whether every tile must be in a set.")
    rules: RulesField = Field(default="standard")
    limits: LimitsBody = LIMITS

    def collect(self, defects: Defects) -> PartitionRequest | None:
        """Read tiles, rules and limits."""
        rules = read_rules(self.rules, ("rules",), defects)
        if rules is None:
            return None
        before = len(defects)
        tiles = read_tiles(self.tiles, rules, ("tiles",), defects)
        if not tiles and len(defects) == before:
            defects.add(("tiles",), "no_tiles", "give the tiles to cut into sets")
        if len(defects) == before:
            defects.extend(partition_defects(tiles, rules))
        return PartitionRequest(tiles, rules, self.whole, self.limits.read())
