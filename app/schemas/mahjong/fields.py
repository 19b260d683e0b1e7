"""Mahjong: the fields of a request that have a notation of their own, as JSON Schema.

The readers in ``models`` take these apart and note every defect; the schemas are for people and
for programs that write requests. What they forbid is refused; they can't forbid all that makes no
sense, for that depends on the rules and on the other tiles.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import WithJsonSchema

from app.schemas.rules import rules_schema
from models.mahjong.distance import Form
from models.mahjong.rules import READER

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

RulesField = Annotated[Any, WithJsonSchema(rules_schema(READER))]

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
