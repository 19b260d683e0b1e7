"""Bodies as large as may be that make no sense: what is done for them is bounded.

The event loop reads them, and serves nobody meanwhile.
"""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from app.kinds import KINDS
from app.schemas import body as bodies
from app.schemas.body import Body
from app.schemas.jobs import JobBody
from app.schemas.rummikub.asked import SolveBody
from models.defects import MOST_DEFECTS, InvalidInputError
from models.rummikub import notation

LARGEST = 262_144
VAST = {"colours": "ABCDEFGH", "numbers": 50, "copies": 10, "jokers": 8}


def codes(error: InvalidInputError) -> list[str]:
    return [defect.code for defect in error.defects]


@pytest.mark.parametrize("as_job", [False, True], ids=["question", "job"])
def test_only_defects_that_are_noted_are_put_into_words(
    monkeypatch: pytest.MonkeyPatch, as_job: bool
) -> None:
    """Sixteen thousand suggestions once took a second, and in a job two."""
    asked = 0

    def counted(name: object, known: Iterable[str]) -> str:
        nonlocal asked
        del name, known
        asked += 1
        return ""

    monkeypatch.setattr(bodies, "suggestion", counted)
    request: dict[str, Any] = {f"hand{i}": 1 for i in range(16_000)}
    assert len(json.dumps(request)) < LARGEST
    reader: type[Body[Any]] = JobBody if as_job else SolveBody
    raw = {"kind": "rummikub/solve", "request": request} if as_job else request
    with pytest.raises(InvalidInputError) as raised:
        reader.read(raw, 10.0)
    assert asked == MOST_DEFECTS + 1
    assert codes(raised.value)[-1] == "too_many_defects"


def test_a_word_with_more_letters_than_there_are_tiles_is_not_taken_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A quarter of a million letters once were, one by one."""
    monkeypatch.setattr(notation, "_colour", lambda *_: pytest.fail("a letter was looked at"))
    for word in ("A" * 200_000 + "1", "J" * 200_000):
        with pytest.raises(InvalidInputError) as raised:
            KINDS["rummikub/solve"].read({"rules": VAST, "hand": word}, 10.0)
        assert set(codes(raised.value)) <= {"too_many_tiles", "empty_position"}


def test_the_limits_of_a_job_are_checked_with_all_else_that_is_wrong() -> None:
    body = {"kind": "rummikub/solve", "request": {"hand": "G7", "limits": {"seconds": 99, "x": 1}}}
    with pytest.raises(InvalidInputError) as raised:
        JobBody.read(body, 10.0)
    found = {(defect.pointer, defect.code) for defect in raised.value.defects}
    assert found == {
        ("/request/hand", "unknown_colour"),
        ("/request/limits/seconds", "out_of_range"),
        ("/request/limits/x", "unknown_field"),
    }
