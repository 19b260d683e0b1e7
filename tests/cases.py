"""The positions with known truth in tests/data."""

import json
from pathlib import Path
from typing import Any

import pytest

from models.defects import InvalidInputError
from models.rummikub.objective import Objective
from models.rummikub.position import Position, position_from
from solvers.rummikub.registry import AUTO, BACKENDS, able
from solvers.rummikub.solve import solve

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


def refused(where: Position, objective: Objective, backend: str) -> bool:
    """Whether a backend can't take a request; if so, it must say so and name those that can."""
    if backend == AUTO or BACKENDS[backend] in able(where, objective):
        return False
    with pytest.raises(InvalidInputError, match=r"backends that can: .*ilp"):
        solve(where, objective, backend)
    return True
