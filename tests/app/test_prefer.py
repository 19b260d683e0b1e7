"""``Prefer: respond-async``, however it is written."""

import pytest
from fastapi import Request

from app.prefer import prefers_job


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([], False),
        (["respond-async"], True),
        (["Respond-Async"], True),
        (["wait=10, respond-async"], True),
        (["respond-async; foo=bar, handling=lenient"], True),
        (["wait=10", "respond-async"], True),
        (["wait=10"], False),
        (["respond-asynchronously"], False),
    ],
)
def test_a_job_is_made_only_for_those_who_prefer_it(headers: list[str], expected: bool) -> None:
    raw = [(b"prefer", header.encode()) for header in headers]
    assert prefers_job(Request({"type": "http", "headers": raw})) is expected
