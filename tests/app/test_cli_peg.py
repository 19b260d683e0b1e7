"""``meldwise peg``: a play drawn on a terminal, as JSON, and as a picture."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from app.schemas.examples import files
from tests.app.command_line import on_a_terminal, run, start

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", [name for name in files() if name.startswith("peg-solitaire/")])
def test_every_example_is_answered(name: str) -> None:
    done = run("peg", str(EXAMPLES / name))
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert answer["proven"]
    assert answer["verified"]


def test_the_play_is_drawn_on_a_terminal() -> None:
    seen = on_a_terminal("peg", "english", "--start", "3,3", "--goal", "3,3")
    assert "31 jumps in" in seen
    assert "start" in seen
    assert seen.count("●") > 500


def test_a_picture_has_every_position(tmp_path: Path) -> None:
    picture = tmp_path / "play.svg"
    done = run("peg", "tri15", "--start", "0,0", "--goal", "0,0", "--svg", str(picture))
    assert done.returncode == 0
    root = ElementTree.parse(picture).getroot()  # noqa: S314  (our own)
    lines = [shape for shape in root if shape.tag.endswith("line")]
    circles = [shape for shape in root if shape.tag.endswith("circle")]
    assert (len(lines), len(circles)) == (13, 14 * 15)


def test_a_certificate_is_drawn() -> None:
    done = run("peg", "french", "--start", "3,3", "--goal", "3,3", "--text")
    assert done.returncode == 0
    said = done.stdout.decode()
    assert "can't be reached" in said
    assert "x . x x . x x" in said


def test_a_certificate_of_jump_counts_is_printed_whole() -> None:
    """Nothing was printed of it: every case has its bounds, and its weights on the board."""
    asked = ("peg", "tri10", "--start", "1,0", "--goal", "2,0")
    tree = json.loads(run(*asked, "--json").stdout)["certificate"]["tree"]
    leaves: list[list[int]] = []

    def gather(node: dict[str, Any]) -> None:
        if "weights" in node:
            leaves.append(node["weights"])
        else:
            gather(node["at_most"])
            gather(node["more"])

    gather(tree)
    done = run(*asked, "--text")
    assert done.returncode == 0
    cases = re.split(r"\n\d+\. ", done.stdout.decode())[1:]
    assert len(cases) == len(leaves) > 1
    for case, weights in zip(cases, leaves, strict=True):
        bounds, *board = case.split("\n")
        assert re.fullmatch(
            r"(\d,\d (→|->) \d,\d: (never|at least \d times?|\d times?|\d to \d times?)(; |$))+",
            bounds,
        )
        assert list(map(int, " ".join(board[:4]).split())) == weights
    (first, second), most = tree["jump"], tree["most"]
    jump = f"{first[0]},{first[1]} → {second[0]},{second[1]}"
    assert f"{jump}: {'never' if most == 0 else ''}" in cases[0].replace("->", "→")
    assert f"{jump}: at least {most + 1} time" in cases[-1].replace("->", "→")


def test_boards_and_positions_are_drawn_with_slashes() -> None:
    done = start("peg", "ooooo", "--start", "oo.oo", "--goal", "o....", "--json")
    assert json.loads(done.stdout)["board"] == ["ooooo"]
    done = start(
        "peg", "o/oo/ooo", "--directions", "triangular", "--start", "0,0", "--problem", "fools"
    )
    assert json.loads(done.stdout)["status"] == "optimal"


def test_what_is_wrong_is_named_with_its_option() -> None:
    done = run("peg", "englisch", "--start", "9,9", "--backend", "serch")
    assert (done.returncode, done.stdout) == (2, b"")
    said = done.stderr.decode()
    assert "BOARD: " in said
    assert "did you mean english" in said
    assert "--backend: " in said


def test_a_limit_reached_exits_3() -> None:
    done = run(
        "peg", "wiegleb", "--start", "4,4", "--goal", "4,4", "--backend", "search", "--work", "1"
    )
    assert done.returncode == 3
    assert json.loads(done.stdout)["status"] == "no_answer"
