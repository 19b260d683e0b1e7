"""Mahjong: the fields of a request that have a notation of their own, as JSON Schema.

The readers in ``models`` take these apart and note every defect; the schemas are for people and
for programs that write requests. What they forbid is refused; they can't forbid all that makes no
sense, for that depends on the rules and on the other tiles.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import WithJsonSchema

from models.mahjong.blocks import Shape
from models.mahjong.distance import Form
from models.mahjong.rules import PRESETS, RANGES

_MOST_SUITS = 8
_SUIT = "[a-vxy]"

# What Python and what ECMAScript take for space differs by the separators of ASCII and the next
# line of Latin 1. Letters may be large.
_GAP = r"[\s,\x1c-\x1f\x85]"
_PART = "[0-9Ww]*[1-9][0-9Ww]*[A-VX-Za-vx-z]|[0Ww]+[A-VX-Za-vx-z]?"
_TEXT = {"type": "string", "pattern": f"^{_GAP}*(?:(?:{_PART}){_GAP}*)*(?:[0-9Ww]+{_GAP}*)*$"}

Tiles = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "Tiles as text in shorthand, or as a list of such texts: `123m456p11z`. "
            "Numbers come first, then their suit; `w`, or a 0 among the numbers, is a wild tile. "
            "Numbers alone are of the first suit.",
            "anyOf": [_TEXT, {"type": "array", "items": _TEXT}],
        }
    ),
]


def _whole(name: str) -> dict[str, Any]:
    least, greatest = RANGES[name]
    return {"type": "integer", "minimum": least, "maximum": greatest}


_SUITS: list[dict[str, Any]] = [
    {"type": "string", "pattern": f"^{_SUIT}{{1,{_MOST_SUITS}}}$"},
    {
        "type": "array",
        "items": {"type": "string", "pattern": f"^{_SUIT}$"},
        "minItems": 1,
        "maxItems": _MOST_SUITS,
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
                        "suits": {"anyOf": _SUITS},
                        "numbers": _whole("numbers"),
                        "honours": _whole("honours"),
                        "copies": _whole("copies"),
                        "shapes": {
                            "type": "array",
                            "items": {"type": "string", "enum": list(Shape)},
                            "minItems": 1,
                            "uniqueItems": True,
                        },
                        "sets": {"anyOf": [_whole("sets"), {"type": "null"}]},
                        "pair": {"type": "boolean"},
                        "wilds": _whole("wilds"),
                    },
                    "additionalProperties": False,
                },
            ],
        }
    ),
]

FormsField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "Forms that a complete hand may have; the nearest counts. All but "
            "`standard` need a complete hand of 14 tiles.",
            "type": "array",
            "items": {"type": "string", "enum": list(Form)},
            "minItems": 1,
            "uniqueItems": True,
        }
    ),
]
