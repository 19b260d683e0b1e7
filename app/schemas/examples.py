"""Worked examples, shown in the OpenAPI page and kept as files in examples/ (a test compares)."""

from __future__ import annotations

from typing import Any

type Example = dict[str, Any]

SOLVE: Example = {
    "hand": "B10 K10 J",
    "table": ["R7-13", ["R4", "B4", "K4"]],
}

CHECK: Example = {
    "table": ["R5-9", "RBK4"],
    "new_table": ["R5-7", "R8 R9 J", "RBOK4"],
    "hand": "O4 O5 J",
}

MODEL: Example = {"hand": "B10 K10 J", "table": ["R7-13"], "program": "ilp", "format": "lp"}
