"""``meldwise mahjong``: distances and decompositions on a terminal and as JSON."""

import json
from pathlib import Path

import pytest

from app.schemas.examples import files
from tests.app.command_line import on_a_terminal, run, start

EXAMPLES = Path(__file__).parents[2] / "examples"
VERBS = {"mahjong/distance": [], "mahjong/decompose": ["--decompose"]}


@pytest.mark.parametrize("name", [name for name in files() if name.startswith("mahjong/")])
def test_every_example_is_answered(name: str) -> None:
    done = run("mahjong", str(EXAMPLES / name), *VERBS[name.split("-", maxsplit=1)[0]])
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert answer["proven"]
    assert answer["verified"]


def test_what_to_draw_and_discard_is_read_on_a_terminal() -> None:
    seen = on_a_terminal("mahjong", "22456m3567p46s125z", "--cross-check")
    assert "3 tiles from complete" in seen
    assert "exchanges: 3 (shanten 2)" in seen
    assert "  1z  3 away,  34 left: 2m 1p" in seen
    assert "all agree (dp, ilp)" in seen


def test_every_way_is_read_on_a_terminal() -> None:
    seen = on_a_terminal("mahjong", "11122233344455", "--decompose")
    assert "Complete: it splits in 4 ways, and no other." in seen
    assert "123m 123m 123m 444m 55m" in seen


def test_options_are_heeded() -> None:
    done = start(
        "mahjong", "1122m3344p5566s7z", "--forms", "standard,seven-pairs", "--visible", "777z"
    )
    answer = json.loads(done.stdout)
    assert (answer["exchanges"], answer["exchanges_available"]) == (1, 2)
    assert answer["nearest"]["form"] == "seven-pairs"


def test_rules_are_an_object_on_the_command_line_too() -> None:
    done = run("mahjong", "14668889m", "--rules", '{"sets": 4}')
    answer = json.loads(done.stdout)
    assert (answer["sets"], answer["exchanges"]) == (4, 6)


def test_one_way_is_enough_for_the_greedy_test() -> None:
    """There was no way on the command line to ask for it."""
    hand = "234567m444p44678s"
    done = run("mahjong", hand, "--decompose", "--one", "--backend", "greedy")
    answer = json.loads(done.stdout)
    assert answer["decompositions"] == [["234m", "567m", "444p", "678s", "44s"]]
    assert answer["backend"] == "greedy"


@pytest.mark.parametrize(("command", "tiles"), [("mahjong", b"123m456p11z"), ("solve", b"R7-13")])
def test_the_help_shows_how_the_tiles_of_this_game_are_written(command: str, tiles: bytes) -> None:
    """That of every command showed the tiles of Rummikub."""
    seen = run(command, "--help").stdout
    for one in (b"123m456p11z (z: honours, 1z", b"R7-13 is a run"):
        assert (one in seen) == (tiles in one)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["123x"], b"HAND: 123x: suits are"),
        (["123m", "--backend", "greedy"], b"--backend: greedy does not measure"),
        (["gone.json"], b"gone.json: No such file"),
        (["123m", "--rules", '{"sets": 4'], b"--rules: the document is not JSON"),
        (["123m", "--rules", '{"sets": -1}'], b"--rules#/sets: "),
        (["123m", "--forms", "orphans"], b'--forms: "orphans": '),
        (["123m", "--seconds", "0"], b"--seconds: 0.0"),
        (["123m", "--one"], b"--one: only with --decompose"),
    ],
)
def test_bad_input_is_named(arguments: list[str], said: bytes) -> None:
    done = run("mahjong", *arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_no_answer_within_the_limits_is_an_exit_code_of_its_own() -> None:
    assert run("mahjong", "123m1z", "--work", "1").returncode == 3


def test_options_of_the_other_question_are_refused_by_their_own_names() -> None:
    """They once were called fields of a request that nobody had written."""
    done = run("mahjong", "123m11z", "--one")
    assert (done.returncode, done.stderr) == (2, b"--one: only with --decompose\n")
    done = run("mahjong", "123m11z", "--decompose", "--visible", "1z", "--forms", "standard")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        b"--visible: not with --decompose",
        b"--forms: not with --decompose, which splits into the standard form: a distance has forms",
    ]


def _text(*arguments: str) -> str:
    return run("mahjong", *arguments, "--text").stdout.decode()


def test_a_limit_that_is_reached_is_read_in_the_text() -> None:
    seen = _text("22456m3567p46s125z", "--backend", "ilp", "--work", "100").replace("\n", " ")
    assert "The discards are not known: a limit was reached." in seen


def test_no_distance_does_not_read_as_zero() -> None:
    """It was called "none", where it was not known and where there is none."""
    assert "exchanges: not known\n" in _text("123m1z", "--work", "5")
    seen = _text("1m", "--rules", '{"sets": 60}')
    assert "exchanges: there is no such complete hand\n" in seen
    assert "without copy limit: 181 (shanten 180)\n" in seen


def test_discards_that_go_back_are_apart_and_last() -> None:
    """They had larger counts, in the same list, and no distance beside them."""
    lines = _text("22456m3567p46s125z").splitlines()
    keep = lines.index("discards that keep the distance, and what helps then:")
    back = lines.index("discards that set the hand back, and what helps then:")
    assert lines[keep + 1].startswith("  1z  3 away,  34 left: 2m 1p 2p")
    assert lines[back + 1].startswith("  2m  4 away,  52 left: 1m 2m 3m")
    assert sum(" 3 away" in line for line in lines[keep + 1 : back]) == 4
    assert sum(" 4 away" in line for line in lines[back + 1 :]) == 9


def test_a_complete_hand_has_no_discards_to_choose_from() -> None:
    seen = _text("123m11z")
    assert "Complete: nothing is lacking." in seen
    assert "discards" not in seen
    # One of too many tiles has; nothing stood behind the colon there.
    seen = _text("123m111z", "--rules", '{"sets": 1}')
    assert "  1z  nothing is lacking\n" in seen


def test_what_comes_and_goes_for_the_nearest_hand_is_named_whatever_its_form() -> None:
    """Thirteen orphans were called so, and no more."""
    hand = "19m19p19s123456z2m3m"
    seen = _text(hand, "--forms", "thirteen-orphans")
    assert "nearest: thirteen orphans   (in 7z 7z, out 2m 3m)\n" in seen
    seen = _text("1122m3344p5566s67z", "--forms", "seven-pairs")
    assert "nearest: 11m 22m 33p 44p 55s 66s 77z   (in 7z, out 6z)\n" in seen
