"""Results about Mahjong as JSON, in the shape of :mod:`app.schemas.mahjong.answers`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.answers.solved import STOPPED, bounds, cross_checked, plural, solved, stats
from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import (
    Discard,
    Distance,
    Nearest,
    Useful,
    shanten,
    useful_tiles,
)
from models.mahjong.hand import Hand
from models.mahjong.notation import tile_codes
from models.mahjong.other_forms import other_forms
from solvers.crosscheck import CrossCheck
from solvers.mahjong.dp.backend import most_listed
from solvers.result import Result, Status, Stop


def decompose_answer(
    hand: Hand, result: Result[Decompositions], queue_seconds: float
) -> dict[str, Any]:
    """Write a result in the shape of ``MahjongDecomposeAnswer``."""
    answer = result.answer
    known = answer is not None or result.status is Status.INFEASIBLE
    found = () if answer is None else answer.found
    return {
        **solved(result, decompose_summary(hand, result)),
        "objective": [_number(answer)],
        "win": (answer is not None) if known else None,
        "sets": hand.sets,
        "decompositions": [[str(b) for b in one.blocks] for one in found] if known else None,
        "wilds": [tile_codes(one.wilds) for one in found] if known else None,
        "complete": result.status is Status.INFEASIBLE or (answer is not None and answer.complete),
        "stats": stats(result, queue_seconds),
        "cross_check": None,
    }


def distance_answer(hand: Hand, result: Result[Distance], queue_seconds: float) -> dict[str, Any]:
    """Write a result in the shape of ``MahjongDistanceAnswer``."""
    answer = result.answer
    useful = None
    if answer is not None and answer.useful is not None:
        useful = useful_tiles(hand, answer.useful)
    discards = None if answer is None else answer.discards
    exchanges = None if answer is None else answer.exchanges
    return {
        **solved(result, distance_summary(hand, result)),
        "objective": bounds(result),
        "sets": hand.sets,
        "exchanges": exchanges,
        "shanten": shanten(exchanges),
        "exchanges_without_copy_limit": None if answer is None else answer.without_copy_limit,
        "exchanges_available": None if answer is None else answer.available,
        "nearest": None if answer is None else _nearest(answer.nearest),
        "useful_tiles": None if useful is None else _useful(useful),
        "useful_copies": None if useful is None else _copies(useful),
        "discards": None
        if answer is None or discards is None
        else [_discard(hand, one, answer.available) for one in discards],
        "stats": stats(result, queue_seconds),
        "cross_check": None,
    }


def cross_check_answer[Answer](
    checked: CrossCheck[Answer], summary: Callable[[Result[Answer]], str]
) -> dict[str, Any]:
    """Write a cross-check in the shape of ``MahjongCrossCheckAnswer``."""
    return cross_checked(checked, "summary", summary)


def decompose_summary(hand: Hand, result: Result[Decompositions]) -> str:
    """Say in a sentence whether a hand splits."""
    if result.status is Status.INFEASIBLE:
        parts = _parts(hand)
        if len(hand.tiles) == hand.complete_size:
            others = " and as ".join(form.replace("-", " ") for form in other_forms(hand))
            also = f" As {others} it is complete." if others else ""
            where = " in the standard form" if others else ""
            return f"Not complete{where}: the hand does not split into {parts}. Proven.{also}"
        held = plural(len(hand.tiles), "tile")
        needed = f"{hand.complete_size} are needed for {parts}"
        return f"Not complete: the hand has {held}, and {needed}. Proven."
    if result.answer is None:
        return f"Whether the hand is complete is not known{STOPPED[result.stop]}."
    count = len(result.answer.found)
    if result.answer.complete:
        return f"Complete: it splits in {plural(count, 'way')}, and no other."
    if result.status is Status.OPTIMAL:
        return "Complete: one way is shown."
    if result.stop is Stop.WORK_LIMIT and count == most_listed(hand):
        # Nobody need have set a limit for that.
        return f"Complete: it splits in {count} ways, and perhaps in more: no more are listed."
    ways = plural(count, "way")
    return f"Complete: it splits in {ways}, and perhaps in more{STOPPED[result.stop]}."


def distance_summary(hand: Hand, result: Result[Distance]) -> str:
    """Say in sentences how far a hand is from a complete one, and what is not known."""
    if result.answer is None:
        return f"The distance is not known{STOPPED[result.stop]}."
    return _how_far(hand, result.answer) + _not_known(hand, result, result.answer)


def _how_far(hand: Hand, answer: Distance) -> str:
    near = answer.nearest
    if near is None or answer.available is None:
        return "No complete hand can be made of the tiles that are left. Proven."
    if answer.available == 0:
        over = len(hand.tiles) - hand.complete_size
        if not over:
            return "Complete: nothing is lacking."
        gone = " ".join(tile_codes(near.tiles_out))
        return f"Nothing is lacking, and {plural(over, 'tile')} too many: out {gone}."
    lacking = f"{plural(answer.available, 'tile')} from complete"
    drawn, gone = " ".join(tile_codes(near.tiles_in)), " ".join(tile_codes(near.tiles_out))
    change = f"in {drawn}" + (f", out {gone}" if gone else "")
    useful = ""
    if answer.useful is not None:
        listed = useful_tiles(hand, answer.useful)
        kinds, copies = plural(len(listed), "kind"), _copies(listed)
        helps = "helps" if len(listed) == 1 else "help"
        useful = f" {kinds} of tile {helps} ({copies} left)."
    return f"{lacking}: {change}.{useful}"


def _not_known(hand: Hand, result: Result[Distance], answer: Distance) -> str:
    """Name the lists that were asked for and are not known."""
    if result.status is not Status.FEASIBLE:
        return ""
    # A hand that is not full has no discards to be known.
    full = len(hand.tiles) >= hand.complete_size
    lists = ["useful tiles"] if answer.useful is None else []
    lists += ["discards"] if answer.discards is None and full else []
    return f" The {' and the '.join(lists)} are not known{STOPPED[result.stop]}." if lists else ""


def _number(answer: Decompositions | None) -> dict[str, Any]:
    """Say how many ways are known; no more are possible only where these are all."""
    count = None if answer is None else len(answer.found)
    bound = count if answer is not None and answer.complete else None
    return {"term": "decompositions", "value": count, "bound": bound}


def _nearest(near: Nearest | None) -> dict[str, Any] | None:
    if near is None:
        return None
    return {
        "form": near.form,
        "blocks": [str(block) for block in near.blocks],
        "tiles_out": tile_codes(near.tiles_out),
        "tiles_in": tile_codes(near.tiles_in),
        "wilds": tile_codes(near.wilds),
    }


def _useful(useful: Sequence[Useful]) -> list[dict[str, Any]]:
    return [{"tile": str(tile), "left": left} for tile, left in useful]


def _discard(hand: Hand, one: Discard, now: int | None) -> dict[str, Any]:
    useful = useful_tiles(hand, one.useful)
    return {
        "tile": str(one.tile),
        "exchanges": one.exchanges,
        "keeps": one.exchanges == now,
        "useful_tiles": _useful(useful),
        "useful_copies": _copies(useful),
    }


def _copies(useful: Sequence[Useful]) -> int:
    return sum(left for _, left in useful)


def _parts(hand: Hand) -> str:
    """Say what a complete hand is made of: ``4 sets and a pair``."""
    sets, pair = plural(hand.sets, "set"), hand.rules.pair
    return f"{sets} and a pair" if pair and hand.sets else "a pair" if pair else sets
