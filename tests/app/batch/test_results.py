"""Lines of results are JSON, say what they answer, and can be read again."""

import json

import pytest

from app.batch.lines import Line
from app.batch.results import Head, error, read_head, result
from app.working import stopping

LINE = Line(7, b"{}", "44136fa355b3678a")


@pytest.mark.parametrize("identity", [None, "", "an id", "ü\ud800", 0, 10**30, 1.5])
def test_a_line_of_results_gives_back_the_id_and_can_be_read_again(
    identity: str | float | None,
) -> None:
    written = result(LINE, identity, b'{"best":1}')
    content = json.loads(written)
    assert content.pop("id", None) == identity
    assert content == {
        "line": 7,
        "digest": LINE.digest,
        "status": 200,
        "answer": {"best": 1},
    }
    assert read_head(written) == Head(7, LINE.digest, 200)
    assert written.count(b"\n") == 1


def test_a_problem_is_a_line_of_results_too() -> None:
    written = error(LINE, None, stopping())
    assert json.loads(written)["problem"]["type"] == "urn:meldwise:problem:stopping"
    assert read_head(written) == Head(7, LINE.digest, 503)


@pytest.mark.parametrize(
    "other", [b"", b"[1]", b'{"line":1}', b'{"line":"1","digest":"","status":200}', b"\xff", b"{"]
)
def test_what_is_no_line_of_results_is_not_taken_for_one(other: bytes) -> None:
    assert read_head(other) is None
