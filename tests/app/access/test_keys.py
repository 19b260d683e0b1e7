"""Keys: their lines, read with every defect at once, and never quoted."""

import re

import pytest

from app.access.errors import AccessError
from app.access.keys import Key, digest_of, key_line, new_key, read_keys

DIGEST = "ab" * 32


def read(*lines: str) -> tuple[Key, ...]:
    return read_keys((f"keys:{number}", line) for number, line in enumerate(lines, 1))


def defects(*lines: str) -> list[str]:
    with pytest.raises(AccessError) as caught:
        read(*lines)
    return str(caught.value).splitlines()


def test_a_key_has_256_random_bits() -> None:
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(re.fullmatch(r"mw_[A-Za-z0-9_-]{43}", key) for key in keys)


def test_a_line_that_was_written_is_read_back() -> None:
    key = new_key()
    line = key_line("carol", key, [("rate", "2.5"), ("burst", None), ("concurrency", "4")])
    assert key not in line
    assert read(line) == (Key("carol", digest_of(key.encode()), 2.5, None, 4),)


def test_comments_and_blank_lines_are_allowed_and_a_name_may_have_two_keys() -> None:
    first, second = key_line("carol", new_key()), key_line("carol", new_key())
    found = read("# bots", "", "  ", first, f"{second}  # from May on")
    assert [key.name for key in found] == ["carol", "carol"]


def test_every_defect_of_every_line_is_said_with_its_place() -> None:
    found = defects(
        f"-x sha256:{DIGEST} rat=3 burst=0",
        "bob",
        f"bob sha256:{DIGEST[1:]} rate=nan",
        f"bob sha256:{DIGEST} rate=3 rate=4 concurrency=1.5",
        f"eve sha256:{DIGEST.upper()}",
    )
    assert found == [
        "keys:1: name '-x': a name has up to 64 letters, digits, dots, - and _, and begins with a "
        "letter or digit",
        "keys:1: rat: did you mean rate? known options: rate, burst, concurrency",
        "keys:1: burst=0: give a whole number from 1 to 100000",
        "keys:2: the second word must be sha256: and 64 hexadecimal digits",
        "keys:3: the second word must be sha256: and 64 hexadecimal digits",
        "keys:3: rate=nan: give requests a second, a number above 0",
        "keys:4: rate is given twice",
        "keys:4: concurrency=1.5: give a whole number from 1 to 100000",
        "keys:4: the same key as at keys:1: make one key for each caller",
        "keys:5: the same key as at keys:1: make one key for each caller",
    ]


@pytest.mark.parametrize("line", ["{key}", "bob {key}", "bob sha256:{key}", "bob {hash} {key}=1"])
def test_a_key_in_the_wrong_place_is_recognised_and_not_quoted(line: str) -> None:
    key = new_key()
    (found,) = defects(line.format(key=key, hash=f"sha256:{DIGEST}"))
    assert key[3:20] not in found
