"""``meldwise solve --option`` and ``meldwise experiment``."""

import json
import re
from pathlib import Path

from tests.app.command_line import run, start

ROOT = Path(__file__).parents[2]
TEN = ("--hand", "O2 K3 K4 K6 K7", "--table", "O8-11", "--table", "O3-7", "--table", "JRB5")


def test_options_of_a_backend_are_given_by_name() -> None:
    nodes = {}
    for option in ("heuristic=ICC", "heuristic=DTL"):
        done = run("solve", *TEN, "--backend", "best-first", "--option", option)
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        assert answer["hand_left"] == []
        nodes[option] = answer["stats"]["nodes"]
    assert len(set(nodes.values())) == 2


def test_options_of_the_file_are_kept_unless_they_are_given_again() -> None:
    body = {
        "hand": "B10 K10",
        "table": ["R7-13"],
        "backend": "predatory",
        "options": {"heuristic": "IC", "area": -1},
    }
    done = run("solve", "-", "--option", "alpha=x", stdin=json.dumps(body).encode())
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "standard input#/options/area: -1: give a number from 0 to 100",
        '--option alpha: "x": give a number',
    ]
    done = run("solve", "-", "--option", "area=2", stdin=json.dumps(body).encode())
    assert done.returncode == 0


def test_an_option_is_a_name_and_a_value_and_is_given_once() -> None:
    done = run("solve", *TEN, "--option", "ICC", "--option", "area=1", "--option", "area=2")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "--option ICC: write NAME=VALUE, such as heuristic=ICC",
        "--option area=2: area is there already; give an option once",
    ]


def without_times(document: str) -> str:
    """The experiment's document but for the table of times, which is its last."""
    head, separator, _ = document.partition("## Milliseconds")
    assert separator
    return head


def test_the_experiment_writes_the_page_in_the_docs(tmp_path: Path) -> None:
    """The times are those of the machine that wrote it; nodes and tiles left are the same."""
    output = tmp_path / "table.md"
    done = run("experiment", "samuelson-seibert", "--output", str(output))
    assert done.returncode == 0, done.stderr
    assert done.stdout == b""
    written, kept = output.read_text(), (ROOT / "docs" / "search-table.md").read_text()
    assert without_times(written) == without_times(kept)
    assert re.findall(r"^\| ilp .*\d\.\d \|$", written, flags=re.MULTILINE)


def test_an_experiment_needs_a_place_for_its_tables_before_it_begins(tmp_path: Path) -> None:
    done = start("experiment", "samuelson-seibert", "--output", str(tmp_path))
    assert done.returncode == 2
    assert b"Is a directory" in done.stderr
