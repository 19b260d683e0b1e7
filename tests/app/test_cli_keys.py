"""``meldwise keys new``, and starts that are refused for want of keys."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.access.keys import digest_of, read_keys
from tests.app.command_line import on_a_terminal, run, start


def test_a_key_and_its_line_are_printed_as_json_when_piped() -> None:
    done = start("keys", "new", "carol", "--rate", "2.5", "--burst", "40", "--concurrency", "4")
    made = json.loads(done.stdout)
    assert set(made) == {"name", "key", "line"}
    (key,) = read_keys([("line", made["line"])])
    assert key.digest == digest_of(made["key"].encode())
    assert (key.name, key.rate, key.burst, key.concurrency) == ("carol", 2.5, 40, 4)


def test_on_a_terminal_it_is_said_where_the_line_goes() -> None:
    seen = on_a_terminal("keys", "new", "carol")
    assert "mw_" in seen
    assert "MELDWISE_KEYS_FILE" in seen


def test_all_that_is_wrong_is_said() -> None:
    done = run("keys", "new", "mw.é", "--rate", "0", "--burst", "many")
    assert done.returncode == 2
    assert done.stdout == b""
    assert [line.split(":")[1] for line in done.stderr.decode().splitlines()] == [
        " name 'mw.é'",
        " rate=0",
        " burst=many",
    ]


@pytest.mark.parametrize("arguments", [["#"], ["a b"], [""], ["a", "--rate", "1 burst=2"]])
def test_a_line_holds_what_was_asked_for_and_nothing_else(arguments: list[str]) -> None:
    done = run("keys", "new", *arguments)
    assert done.returncode == 2
    assert b"give one word" in done.stderr


def serve(**environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "app.cli", "serve", "--port", "0"],
        env=os.environ | environment,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_a_public_address_without_keys_is_refused() -> None:
    done = serve(MELDWISE_HOST="0.0.0.0")
    assert done.returncode == 2
    assert done.stderr.startswith(b"MELDWISE_HOST: 0.0.0.0 can be reached from other machines")


def test_wrong_keys_stop_the_start_with_all_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text("carol\n\ndave sha256:12 rate=fast\n")
    done = serve(MELDWISE_KEYS_FILE=str(file), MELDWISE_KEYS="eve")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 4
    for place in ("MELDWISE_KEYS: ", f"{file}:1: ", f"{file}:3: ", f"{file}:3: rate=fast: "):
        assert place in done.stderr.decode()
