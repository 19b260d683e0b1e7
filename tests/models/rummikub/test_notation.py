"""Shorthand for tiles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.defects import Defects
from models.rummikub.notation import read_tiles, tile_codes
from models.rummikub.rules import PRESETS, Rules

STANDARD = PRESETS["standard"]


def read(raw: object, rules: Rules = STANDARD) -> tuple[list[str], list[str]]:
    defects = Defects()
    tiles = read_tiles(raw, rules, ("hand",), defects)
    return tile_codes(tiles), [str(d) for d in defects]


@pytest.mark.parametrize(
    ("raw", "tiles"),
    [
        ("R7-10", ["R7", "R8", "R9", "R10"]),
        ("RBK4", ["R4", "B4", "K4"]),
        ("JRB5", ["J", "R5", "B5"]),
        ("R5 J R7", ["R5", "J", "R7"]),
        ("B10,K10, J", ["B10", "K10", "J"]),
        ("b10 k10 j", ["B10", "K10", "J"]),
        ("Y3", ["O3"]),
        ("JJ", ["J", "J"]),
        ("R5-5", ["R5"]),
        ("R7–9", ["R7", "R8", "R9"]),
        ("R7-R9", ["R7", "R8", "R9"]),
        ("", []),
        (["R7-9", "J", "RB4"], ["R7", "R8", "R9", "J", "R4", "B4"]),
        (["R7 R8"], ["R7", "R8"]),
        (["R7,"], ["R7"]),
    ],
)
def test_shorthand_is_read(raw: object, tiles: list[str]) -> None:
    assert read(raw) == (tiles, [])


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("G7", "/hand: G7: colours are R B O K (red, blue, orange, black), and J is a joker"),
        ("7R", "/hand: 7R: write the colour first: R7"),
        ("R14", "/hand: R14: numbers are 1 to 13"),
        ("R0", "/hand: R0: numbers are 1 to 13"),
        ("R7-99999999", "/hand: R7-99999999: numbers are 1 to 13"),
        ("R07", "/hand: R07: write the number without a zero in front: 7"),
        ("R", "/hand: R: a number is missing; write R7"),
        ("J5", "/hand: J5: a joker has no number; write J"),
        ("R9-7", "/hand: R9-7: a run rises; write R7-9"),
        ("RB4-6", "/hand: RB4-6: a run has one colour; write R4-6"),
        ("R7-B9", "/hand: R7-B9: a run has one colour; write R7-9"),
        ("JR5-7", "/hand: JR5-7: a run has one colour; write R5-7"),
        ("JJ5", "/hand: JJ5: a joker has no number; write J"),
        ("J-5", "/hand: J-5: a joker has no number; write J"),
        ("JR", "/hand: JR: a number is missing; write R7"),
        ("99X", "/hand: 99X: write a colour and a number, such as R7, or J for a joker"),
        ("R099", "/hand: R099: numbers are 1 to 13"),
        ("R00", "/hand: R00: numbers are 1 to 13"),
        (["R7", ","], '/hand/1: an empty text is not a tile: write one such as "R7"'),
        ("R٣", "/hand: R٣: write a colour and a number, such as R7, or J for a joker"),
        (7, '/hand: give tiles as text ("R7 B8 J") or a list (["R7", "B8"])'),
        (["R7", 7], '/hand/1: 7 is not a tile: write a text such as "R7"'),
        (["R7", ["R8"]], '/hand/1: a list is not a tile: write a text such as "R7"'),
        (["R7", " "], '/hand/1: an empty text is not a tile: write one such as "R7"'),
    ],
)
def test_a_word_that_is_no_tile_is_named_with_what_would_be_right(
    raw: object, message: str
) -> None:
    assert read(raw)[1] == [message]


def test_every_wrong_word_is_named_not_only_the_first() -> None:
    tiles, defects = read(["R7", "G7", "B8", "R14"])
    assert tiles == ["R7", "B8"]
    assert [d.split(":")[0] for d in defects] == ["/hand/1", "/hand/3"]


def test_what_would_be_right_is_right_under_the_rules_in_force() -> None:
    """R7 was suggested where the numbers end at 5."""
    assert read("R", Rules(numbers=5))[1] == ["/hand: R: a number is missing; write R5"]
    assert len(read("7" + "R" * 3000)[1][0]) < 200


def test_y_is_yellow_where_the_rules_have_a_y() -> None:
    assert read("Y3", Rules(colours=("R", "B", "O", "Y"))) == (["Y3"], [])


def test_a_huge_range_or_word_costs_nothing() -> None:
    """A range was once a way to ask for a list of a billion tiles."""
    assert read("R1-" + "9" * 100_000)[0] == []
    assert len(read("Q" * 100_000)[1][0]) < 200


@given(st.lists(st.sampled_from([*STANDARD.order])))
def test_parsing_what_was_printed_gives_the_same_tiles(tiles: list[object]) -> None:
    codes = [str(tile) for tile in tiles]
    assert read(codes) == (codes, [])
    assert read(" ".join(codes)) == (codes, [])


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_no_value_makes_the_reader_raise(raw: object) -> None:
    read(raw)
