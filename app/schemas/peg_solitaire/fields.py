"""Peg solitaire: the fields of a request that have a notation of their own, as JSON Schema.

The readers in ``models`` take these apart and note every defect.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import WithJsonSchema

from models.peg_solitaire.boards import ALIASES, BOARDS, MOST_ROWS

_PLACE: dict[str, Any] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": MOST_ROWS - 1},
    "minItems": 2,
    "maxItems": 2,
}


def _rows(marks: str) -> dict[str, Any]:
    return {
        "type": "array",
        "items": {"type": "string", "pattern": f"^[{marks}]*$", "maxLength": MOST_ROWS},
        "minItems": 1,
        "maxItems": MOST_ROWS,
    }


BoardField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "The name of a board (`GET /v1/peg-solitaire/boards`), or one drawn as "
            "rows of text: `o` is a hole, a blank is none.",
            "anyOf": [{"type": "string", "enum": [*BOARDS, *ALIASES]}, _rows("o ")],
        }
    ),
]

StartField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "`[row, col]` of the only empty hole, both from 0; or the position as "
            "rows of text: `o` is a peg, `.` an empty hole, a blank no hole.",
            "anyOf": [_PLACE, _rows("o. ")],
        }
    ),
]

GoalField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "`[row, col]` of the only peg that is left, or the position as rows of "
            "text. Of the problems `reach` and `long-hop` alone.",
            "anyOf": [_PLACE, _rows("o. "), {"type": "null"}],
        }
    ),
]
