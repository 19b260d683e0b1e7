"""Rummikub: the fields of a request that have a notation of their own, as JSON Schema.

The readers in ``models`` take these apart and note every defect; the schemas are for people and
for programs that write requests. What they forbid is refused; they can't forbid all that makes no
sense, for that depends on the rules and on the other tiles.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import WithJsonSchema

from models.rummikub.objective import Term
from models.rummikub.rules import PRESETS, RANGES

_MOST_COLOURS = 8

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


def _whole(name: str) -> dict[str, Any]:
    least, greatest = RANGES[name]
    return {"type": "integer", "minimum": least, "maximum": greatest}


_COLOURS: list[dict[str, Any]] = [
    {"type": "string", "pattern": f"^[A-IK-Z]{{1,{_MOST_COLOURS}}}$"},
    {
        "type": "array",
        "items": {"type": "string", "pattern": "^[A-IK-Z]$"},
        "minItems": 1,
        "maxItems": _MOST_COLOURS,
        "uniqueItems": True,
    },
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
                        "colours": {"anyOf": _COLOURS},
                        "numbers": _whole("numbers"),
                        "copies": _whole("copies"),
                        "jokers": _whole("jokers"),
                        "min_set_size": _whole("min_set_size"),
                        "initial_meld_points": _whole("initial_meld_points"),
                        "max_jokers_in_set": {
                            "anyOf": [_whole("max_jokers_in_set"), {"type": "null"}]
                        },
                        "joker_policy": {"type": "string", "enum": ["free"]},
                        "joker_penalty": _whole("joker_penalty"),
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
