"""Mahjong: what is answered."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from app.schemas.mahjong.examples import DECOMPOSED, MEASURED
from app.schemas.solved import STATS, BoundAnswer, CrossChecked, Opined, Solved, StatsAnswer
from models.mahjong.distance import Form
from solvers.result import Status

_BLOCKS = "Sets and pair as they show: `123m`, `111z`, `55p`; the pair comes last."


class MahjongOpinionAnswer(Opined):
    """What one backend says."""

    summary: str | None = Field(description="Its answer in a sentence.")


class MahjongCrossCheckAnswer(CrossChecked):
    """Whether all backends that can take a request agree."""

    opinions: list[MahjongOpinionAnswer] = Field(description="What each backend says.")


class MahjongDecomposeAnswer(Solved):
    """Whether a hand is complete, and how it splits."""

    model_config = ConfigDict(json_schema_extra={"examples": [dict(DECOMPOSED)]})

    status: Status = Field(
        description="`optimal`: every way, or the one asked for. `feasible`: some of the ways. "
        "`infeasible`: proven that there is none. `no_answer`: none was found within the limits, "
        "nothing is proven."
    )
    verified: bool = Field(description="Whether the independent checker has accepted the ways.")
    objective: list[BoundAnswer] = Field(
        description="`decompositions`: how many are shown; its bound is null unless they are all."
    )
    win: bool | None = Field(description="Whether the hand is complete; null if not known.")
    sets: int = Field(description="Sets of a complete hand.")
    decompositions: list[list[str]] | None = Field(
        description="Different multisets of sets and pair. " + _BLOCKS + " Null if not known."
    )
    wilds: list[list[str]] | None = Field(
        description="For each decomposition, what the wild tiles stand for."
    )
    complete: bool = Field(description="Whether these are all there are.")
    stats: StatsAnswer = STATS
    cross_check: MahjongCrossCheckAnswer | None = Field(
        default=None, description="What the other backends say, if that was asked for."
    )


class MahjongUsefulAnswer(BaseModel):
    """A tile whose draw lowers the distance."""

    tile: str = Field(description="The tile.")
    left: int = Field(description="How many of it are left to be drawn.")


class MahjongDiscardAnswer(BaseModel):
    """A tile that may go, and what is then."""

    tile: str = Field(description="The tile that goes; `w` is a wild one.")
    exchanges: int | None = Field(description="The distance then, within what is available.")
    keeps: bool = Field(description="Whether that is no farther than before.")
    useful_tiles: list[MahjongUsefulAnswer] = Field(
        description="Tiles whose draw lowers the distance then; the one that went is not left to "
        "be drawn."
    )
    useful_copies: int = Field(description="How many useful tiles are left in all.")


class MahjongNearestAnswer(BaseModel):
    """A complete hand as near as can be."""

    form: Form = Field(description="Its form.")
    blocks: list[str] = Field(description=_BLOCKS + " Empty for thirteen orphans.")
    tiles_out: list[str] = Field(description="Tiles of the hand that leave it.")
    tiles_in: list[str] = Field(
        description="Tiles that come in: as many as `exchanges_available` says."
    )
    wilds: list[str] = Field(description="What the wild tiles that stay stand for.")


class MahjongDistanceAnswer(Solved):
    """How far a hand is from a complete one, and what to draw and discard."""

    model_config = ConfigDict(json_schema_extra={"examples": [dict(MEASURED)]})

    status: Status = Field(
        description="`optimal`: all that was asked for, proven. `feasible`: the distances; a limit "
        "was reached before the useful tiles, or else the discards, were known. `no_answer`: a "
        "limit was reached before anything was known."
    )
    verified: bool = Field(
        description="Whether the independent checker has accepted the hand shown and the lists."
    )
    objective: list[BoundAnswer] = Field(
        description="`exchanges_available`: what a distance is measured by. Once it is known, it "
        "is proven, and its bound the same."
    )
    sets: int = Field(description="Sets of a complete hand.")
    exchanges: int | None = Field(
        description="Tiles lacking, no more of a kind than the game has; null where there is no "
        "such complete hand, or nothing is known."
    )
    shanten: int | None = Field(description="One less: 0 is ready, -1 complete.")
    exchanges_without_copy_limit: int | None = Field(
        description="Tiles lacking if there were any number of each kind; null as `exchanges`."
    )
    exchanges_available: int | None = Field(
        description="With tiles only that are held, or neither held nor `visible`; null as "
        "`exchanges`."
    )
    nearest: MahjongNearestAnswer | None = Field(
        description="A complete hand at the distance `exchanges_available`; null where that is."
    )
    useful_tiles: list[MahjongUsefulAnswer] | None = Field(
        description="Tiles whose draw lowers `exchanges_available`; null if not known."
    )
    useful_copies: int | None = Field(
        description="How many useful tiles are left in all; null if not known."
    )
    discards: list[MahjongDiscardAnswer] | None = Field(
        description="Each tile of a hand that is full; else empty. Null if not known."
    )
    stats: StatsAnswer = STATS
    cross_check: MahjongCrossCheckAnswer | None = Field(
        default=None, description="What the other backends say, if that was asked for."
    )
