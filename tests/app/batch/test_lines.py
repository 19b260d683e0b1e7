"""The lines of a batch, however it arrives."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.batch.lines import Line, Lines

MOST = 20


def cut(parts: list[bytes]) -> list[Line]:
    lines = Lines(MOST)
    found = []
    for part in parts:
        lines.put(part)
        while (line := lines.take()) is not None:
            found.append(line)
    lines.close()
    while (line := lines.take()) is not None:
        found.append(line)
    return found


def expected(whole: bytes) -> list[Line]:
    """The same by hand."""
    found = []
    for number, content in enumerate(whole.split(b"\n"), 1):
        without_end = content.removesuffix(b"\r")
        if content.strip(b" \t\r") or len(without_end) > MOST:
            digest = hashlib.sha256(without_end).hexdigest()[:16]
            fits = len(without_end) <= MOST
            found.append(Line(number, without_end if fits else None, digest))
    return found


@given(
    st.lists(
        st.text(alphabet=" \t\r\na", max_size=40).map(str.encode)
        | st.binary(max_size=8)
        | st.integers(0, 60).map(lambda n: b"x" * n)
        | st.just(b"\n")
    )
)
def test_lines_are_the_same_whatever_the_parts_they_arrive_in(parts: list[bytes]) -> None:
    whole = b"".join(parts)
    assert cut(parts) == cut([whole]) == cut([whole[i : i + 1] for i in range(len(whole))])


@given(st.lists(st.sampled_from([b"a", b"\r", b"\n", b" ", b"b" * 19, b"c" * 21])))
def test_lines_are_numbered_cut_and_digested_as_one_would_by_hand(parts: list[bytes]) -> None:
    whole = b"".join(parts)
    # Spaces alone are a blank line, however many there are; whether too many is not worth a rule.
    if not any(len(line) > MOST and not line.strip() for line in whole.split(b"\n")):
        assert cut(parts) == expected(whole)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_the_digest_is_of_the_line_without_its_end(end: bytes) -> None:
    assert cut([b"{}" + end]) == [Line(1, b"{}", "44136fa355b3678a")]


def test_blank_lines_are_counted_and_nothing_else() -> None:
    assert [line.number for line in cut([b"\n \r\n1\n\t\n\n2"])] == [3, 6]


def test_millions_of_blank_lines_cost_no_more_than_one_look() -> None:
    (line,) = cut([b"\n" * 5_000_000 + b"1"])
    assert line.number == 5_000_001


def test_of_a_line_that_is_too_long_nothing_is_kept_but_its_digest() -> None:
    lines = Lines(MOST)
    for _ in range(1000):
        lines.put(b"x" * 1000)
        assert lines.take() is None
        assert len(lines._waiting) == 1
    lines.put(b"\n1\n")
    assert lines.take() == Line(1, None, hashlib.sha256(b"x" * 10**6).hexdigest()[:16])
    assert lines.take() == Line(2, b"1", hashlib.sha256(b"1").hexdigest()[:16])
