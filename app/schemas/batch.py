"""Batches: a line that asks, and a line that answers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from app.kinds import KINDS, Kind
from app.schemas.body import Body
from app.schemas.problem import Problem
from models.defects import Defects, shown, suggestion

IdField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "Whatever helps to tell the answer; it is given back.",
            "anyOf": [{"type": "string"}, {"type": "number"}],
        }
    ),
]
KindField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "What is asked: the last two parts of the path that answers it alone.",
            "type": "string",
            "enum": list(KINDS),
        }
    ),
]
RequestField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "What is asked, as for `POST /v1/{kind}`.",
            "anyOf": [
                {"$ref": f"#/components/schemas/{kind.body.__name__}"} for kind in KINDS.values()
            ],
        }
    ),
]
AnswerField = Annotated[
    Any,
    WithJsonSchema(
        {
            "description": "The answer, as of `POST /v1/{kind}`.",
            "anyOf": [
                {"$ref": f"#/components/schemas/{kind.answer.__name__}"} for kind in KINDS.values()
            ],
        }
    ),
]


@dataclass(frozen=True, slots=True)
class LineRequest:
    """A question as it was given, and of which kind it is."""

    kind: Kind[Any]
    request: object


class BatchLine(Body[LineRequest]):
    """A line of a batch: a question, and of which kind it is."""

    model_config = ConfigDict(json_schema_extra={"required": ["kind", "request"]})

    id: IdField = Field(default="")
    kind: KindField = Field(default=None)
    request: RequestField = Field(default=None)

    def collect(self, defects: Defects) -> LineRequest | None:
        """Look at all but the request itself."""
        check_id(self.id, defects)
        if self.request is None:
            defects.add(("request",), "missing", "nothing is given: give what is asked")
        kind = KINDS.get(self.kind) if isinstance(self.kind, str) else None
        if kind is None:
            given = "nothing is given" if self.kind is None else shown(self.kind)
            defects.add(("kind",), "unknown_kind", f"{given}: {known_kinds(self.kind)}")
            return None
        return LineRequest(kind, self.request)


class BatchResult(BaseModel):
    """A line of results; it has an answer or a problem."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "line": 3,
                    "id": "my third",
                    "digest": "9f86d081884c7d65",
                    "status": 200,
                    "answer": {"status": "optimal", "decision": "play", "played": ["R7"]},
                }
            ]
        }
    )

    line: int = Field(ge=1, description="Which line is answered; blank ones are counted too.")
    id: IdField = Field(default=None)
    digest: str = Field(
        description="The first 16 hexadecimal digits of the SHA-256 of the line that is answered, "
        "without its end.",
    )
    status: int = Field(description="The HTTP status that the question alone would have had.")
    answer: AnswerField = Field(default=None)
    problem: Problem | None = Field(
        default=None,
        description="Why there is no answer; pointers are relative to the request, and of "
        "`invalid-line` to the line.",
    )


def check_id(given: object, defects: Defects) -> None:
    """Note it if an id is none.

    Parameters
    ----------
    given
        The id, as JSON has it.
    defects
        Where it is noted.
    """
    if not is_id(given):
        defects.add(("id",), "wrong_type", f"{shown(given)}: give a text or a finite number")


def is_id(given: object) -> bool:
    """Whether a JSON value can be an id."""
    if isinstance(given, float):
        return math.isfinite(given)
    return isinstance(given, str | int) and not isinstance(given, bool)


def known_kinds(given: object) -> str:
    """Say which kinds there are, and which one may be meant.

    Parameters
    ----------
    given
        What was given in the place of a kind.
    """
    meant = suggestion(given, KINDS) if given is not None else ""
    return f"{meant}known: {', '.join(KINDS)}"
