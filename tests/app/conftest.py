"""What tests of the service within this process share."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.observe.logs import JsonFormatter

Entries = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def entries() -> Iterator[Entries]:
    """What the service has logged so far, read back from the lines it writes."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonFormatter())
    ours = logging.getLogger("meldwise")
    level = ours.level
    ours.addHandler(handler)
    ours.setLevel(logging.DEBUG)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    ours.setLevel(level)
    ours.removeHandler(handler)
