"""``Retry-After``: seconds, or a date by the clock of the service."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from app.client.answers import retry_after

DATE = "Fri, 02 Jan 2026 03:04:05 GMT"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": " 0 "}, 0),
        ({"retry-after": "Fri, 02 Jan 2026 03:04:35 GMT", "date": DATE}, 30),
        ({"retry-after": DATE, "date": "Fri, 02 Jan 2026 03:05:00 GMT"}, 0),
        ({"retry-after": DATE}, 0),
        ({}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "1.5"}, None),
        ({"retry-after": "9" * 5000}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Fri, 99 Jan 2026 03:04:05 GMT"}, None),
    ],
)
def test_it_is_seconds_or_a_date(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_without_a_date_of_the_service_ours_counts() -> None:
    until = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    seconds = retry_after({"retry-after": until, "date": "today"})
    assert seconds is not None
    assert 3000 < seconds <= 3600
