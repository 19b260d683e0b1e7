"""Reading and writing tiles."""

import pytest
from hypothesis import given

from models.defects import Defects
from models.mahjong.hand import Hand, hand_from
from models.mahjong.notation import read_tiles, tile_codes, tile_text
from models.mahjong.rules import PRESETS, Rules
from models.mahjong.tiles import WILD, Tile
from tests.mahjong_cases import hand, hands, odd_rules

STANDARD = PRESETS["standard"]


@pytest.mark.parametrize(
    ("raw", "codes"),
    [
        ("123m456p11z", "1m 2m 3m 4p 5p 6p 1z 1z"),
        ("12m0m", "1m 2m w"),
        ("12mw", "1m 2m w"),
        ("1W2M", "1m 2m w"),
        ("11122233344455", "1m 1m 1m 2m 2m 2m 3m 3m 3m 4m 4m 4m 5m 5m"),
        ("123 45w", "1m 2m 3m 4m 5m w"),
        ("12m, 3m 9s", "1m 2m 3m 9s"),
        (["1m", "23m", "w"], "1m 2m 3m w"),
        ("ww", "w w"),
    ],
)
def test_shorthand_is_read(raw: object, codes: str) -> None:
    defects = Defects()
    tiles = read_tiles(raw, STANDARD, (), defects)
    assert not list(defects)
    assert tile_codes(sorted(tiles, key=STANDARD.order.__getitem__)) == codes.split()


@pytest.mark.parametrize(
    ("raw", "codes"),
    [
        ("123x", ["unknown_suit"]),
        ("m123", ["missing_number", "missing_suit"]),
        ("123m45", ["missing_suit"]),
        ("8z", ["unknown_number"]),
        ("1m?2p", ["unreadable_tile"]),
        ("m", ["missing_number"]),
        (5, ["wrong_type"]),
        (["1m", 5], ["wrong_type"]),
        ("1m" * 500, ["too_many_tiles"]),
        ("1" * 150, ["too_many_tiles"]),
        ("12x 9z ?", ["unknown_suit", "unknown_number", "unreadable_tile"]),
    ],
)
def test_what_can_not_be_read_is_named(raw: object, codes: list[str]) -> None:
    defects = Defects()
    read_tiles(raw, STANDARD, ("hand",), defects)
    assert [defect.code for defect in defects] == codes


def test_numbers_alone_are_of_the_first_suit() -> None:
    assert hand("1234", rules={"suits": "ps"}).tiles[0] == Tile("p", 1)


@given(where=hands(odd_rules()))
def test_a_hand_survives_being_written_and_read(where: Hand) -> None:
    assert hand_from(where.to_json()) == where
    listed = where.to_json() | {"hand": tile_codes(where.tiles)}
    assert hand_from(listed) == where


def test_wild_tiles_are_written_as_w() -> None:
    assert tile_text((Tile("m", 1), Tile("m", 2), Tile("z", 7), WILD, WILD)) == "12m7zww"


@pytest.mark.parametrize(
    ("raw", "named"),
    [("EESSWW", "eessww"), ("EE SS 123m", "ee ss"), ("123mE", "e"), ("east south", "east south")],
)
def test_who_names_honours_by_letters_is_told_once_how_they_are_written(
    raw: str, named: str
) -> None:
    """There was a line for each letter, none said how, and W was silently taken as wild."""
    defects = Defects()
    read_tiles(raw, STANDARD, (), defects)
    assert [(defect.code, defect.detail) for defect in defects] == [
        (
            "missing_number",
            f"{named}: the numbers come first, then the suit; write 123m; honours are 1z to 7z "
            "(east south west north white green red), and w is a wild tile",
        )
    ]


def test_other_honours_have_no_names() -> None:
    for rules, said in (
        (PRESETS["no-honours"], "write 123m"),
        (Rules(honours=3), "honours are 1z to 3z, and w is a wild tile"),
    ):
        defects = Defects()
        read_tiles("EE", rules, (), defects)
        assert [defect.detail.endswith(said) for defect in defects] == [True]


def test_a_number_without_a_suit_is_told_when_it_may_be() -> None:
    """Numbers alone are of the first suit, and the message did not say when they are not."""
    defects = Defects()
    read_tiles("123 456p", STANDARD, (), defects)
    (defect,) = defects
    assert "numbers alone are of the first, m, only if none is named at all" in defect.detail
