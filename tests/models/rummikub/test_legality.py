"""What is a legal set, and why not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.defects import Defects
from models.rummikub.legality import read_meld
from models.rummikub.meld import Meld
from models.rummikub.notation import read_tiles, tile_codes
from models.rummikub.rules import PRESETS, Rules
from models.rummikub.tiles import Tile
from tests.oracle import best_value_as_set
from tests.strategies import odd_rules

STANDARD = PRESETS["standard"]


def read(text: str, rules: Rules = STANDARD) -> Meld | list[str]:
    read = read_meld(read_tiles(text, rules, (), Defects()), rules)
    return read if isinstance(read, Meld) else [fault.detail for fault in read]


@pytest.mark.parametrize(
    ("text", "kind", "stands_for"),
    [
        ("R5-7", "run", "R5 R6 R7"),
        ("R7 R5 R6", "run", "R5 R6 R7"),
        ("R5 J R7", "run", "R5 R6 R7"),
        ("J R5 R6", "run", "R4 R5 R6"),
        ("R12 R13 J", "run", "R11 R12 R13"),
        ("J J R2", "run", "R2 R3 R4"),
        ("B1 J J", "run", "B1 B2 B3"),
        ("RBK4", "group", "R4 B4 K4"),
        ("J R B5", "group", "R5 B5 O5"),
        ("K4 R4 O4 B4", "group", "R4 B4 O4 K4"),
        ("R1-13", "run", " ".join(f"R{n}" for n in range(1, 14))),
        ("B1 B2 B3 J", "run", "B1 B2 B3 B4"),
    ],
)
def test_a_legal_set_is_read_with_what_its_jokers_stand_for(
    text: str, kind: str, stands_for: str
) -> None:
    meld = read(text.replace("J R B5", "J RB5"))
    assert isinstance(meld, Meld)
    assert meld.kind == kind
    assert " ".join(tile_codes(meld.stands_for)) == stands_for


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("R5 R7 R8", ["run broken between R5 and R7"]),
        (
            "R1 R3 R5 J",
            [
                "run broken between R1 and R3 and one joker can't fill it",
                "run broken between R3 and R5 and one joker can't fill it",
            ],
        ),
        ("R12 R13 R1", ["run broken between R1 and R12; runs do not wrap from 13 to 1"]),
        ("R4 R4 B4", ["two tiles of one colour in a group: R4 twice"]),
        ("R5 R5 R6", ["R5 twice in a run"]),
        ("RBOK4 J", ["5 tiles in a group: there are 4 colours"]),
        ("R1-13 J", ["14 tiles in a run: numbers are 1 to 13"]),
        ("R4 B5 O7", ["R4 B5 O7: neither one colour in a row nor one number in colours"]),
        ("R4 B4", ["2 tiles: a set has at least 3"]),
        ("R4", ["1 tile: a set has at least 3"]),
        ("R4 R6", ["2 tiles: a set has at least 3", "run broken between R4 and R6"]),
    ],
)
def test_every_fault_of_a_set_is_said_in_a_sentence(text: str, faults: list[str]) -> None:
    assert read(text) == faults


def test_a_limit_on_jokers_in_a_set_is_kept() -> None:
    assert read("R5 J J", Rules(max_jokers_in_set=1)) == ["2 jokers in one set: the rules allow 1"]


@given(odd_rules(), st.data())
def test_legal_is_what_the_definition_says(rules: Rules, data: st.DataObject) -> None:
    tiles = data.draw(st.lists(st.sampled_from([*rules.order]), max_size=7))
    read = read_meld(tiles, rules)
    assert isinstance(read, Meld) == (best_value_as_set(tiles, rules) is not None)
    if isinstance(read, Meld):
        assert sorted(read.tiles) == sorted(tiles)
        assert best_value_as_set(read.stands_for, rules) is not None
        assert all(isinstance(tile, Tile) for tile in read.stands_for)
    else:
        assert read
        assert all(fault.detail for fault in read)
