"""Rules as data."""

import pickle

import pytest
from hypothesis import given

from models.defects import Defects, InvalidInputError
from models.rummikub.rules import PRESETS, Rules, read_rules
from tests.strategies import odd_rules


def read(raw: object) -> tuple[Rules | None, list[str]]:
    defects = Defects()
    rules = read_rules(raw, ("rules",), defects)
    return rules, [f"{d.pointer} {d.code}" for d in defects]


def test_the_standard_box_holds_106_tiles_and_the_one_for_six_160() -> None:
    assert PRESETS["standard"].total_tiles == 106
    assert PRESETS["six-player"].total_tiles == 160


def test_an_object_replaces_fields_of_the_preset_it_names() -> None:
    rules, defects = read({"preset": "six-player", "numbers": 10})
    assert not defects
    assert rules == Rules(numbers=10, copies=3, jokers=4)


@given(odd_rules())
def test_rules_survive_being_written_and_read(rules: Rules) -> None:
    assert read(rules.to_json()) == (rules, [])


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("chess", ["/rules unknown_preset"]),
        (7, ["/rules wrong_type"]),
        ({"preset": 3}, ["/rules/preset unknown_preset"]),
        ({"nombers": 12}, ["/rules/nombers unknown_field"]),
        ({"numbers": "12"}, ["/rules/numbers wrong_type"]),
        ({"numbers": True}, ["/rules/numbers wrong_type"]),
        ({"copies": 0, "jokers": -1}, ["/rules/copies out_of_range", "/rules/jokers out_of_range"]),
        ({"colours": "RBR"}, ["/rules/colours/2 repeated_colour"]),
        ({"colours": ["R", "J"]}, ["/rules/colours/1 bad_colour"]),
        ({"colours": 4}, ["/rules/colours wrong_type"]),
        ({"colours": []}, ["/rules/colours out_of_range"]),
        ({"joker_policy": "locked"}, ["/rules/joker_policy unknown_joker_policy"]),
        ({"jokers": 10**50}, ["/rules/jokers out_of_range"]),
        (
            {"numbers": "x", "copies": 99, "what": 1},
            [
                "/rules/what unknown_field",
                "/rules/numbers wrong_type",
                "/rules/copies out_of_range",
            ],
        ),
    ],
)
def test_every_defect_is_named_at_its_place(raw: object, expected: list[str]) -> None:
    rules, defects = read(raw)
    assert rules is None
    assert defects == expected


def test_rules_can_not_be_made_wrong() -> None:
    with pytest.raises(InvalidInputError, match="/numbers: 0: give a number from 1 to 50"):
        Rules(numbers=0)


def test_rules_travel_between_processes_as_their_fields_alone() -> None:
    """What is worked out from them once made ten times as many bytes of every request."""
    rules = Rules(numbers=9, jokers=4)
    before = pickle.dumps(rules)
    assert len(rules.order) == 4 * 9 + 1
    assert pickle.dumps(rules) == before
    read = pickle.loads(before)
    assert read == rules
    assert pickle.loads(before) is read
