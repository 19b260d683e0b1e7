"""``meldwise experiment reversals``."""

import re
from pathlib import Path
from xml.etree import ElementTree

from solvers.peg_solitaire.experiments import reversals
from tests.app.command_line import run, start


def test_the_33_reversals_are_seven_up_to_symmetry() -> None:
    classes = reversals.inequivalent()
    assert (len(classes), sum(classes.values())) == (7, 33)
    assert classes[3, 3] == 1


def test_the_search_solves_all_of_them(tmp_path: Path) -> None:
    picture, page = tmp_path / "plot.svg", tmp_path / "page.md"
    done = run(
        "experiment", "reversals", "--backends", "search", "--svg", str(picture),
        "--output", str(page),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = page.read_text()
    assert re.search(r"\| `search` \| 33 \|", said)
    assert "| 2006: Blackbox | 27 |" in said
    words = " ".join(ElementTree.parse(picture).getroot().itertext())  # noqa: S314  (our own)
    assert "search, 33" in words
    assert "](plot.svg)" in said


def test_what_was_not_solved_in_time_is_a_dash() -> None:
    done = start("experiment", "reversals", "--backends", "paper", "--seconds", "0.01")
    assert done.returncode == 0, done.stderr
    assert b"| `paper` | 0 | - | - |" in done.stdout


def test_what_is_wrong_with_the_options_is_said() -> None:
    done = run("experiment", "reversals", "--backends", "serch,paper,sequentil")
    assert done.returncode == 2
    assert (
        done.stderr.decode()
        .splitlines()[0]
        .startswith("options: --backends serch: did you mean search?")
    )
    assert len(done.stderr.decode().splitlines()) == 2
    assert run("experiment", "reversals", "--seconds", "0").returncode == 2
