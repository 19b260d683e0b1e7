"""Rummikub: the fields of a request that have a notation of their own, as JSON Schema.

The readers in ``models`` take these apart and note every defect; the schemas are for people and
for programs that write requests. What they forbid is refused; they can't forbid all that makes no
sense, for that depends on the rules and on the other tiles.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import WithJsonSchema

from app.schemas.rules import rules_schema
from models.rummikub.objective import Term
from models.rummikub.rules import READER

# A number has two digits at most. What Python and what ECMAScript take for space differs by the
# separators of ASCII and the next line of Latin 1.
_NUMBER = "[1-9][0-9]?"
_WORD = f"(?:[Jj]+|[A-Za-z]+{_NUMBER}(?:[-–—][A-Za-z]?{_NUMBER})?)"
_GAP = r"[\s,\x1c-\x1f\x85]"
_WORDS = f"{_WORD}(?:{_GAP}+{_WORD})*"

_TILE = {"type": "string", "pattern": f"^{_GAP}*{_WORDS}{_GAP}*$"}
_TILES: list[dict[str, Any]] = [
    {"type": "string", "pattern": f"^{_GAP}*(?:{_WORDS})?{_GAP}*$"},
    {"type": "array", "items": _TILE},
]

Tiles = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "Tiles as text in shorthand, or as a list. `R7` is a tile, `J` a joker, "
            "`R7-13` a run, `RBK4` a group, `JRB5` a group with a joker.",
            "anyOf": _TILES,
        }
    ),
]

Sets = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "Sets, each written like any tiles.",
            "type": "array",
            "items": {"anyOf": _TILES},
        }
    ),
]

_MEANINGS = {
    "colours": "The colours, one capital letter each, in the order they are written in.",
    "numbers": "The highest number; numbers run from 1.",
    "copies": "How many tiles there are of each colour and number.",
    "jokers": "How many jokers there are.",
    "min_set_size": "The fewest tiles in a set.",
    "initial_meld_points": "Points that the first sets of a player must reach together.",
    "max_jokers_in_set": "The most jokers in one set; null is no limit, so that a set may be "
    "jokers only.",
    "joker_policy": "What a joker on the table may do. `free`: it may change its place and its "
    "meaning, but stays on the table.",
    "joker_penalty": "Points that a joker costs which is left in the hand.",
}

RulesField = Annotated[Any, WithJsonSchema(rules_schema(READER, _MEANINGS))]

ObjectiveField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "Terms in lexicographic order, or one term. By default `tiles`, then "
            "`kept_sets` (`tiles` alone where the table is given as tiles, or the backend that is "
            "asked by name does not support `kept_sets`).",
            "anyOf": [
                {
                    "type": "array",
                    "items": {"type": "string", "enum": list(Term)},
                    "minItems": 1,
                    "uniqueItems": True,
                },
                {"type": "string", "enum": list(Term)},
                {"type": "null"},
            ],
        }
    ),
]
