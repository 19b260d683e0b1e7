"""Peg solitaire: worked examples by what they show."""

from __future__ import annotations

from collections.abc import Mapping

from app.schemas.example import Examples

SOLVE: Examples = {
    "the central game": {
        "board": "english",
        "start": [3, 3],
        "goal": [3, 3],
    },
    "fool's solitaire": {
        "board": "english",
        "problem": "fools",
        "start": [3, 3],
    },
    "the fewest moves on a triangle": {
        "board": "tri15",
        "problem": "long-hop",
        "start": [0, 0],
        "goal": [0, 0],
    },
    "a goal that can't be reached": {
        "board": "french",
        "start": [3, 3],
        "goal": [3, 3],
    },
    "as few pegs as can be": {
        "board": "french",
        "problem": "fewest-left",
        "start": [3, 3],
        "limits": {"seconds": 5},
    },
    "the Latin cross on a board of one's own": {
        "board": ["ooooo", "ooooo", "ooooo", "ooooo", " ooo"],
        "start": ["..o..", ".ooo.", "..o..", "..o..", " ..."],
        "goal": [2, 2],
        "backend": "sequential",
    },
}

BY_VERB: Mapping[str, Examples] = {"solve": SOLVE}
