"""The keyring: it follows its file, and a broken file changes nothing."""

import logging
from pathlib import Path

import pytest

from app.access.errors import AccessError
from app.access.keyring import Keyring
from app.access.keys import key_line, new_key
from app.settings import Settings


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def name(keyring: Keyring, key: str) -> str | None:
    found = keyring.find(key.encode())
    return None if found is None else found.name


def test_keys_come_from_the_variable_and_from_the_file(tmp_path: Path) -> None:
    one, two, three = new_key(), new_key(), new_key()
    file = tmp_path / "keys"
    file.write_text(f"# ours\n{key_line('carol', three)}\n")
    inline = f"{key_line('alice', one)};{key_line('bob', two)} ; # the end"
    keyring = Keyring(Settings(keys=inline, keys_file=file))
    assert keyring.required
    assert [name(keyring, key) for key in (one, two, three)] == ["alice", "bob", "carol"]
    for wrong in ("", "mw_", new_key(), one[:-1], f"{one} ", one.upper(), "é" * 50):
        assert name(keyring, wrong) is None


def test_without_any_key_none_is_required() -> None:
    assert not Keyring(Settings()).required


def test_a_file_that_changes_is_read_again_a_second_later(tmp_path: Path) -> None:
    clock, file = Clock(), tmp_path / "keys"
    old, new = new_key(), new_key()
    file.write_text(key_line("carol", old))
    keyring = Keyring(Settings(keys_file=file), clock)
    file.write_text(f"{key_line('carol', old)}\n{key_line('carol', new)}\n")
    clock.now = 0.9
    assert name(keyring, new) is None
    clock.now = 1.0
    assert (name(keyring, old), name(keyring, new)) == ("carol", "carol")
    file.write_text(key_line("carol", new))
    clock.now = 2.0
    assert (name(keyring, old), name(keyring, new)) == (None, "carol")


@pytest.mark.parametrize("broken", ["carol sha256:12", "# all gone", "", None])
def test_a_broken_file_keeps_the_old_keys_and_is_logged_once(
    tmp_path: Path, broken: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    clock, file, key = Clock(), tmp_path / "keys", new_key()
    file.write_text(key_line("carol", key))
    keyring = Keyring(Settings(keys_file=file), clock)
    if broken is None:
        file.unlink()
    else:
        file.write_text(broken)
    with caplog.at_level(logging.INFO, "meldwise"):
        for now in (1.0, 2.0, 3.0):
            clock.now = now
            assert name(keyring, key) == "carol"
        assert [record.levelname for record in caplog.records] == ["ERROR"]
        assert str(file) in caplog.text
        other = new_key()
        file.write_text(key_line("dave", other))
        clock.now = 4.0
        assert (name(keyring, key), name(keyring, other)) == (None, "dave")
    assert key not in caplog.text


def test_a_start_with_wrong_keys_says_all_that_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(AccessError) as caught:
        Keyring(Settings(keys="bob;eve sha256:1 rate=x", keys_file=tmp_path / "none"))
    assert str(caught.value).splitlines() == [
        f"{tmp_path / 'none'}: No such file or directory",
        "MELDWISE_KEYS: the second word must be sha256: and 64 hexadecimal digits",
        "MELDWISE_KEYS: the second word must be sha256: and 64 hexadecimal digits",
        "MELDWISE_KEYS: rate=x: give requests a second, a number above 0",
    ]
    (tmp_path / "latin").write_bytes(b"# \xe9")
    with pytest.raises(AccessError, match="latin: not UTF-8 text at byte 3"):
        Keyring(Settings(keys_file=tmp_path / "latin"))


@pytest.mark.parametrize("inline", ["#", " ; "])
def test_keys_that_are_none_do_not_open_the_service(inline: str, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("# nobody yet\n")
    with pytest.raises(AccessError, match="there is no key"):
        Keyring(Settings(keys=inline, keys_file=tmp_path / "keys"))
