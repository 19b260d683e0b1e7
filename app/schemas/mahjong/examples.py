"""Mahjong: worked examples by what they show."""

from __future__ import annotations

from collections.abc import Mapping

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

BY_VERB: Mapping[str, Examples] = {"decompose": DECOMPOSE, "distance": DISTANCE}
