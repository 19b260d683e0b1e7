"""The positions that are measured, by class, with their optima."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from models.rummikub.position import Position, position_from

_FILE = Path(__file__).parent.parent / "tests" / "data" / "positions.jsonl"


@dataclass(frozen=True, slots=True)
class Measured:
    """A position, and the most tiles and the greatest value that can be played."""

    name: str
    position: Position
    tiles: int
    value: int


def by_class(*, smoke: bool) -> dict[str, list[Measured]]:
    """Read the 300 positions of tests/data/positions.jsonl; for a smoke run two of each class."""
    classes: defaultdict[str, list[Measured]] = defaultdict(list)
    for line in _FILE.read_text().splitlines():
        case = json.loads(line)
        position = position_from({"hand": case["hand"], "table": case["table"]})
        best = case["best"]
        measured = Measured(case["id"], position, best["tiles"], best["value"])
        classes[case["id"].rsplit("-", 1)[0]].append(measured)
        # What a position works out once is worked out now: whoever is first must not pay for all.
        _ = position.hand_counts, position.table_counts, position.table_keys
    return {name: cases[:2] if smoke else cases for name, cases in classes.items()}
