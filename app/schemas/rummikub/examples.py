"""Rummikub: worked examples by what they show."""

from __future__ import annotations

from collections.abc import Mapping

from app.schemas.example import Examples

SOLVE: Examples = {
    "a hand and a table": {
        "hand": "B10 K10 J",
        "table": ["R7-13", ["R4", "B4", "K4"]],
    },
    "figure 1 of Den Hertog & Hulshof (2006)": {
        "hand": "O1 O3 O4 O8 B2 K2 K10 K13 J",
        "table": ["K1-4", "K10-12", "O6-8", "O9-13", "B7-9", "B10-12", "R11-13"],
    },
    "the initial meld": {
        "hand": "K10-13 R3 R4 R11 R13 O2 R2 B2 B8 B8 O9 B9",
        "table": ["KOR11"],
        "opened": False,
    },
    "a table nobody remembers": {
        "hand": "R4 R8",
        "table_tiles": "R5 R6 R7",
    },
    "points, then jokers, within limits": {
        "hand": ["B1", "B2", "B4", "B5", "B13", "K13", "J"],
        "objective": ["value", "held_jokers"],
        "limits": {"seconds": 2, "work": 10000},
    },
    "six players": {
        "hand": "R7 R7 R7 B7 B7 B7 O7 O7 O7",
        "rules": "six-player",
        "backend": "ilp-dhh",
    },
    "a search by a heuristic": {
        "hand": "O2 K3 K4 K6 K7",
        "table": ["O8-11", "O3-7", "J R5 B5"],
        "backend": "predatory",
        "options": {"heuristic": "DTL", "alpha": 1, "beta": 0.9, "area": 0},
        "limits": {"work": 2000},
    },
}

CHECK: Examples = {
    "a table with faults": {
        "table": ["R5 R7 R8", "R4 R4 B4", "R7-9", "R6-8"],
    },
    "a legal move": {
        "table": ["R5-9", "RBK4"],
        "new_table": ["R5-7", "R8 R9 J", "RBOK4"],
        "hand": "O4 O5 J",
    },
    "a first move one point short": {
        "table": ["R5-9"],
        "new_table": ["R5-9", ["R9", "B9", "K9"], "O1 B1 K1"],
        "hand": "R9 B9 K9 O1 B1 K1",
        "opened": False,
        "rules": {"initial_meld_points": 31},
    },
}

CROSS_CHECK: Examples = {
    "the twin jokers": {
        "hand": "B4 R4 B4 R4 J J",
        "objective": "tiles",
    },
}

PARTITION: Examples = {
    "the most sets in a hand": {
        "tiles": "R1 B5 B6 B7 K3 O3 J",
    },
    "a pool to be laid out whole": {
        "tiles": "R5-7 B5-7 O5 K5 J",
        "whole": True,
    },
}

MODEL: Examples = {
    "the placement program, to be read": {
        "hand": "B10 K10 J",
        "table": ["R7-13"],
    },
    "the program of 2006, for another solver": {
        "hand": "B10 K10 J",
        "table": ["R7-13"],
        "program": "ilp-dhh",
        "format": "mps",
    },
}

BY_VERB: Mapping[str, Examples] = {
    "solve": SOLVE,
    "cross-check": CROSS_CHECK,
    "partition": PARTITION,
    "check": CHECK,
    "model": MODEL,
}
