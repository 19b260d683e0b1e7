"""The positions with known truth in tests/data."""

import json
from pathlib import Path
from typing import Any

from models.rummikub.position import Position, position_from

DATA = Path(__file__).parent / "data"

type Case = dict[str, Any]


def load(name: str) -> list[Case]:
    """Read a file of tests/data."""
    text = (DATA / name).read_text()
    if name.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    cases: list[Case] = json.loads(text)
    return cases


def position(**fields: Any) -> Position:
    """Read a position that must be right."""
    return position_from(fields)
