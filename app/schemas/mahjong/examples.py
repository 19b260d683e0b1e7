"""Mahjong: worked examples by what they show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.schemas.example import Examples

DECOMPOSE: Examples = {
    "four ways in one suit": {"hand": "11122233344455"},
    "a wild tile": {"hand": "123m456p78s11222zw"},
    "a win that the published greedy test misses": {
        "hand": "234567m444p44678s",
        "backend": "greedy",
        "every": False,
    },
    "thirty-five tiles": {"hand": "11112222333344445555666777788889999m"},
}

DISTANCE: Examples = {
    "what to draw and what to discard": {"hand": "22456m3567p46s125z"},
    "a fifth tile does not exist": {"hand": "1111z"},
    "tiles that are gone": {"hand": "123m456p789s1122z", "visible": "11z2z"},
    "the nearest of three forms": {
        "hand": "1122m3344p5566s7z",
        "forms": ["standard", "seven-pairs", "thirteen-orphans"],
    },
    "eight tiles that count to four sets": {
        "hand": "14668889m",
        "rules": {"sets": 4},
        "limits": {"seconds": 5},
        "cross_check": True,
        "details": False,
    },
}


def _useful(*tiles: str) -> list[dict[str, Any]]:
    """Write ``2m×4`` as answers do."""
    pairs = (tile.split("×") for tile in tiles)
    return [{"tile": tile, "left": int(left)} for tile, left in pairs]


def _discard(tile: str, exchanges: int, copies: int, *useful: str) -> dict[str, Any]:
    return {
        "tile": tile,
        "exchanges": exchanges,
        "keeps": exchanges == 1,
        "useful_tiles": _useful(*useful),
        "useful_copies": copies,
    }


def _solved(summary: str, term: str, value: int, **more: Any) -> dict[str, Any]:
    known = {"status": "optimal", "stop": "completed", "summary": summary, "proven": True}
    found = {"verified": True, "backend": "dp"}
    return known | found | {"objective": [{"term": term, "value": value, "bound": value}]} | more


def _stats(solve_seconds: float, check_seconds: float, nodes: int) -> dict[str, Any]:
    return {
        "queue_seconds": 0.0001,
        "build_seconds": 0.0,
        "solve_seconds": solve_seconds,
        "check_seconds": check_seconds,
        "rows": 0,
        "columns": 0,
        "nodes": nodes,
    }


DECOMPOSED: Mapping[str, Any] = _solved(
    "Complete: it splits in 2 ways, and no other.",
    "decompositions",
    2,
    win=True,
    sets=4,
    decompositions=[
        ["123m", "456p", "678s", "222z", "11z"],
        ["123m", "456p", "789s", "222z", "11z"],
    ],
    wilds=[["6s"], ["9s"]],
    complete=True,
    stats=_stats(0.00027, 0.00006, 114),
    cross_check=None,
)
"""The answer to the example of a wild tile."""

MEASURED_HAND = "13m5p11z"
MEASURED: Mapping[str, Any] = _solved(
    "1 tile from complete: in 2m, out 5p. 1 kind of tile helps (4 left).",
    "exchanges_available",
    1,
    sets=1,
    exchanges=1,
    shanten=0,
    exchanges_without_copy_limit=1,
    exchanges_available=1,
    nearest={
        "form": "standard",
        "blocks": ["123m", "11z"],
        "tiles_out": ["5p"],
        "tiles_in": ["2m"],
        "wilds": [],
    },
    useful_tiles=_useful("2m×4"),
    useful_copies=4,
    discards=[
        _discard(
            "1m",
            2,
            39,
            *("1m×3", "2m×4", "3m×3", "4m×4", "5m×4"),
            *("3p×4", "4p×4", "5p×3", "6p×4", "7p×4", "1z×2"),
        ),
        _discard(
            "3m",
            2,
            31,
            *("1m×3", "2m×4", "3m×3"),
            *("3p×4", "4p×4", "5p×3", "6p×4", "7p×4", "1z×2"),
        ),
        _discard("5p", 1, 4, "2m×4"),
        _discard("1z", 2, 9, "2m×4", "5p×3", "1z×2"),
    ],
    stats=_stats(0.0002, 0.00007, 4_896),
    cross_check=None,
)
"""The answer to :data:`MEASURED_HAND`, a hand short enough to be read."""

BY_VERB: Mapping[str, Examples] = {"decompose": DECOMPOSE, "distance": DISTANCE}
