"""The worked example of CONTRIBUTING.md works as printed."""

import re
from pathlib import Path
from typing import Any

import pytest

from solvers.result import Status
from solvers.rummikub import registry
from solvers.rummikub.registry import BACKENDS
from solvers.rummikub.solve import solve
from tests.cases import position


def test_the_backend_of_the_worked_example_works(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    module: dict[str, Any] = {"__name__": "draw"}
    exec(compile(code, "CONTRIBUTING.md", "exec"), module)  # noqa: S102
    monkeypatch.setattr(registry, "BACKENDS", {**BACKENDS, "draw": module["DRAW"]})
    result = solve(position(hand="B10 K10 J", table=["R7-13"]), backend="draw")
    assert result.status is Status.FEASIBLE
    assert result.verified
