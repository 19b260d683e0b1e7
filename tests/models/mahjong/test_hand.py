"""Hands, and what is wrong with some."""

import pytest

from models.defects import InvalidInputError
from models.mahjong.hand import Hand, hand_from
from models.mahjong.rules import PRESETS
from models.mahjong.tiles import Tile
from tests.mahjong_cases import hand


def codes(raw: dict[str, object]) -> set[tuple[str, str]]:
    with pytest.raises(InvalidInputError) as caught:
        hand_from(raw)
    return {(defect.pointer, defect.code) for defect in caught.value.defects}


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({}, {("/hand", "empty_hand")}),
        ({"hand": "11111m"}, {("/hand", "too_many_copies")}),
        ({"hand": "11m", "visible": "111m"}, {("/visible", "too_many_copies")}),
        ({"hand": "1m", "visible": "22222m"}, {("/visible", "too_many_copies")}),
        ({"hand": "wwwww"}, {("/hand", "too_many_copies")}),
        ({"hand": "1q", "visible": 5}, {("/hand", "unknown_suit"), ("/visible", "wrong_type")}),
        ({"hand": "5m", "rules": {"numbers": 4}}, {("/hand", "unknown_number")}),
        # Under rules that can't be read, tiles are not judged.
        ({"hand": "1q", "rules": {"numbers": 0}}, {("/rules/numbers", "out_of_range")}),
    ],
)
def test_everything_wrong_with_a_hand_is_named(
    raw: dict[str, object], expected: set[tuple[str, str]]
) -> None:
    assert codes(raw) == expected


def test_a_tile_the_game_lacks_is_refused_by_the_hand_itself() -> None:
    with pytest.raises(InvalidInputError, match="no such tile"):
        Hand(PRESETS["one-suit"], (Tile("p", 1),))


def test_the_number_of_sets_is_a_third_of_the_tiles_or_given() -> None:
    assert hand("14668889m").sets == 2
    assert hand("14668889m").complete_size == 8
    assert hand("14668889m", rules={"sets": 4}).complete_size == 14
    assert hand("123m", rules={"pair": False}).complete_size == 3


def test_what_is_left_is_neither_held_nor_visible() -> None:
    left = hand("11m2m", visible="1m2p").left
    assert left[:3] == (1, 3, 4)
    assert left[10] == 3


@pytest.mark.parametrize("field", ["hand", "visible", "rules", "suits", "shapes", "preset"])
@pytest.mark.parametrize(("given", "written"), [(None, "null"), (3, "3"), (True, "true")])
def test_what_is_of_a_wrong_type_is_shown(field: str, given: object, written: str) -> None:
    """Most messages did; these said what would be right and not what was there."""
    raw: dict[str, object] = {"hand": "1m"}
    place = field in ("hand", "visible", "rules")
    raw |= {field: given} if place else {"rules": {field: given}}
    with pytest.raises(InvalidInputError) as caught:
        hand_from(raw)
    (defect,) = caught.value.defects
    assert defect.pointer == (f"/{field}" if place else f"/rules/{field}")
    assert defect.detail.startswith(f"{written}: ")
