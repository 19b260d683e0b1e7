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

NOTATION = (
    "As text in shorthand, or as a list of such texts: `123m456p11z`. Numbers come first, then "
    "their suit: `m` characters, `p` dots, `s` bamboo, `z` honours; `1z` to `7z` are east, south, "
    "west, north, white, green, red. `w`, or a 0 among the numbers, is a wild tile: `12m0m` and "
    "`12mw` are the same. If no suit is named at all, numbers are of the first suit. Rules may "
    "have other suits."
)
"""How tiles are written: a field that describes itself says so in place of its type."""

Tiles = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": f"Tiles. {NOTATION}",
            "anyOf": [_TEXT, {"type": "array", "items": _TEXT}],
        }
    ),
]

_MEANINGS = {
    "suits": "The suits, one small letter each, in the order they are written in.",
    "numbers": "The highest number of a suit; numbers run from 1.",
    "honours": "How many kinds of honour there are, suit `z`: they make triplets and pairs, no "
    "runs.",
    "copies": "How many tiles there are of each kind, and so how often a complete hand may show "
    "it.",
    "shapes": "Which sets count: three alike, three neighbours in one suit, or both.",
    "sets": "How many sets a complete hand has; null is a third of the hand's tiles, rounded down.",
    "pair": "Whether a complete hand has a pair beside its sets.",
    "wilds": "The most wild tiles that a hand may hold.",
}

RulesField = Annotated[Any, WithJsonSchema(rules_schema(READER, _MEANINGS))]

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
