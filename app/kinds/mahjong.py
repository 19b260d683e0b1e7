"""What can be asked about Mahjong hands."""

from __future__ import annotations

from typing import Any

from app.kinds.kind import Kind
from app.schemas.mahjong import examples
from app.schemas.mahjong.answers import MahjongDecomposeAnswer, MahjongDistanceAnswer
from app.schemas.mahjong.asked import MahjongDecomposeBody, MahjongDistanceBody
from app.tasks import mahjong as tasks
from solvers.mahjong.registry import MEASURERS, SPLITTERS

DECOMPOSE = Kind(
    game="mahjong",
    verb="decompose",
    summary="Is a hand complete, and how does it split?",
    description="Split a hand into sets and a pair in every way, or prove that there is none.\n\n"
    "A limit that is reached answers 200 with the ways found so far (`feasible`), or with none "
    '(`no_answer`): it never reads as "not complete".',
    body=MahjongDecomposeBody,
    answer=MahjongDecomposeAnswer,
    examples=examples.DECOMPOSE,
    task=tasks.decompose_mahjong,
    context=lambda asked: asked.hand.to_json(),
    solves=lambda asked: len(SPLITTERS) if asked.cross_check else 1,
)

DISTANCE = Kind(
    game="mahjong",
    verb="distance",
    summary="How far is a hand from complete, what to draw, what to discard?",
    description="Find how many tiles a hand lacks, within the copies of the game, within what can "
    "still be drawn, and without limit; one nearest complete hand; the tiles that help; and for "
    "each discard the same.\n\n"
    "A limit that is reached answers 200 with the distances, and the useful tiles if they are "
    "known by then (`feasible`), or with nothing (`no_answer`).",
    body=MahjongDistanceBody,
    answer=MahjongDistanceAnswer,
    examples=examples.DISTANCE,
    task=tasks.distance_mahjong,
    context=lambda asked: asked.hand.to_json(),
    solves=lambda asked: len(MEASURERS) if asked.cross_check else 1,
)

MAHJONG: tuple[Kind[Any], ...] = (DECOMPOSE, DISTANCE)
