"""Mahjong: what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, Field

from app.schemas.body import Body
from app.schemas.limits import LIMITS, LimitsBody
from app.schemas.mahjong.fields import NOTATION, FormsField, RulesField, Tiles
from models.defects import Defects
from models.mahjong.distance import DEFAULT_FORMS, Forms, check_forms, read_forms
from models.mahjong.hand import Hand, read_hand
from solvers.mahjong.backend import Question
from solvers.mahjong.registry import AUTO, BACKENDS, MEASURERS, check_backend
from solvers.result import Limits


@dataclass(frozen=True, slots=True)
class DecomposeRequest:
    """A hand to split, in every way or in one, by whom, within which limits."""

    hand: Hand
    every: bool
    backend: str
    limits: Limits
    cross_check: bool


@dataclass(frozen=True, slots=True)
class DistanceRequest:
    """A hand to measure, which forms count, by whom, within which limits."""

    hand: Hand
    forms: Forms
    details: bool
    backend: str
    limits: Limits
    cross_check: bool


class MahjongDecomposeBody(Body[DecomposeRequest]):
    """A hand that may be complete."""

    # The reader says that it is missing, and how it is written.
    model_config = ConfigDict(json_schema_extra={"required": ["hand"]})

    hand: Tiles = Field(default=[], description=f"The tiles of the hand. {NOTATION}")
    rules: RulesField = Field(default="standard")
    every: bool = Field(
        default=True,
        description="Whether every decomposition is asked for, or whether one will do.",
    )
    backend: str = Field(
        default=AUTO,
        description="Which backend answers; `auto` takes `dp`. See `GET /v1/backends`.",
        json_schema_extra={"enum": [AUTO, *BACKENDS]},
    )
    limits: LimitsBody = LIMITS
    cross_check: bool = Field(
        default=False, description="Whether all other backends that can shall answer too."
    )

    def collect(self, defects: Defects) -> DecomposeRequest | None:
        """Read hand, backend and limits."""
        hand = read_hand({"hand": self.hand, "rules": self.rules}, defects)
        question = Question.DECOMPOSITIONS if self.every else Question.WIN
        check_backend(self.backend, hand, question, ("backend",), defects)
        if hand is None:
            return None
        return DecomposeRequest(
            hand, self.every, self.backend, self.limits.read(), self.cross_check
        )


class MahjongDistanceBody(Body[DistanceRequest]):
    """A hand that is to become complete, and what is seen of the other tiles."""

    model_config = ConfigDict(json_schema_extra={"required": ["hand"]})

    hand: Tiles = Field(default=[], description=f"The tiles of the hand. {NOTATION}")
    visible: Tiles = Field(
        default=[],
        description="Tiles that are seen elsewhere, and so can't be drawn; written as in `hand`.",
    )
    rules: RulesField = Field(default="standard")
    forms: FormsField = Field(default=[str(form) for form in DEFAULT_FORMS])
    details: bool = Field(
        default=True,
        description="Whether useful tiles and discards are asked for; without them an answer has "
        "null in their place, and is known sooner.",
    )
    backend: str = Field(
        default=AUTO,
        description="Which backend answers; `auto` takes `dp`. See `GET /v1/backends`.",
        json_schema_extra={"enum": [AUTO, *MEASURERS]},
    )
    limits: LimitsBody = LIMITS
    cross_check: bool = Field(
        default=False, description="Whether all other backends that can shall answer too."
    )

    def collect(self, defects: Defects) -> DistanceRequest | None:
        """Read hand, forms, backend and limits."""
        raw: dict[str, Any] = {n: getattr(self, n) for n in ("hand", "visible", "rules")}
        hand = read_hand(raw, defects)
        before = len(defects)
        forms = read_forms(self.forms, ("forms",), defects)
        if hand is not None and len(defects) == before:
            check_forms(hand, forms, ("forms",), defects)
        check_backend(self.backend, hand, Question.DISTANCE, ("backend",), defects)
        if hand is None:
            return None
        limits = self.limits.read()
        return DistanceRequest(hand, forms, self.details, self.backend, limits, self.cross_check)
