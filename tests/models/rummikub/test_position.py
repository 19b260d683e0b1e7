"""Positions: what is read, what is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.defects import MOST_DEFECTS, Defects, InvalidInputError
from models.rummikub.meld import Meld, MeldKind
from models.rummikub.notation import read_tiles
from models.rummikub.position import Position, read_position
from models.rummikub.rules import PRESETS
from models.rummikub.tiles import Tile
from tests.cases import position
from tests.strategies import odd_rules, positions, presets


def defects_of(raw: dict[str, Any]) -> list[str]:
    defects = Defects()
    read = read_position(raw, defects)
    assert (read is None) == (len(defects) > 0)
    return [f"{d.pointer} {d.code}" for d in defects]


def test_a_position_is_read_in_either_notation() -> None:
    short = position(hand="B10 K10 J", table=["R7-9", "RBK4"])
    long = position(hand=["J", "K10", "B10"], table=[["R7", "R8", "R9"], ["R4", "B4", "K4"]])
    assert short == long


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({}, [" empty_position"]),
        ({"hand": ""}, [" empty_position"]),
        ({"hand": "R7", "table": ["R7-9", "R7-9"]}, ["/hand too_many_copies"]),
        ({"hand": "J J J"}, ["/hand too_many_copies"]),
        ({"table": ["R7-9", "R7-9", "R7-9"]}, ["/table/2 too_many_copies"] * 3),
        ({"hand": "R1", "table": ["R5 R7 R8"]}, ["/table/0 broken_run"]),
        (
            {"hand": "R1", "table": [["R5"], "RB4"]},
            ["/table/0 set_too_small", "/table/1 set_too_small"],
        ),
        ({"hand": "R1", "table": "R5-7"}, ["/table wrong_type"]),
        ({"hand": "R1", "table": [7]}, ["/table/0 wrong_type"]),
        ({"hand": "R1", "opened": 1}, ["/opened wrong_type"]),
        ({"hand": "R1", "table": ["R5-7"], "table_tiles": "B1"}, ["/table_tiles table_twice"]),
        (
            {"hand": "G7 B8", "table": ["R5-7", "B14"], "rules": "standart"},
            ["/rules unknown_preset", "/hand unknown_colour", "/table/1 unknown_number"],
        ),
        ({"hand": "G7", "rules": {"numbers": 0}}, ["/rules/numbers out_of_range"]),
    ],
)
def test_every_defect_is_named_at_its_place(raw: dict[str, Any], expected: list[str]) -> None:
    assert defects_of(raw) == expected


def test_an_unreadable_hand_is_not_called_empty_as_well() -> None:
    """Once the only word of a hand was wrong, the position was also called empty."""
    assert defects_of({"hand": "G7"}) == ["/hand unknown_colour"]


def test_too_many_copies_are_counted_over_hand_and_table_together() -> None:
    defects = Defects()
    read_position({"hand": "R7 R7", "table": ["R7-9"]}, defects)
    assert [d.detail for d in defects] == [
        "a third R7 in hand and table together: the game has two"
    ]


def test_a_position_can_not_be_made_wrong() -> None:
    rules = PRESETS["standard"]
    tiles = read_tiles("R7 R7 R7", rules, (), Defects())
    with pytest.raises(InvalidInputError, match="a third R7"):
        Position(rules, tiles)


@given(st.one_of(positions(), positions(presets), positions(odd_rules())))
def test_a_position_survives_being_written_and_read(before: Position) -> None:
    raw = json.loads(json.dumps(before.to_json()))
    defects = Defects()
    after = read_position(raw, defects)
    assert [str(d) for d in defects] == []
    assert after is not None
    assert after.to_json() == before.to_json()
    assert after == before


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
)


@given(
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(("hand", "table", "table_tiles", "opened", "rules"), _json)
    )
)
def test_no_json_makes_the_reader_raise(raw: dict[str, Any]) -> None:
    defects_of(raw)


def reds(*numbers: int) -> tuple[Tile, ...]:
    return tuple(Tile("R", number) for number in numbers)


@pytest.mark.parametrize(
    ("hand", "table", "message"),
    [
        ((Tile("Z", 5),), (), "/hand: Z5: the game has no such tile"),
        (reds(99), (), "/hand: R99: the game has no such tile"),
        ((), (Meld(MeldKind.RUN, reds(20, 21, 22)),), "/table/0: R20: the game has no such tile"),
        ((), (Meld(MeldKind.GROUP, reds(1, 2, 3)),), "that is no group"),
        ((), (Meld(MeldKind.RUN, reds(1, 2, 3), (7,)),), "it has no such"),
    ],
)
def test_a_position_of_tiles_or_sets_that_do_not_exist_can_not_be_made(
    hand: tuple[Tile, ...], table: tuple[Meld, ...], message: str
) -> None:
    with pytest.raises(InvalidInputError, match=message):
        Position(PRESETS["standard"], hand, table)


def test_a_set_written_and_read_again_is_read_the_same() -> None:
    """J J R1 was read as a group, written R1 J J, and that was read as a run."""
    for table in (["J J R1"], ["R13 J J"], ["J R1 J"], ["J B1 J"]):
        before = position(hand="R2", table=table)
        assert position(**before.to_json()) == before


def test_reading_stops_where_so_much_is_wrong_that_it_is_of_no_use() -> None:
    defects = Defects()
    read_position({"hand": ["G7"] * 60_000, "table": [7] * 60_000}, defects)
    assert len([*defects]) == MOST_DEFECTS + 1
    assert [*defects][-1].code == "too_many_defects"
    defects = Defects()
    read_position({"hand": "R7", "rules": {"colours": "R" * 1_000_000}}, defects)
    assert [d.detail for d in defects] == ["1000000 colours: give 1 to 8"]


def test_more_is_noticed_even_where_no_more_is_noted() -> None:
    """A collector that was full once counted as one that had found nothing new."""
    defects = Defects()
    for _ in range(2 * MOST_DEFECTS):
        defects.add((), "before", "found before the position is read")
    assert read_position({"hand": "G7"}, defects) is None


def test_a_short_word_can_not_stand_for_more_tiles_than_the_box_holds() -> None:
    """R1-13 is five letters: a body of a quarter megabyte once became two million tiles."""
    for raw in ({"hand": "R1-13 " * 40_000}, {"table": ["R1-13"] * 40_000}):
        defects = Defects()
        assert read_position(raw, defects) is None
        assert "too_many_tiles" in {d.code for d in defects}
        assert len(defects) < 20


def test_what_is_no_tile_under_any_rules_is_said_even_when_the_rules_are_wrong() -> None:
    raw = {"hand": 5, "table": "x", "rules": {"jokers": -1}}
    assert defects_of(raw) == [
        "/rules/jokers out_of_range",
        "/hand wrong_type",
        "/table wrong_type",
    ]
