"""JSON is read so that nothing is lost."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.strict_json import MalformedJSONError, read_json

_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(_json)
def test_what_is_json_is_read_like_by_the_standard_library(value: object) -> None:
    assert read_json(json.dumps(value).encode()) == value


@given(st.binary())
def test_what_is_not_is_one_kind_of_error(document: bytes) -> None:
    with suppress(MalformedJSONError):
        read_json(document)


def test_a_byte_order_mark_is_no_fault() -> None:
    """Editors on Windows write one."""
    assert read_json(b'\xef\xbb\xbf{"hand": "R7"}') == {"hand": "R7"}


@pytest.mark.parametrize("document", [b'{"a": 1, "a": 2}', b'[{"x": {"b": 1, "b": 1}}]'])
def test_a_member_named_twice_is_not_dropped_in_silence(document: bytes) -> None:
    with pytest.raises(MalformedJSONError, match="twice: one would be lost"):
        read_json(document)
