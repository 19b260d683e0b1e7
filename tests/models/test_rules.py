"""Rules of every game: one table says what is read, checked and described."""

import pickle
from dataclasses import fields
from typing import Any

import pytest

from models.defects import Defects
from models.mahjong.rules import READER as MAHJONG
from models.rule_fields import Choices, Letters, Whole
from models.rules import RulesReader
from models.rummikub.rules import READER as RUMMIKUB

READERS = {"mahjong": MAHJONG, "rummikub": RUMMIKUB}


@pytest.fixture(params=list(READERS))
def reader(request: pytest.FixtureRequest) -> RulesReader[Any]:
    found: RulesReader[Any] = READERS[request.param]
    return found


def codes(reader: RulesReader[Any], raw: object) -> list[tuple[str, str]]:
    defects = Defects()
    rules = reader.read(raw, (), defects)
    assert (rules is None) == bool(len(defects))
    return [(defect.pointer, defect.code) for defect in defects]


def test_the_table_has_every_field_of_the_rules_in_their_order(reader: RulesReader[Any]) -> None:
    standard = reader.presets[reader.default]
    assert [field.name for field in reader.fields] == [field.name for field in fields(standard)]


def test_every_preset_is_read_by_name_and_as_it_is_written(reader: RulesReader[Any]) -> None:
    for name, rules in reader.presets.items():
        assert reader.read({"preset": name}, (), Defects()) == rules
        assert reader.read(rules.to_json(), (), Defects()) == rules
        assert pickle.loads(pickle.dumps(rules)) == rules
        assert reader.read(name, (), Defects()) is rules


def test_a_number_is_taken_from_the_least_to_the_greatest_and_not_beyond(
    reader: RulesReader[Any],
) -> None:
    tried = 0
    for field in reader.fields:
        if not isinstance(field, Whole):
            continue
        least, greatest = field.span
        assert codes(reader, {field.name: least}) == codes(reader, {field.name: greatest}) == []
        for beyond in (least - 1, greatest + 1):
            assert codes(reader, {field.name: beyond}) == [(f"/{field.name}", "out_of_range")]
        null = [] if field.optional else [(f"/{field.name}", "wrong_type")]
        assert codes(reader, {field.name: None}) == null
        tried += 1
    assert tried >= 5


def test_letters_are_counted(reader: RulesReader[Any]) -> None:
    (field,) = [field for field in reader.fields if isinstance(field, Letters)]
    fewest, most = field.span
    letters = [chr(code) for code in range(ord(field.first), ord(field.last) + 1)]
    free = [letter for letter in letters if letter not in field.taken]
    assert codes(reader, {field.name: free[:fewest]}) == []
    assert codes(reader, {field.name: "".join(free[:most])}) == []
    for wrong in (free[: fewest - 1], free[: most + 1]):
        assert codes(reader, {field.name: wrong}) == [(f"/{field.name}", "out_of_range")]
    for taken in field.taken:
        assert codes(reader, {field.name: taken}) == [(f"/{field.name}/0", f"bad_{field.noun}")]


def test_spans_are_those_of_numbers_and_of_letters(reader: RulesReader[Any]) -> None:
    ranged = {field.name for field in reader.fields if isinstance(field, Whole | Letters)}
    assert set(reader.spans) == ranged


def test_a_name_in_a_list_that_is_nearly_right_is_suggested() -> None:
    defects = Defects()
    assert MAHJONG.read({"shapes": ["runs"]}, (), defects) is None
    (defect,) = defects
    assert defect.detail == '"runs": did you mean run? the shapes are triplet, run'
    assert [field.noun for field in MAHJONG.fields if isinstance(field, Choices)] == ["shape"]


@pytest.mark.parametrize(("given", "written"), [(None, "null"), (3, "3"), (True, "true")])
def test_what_is_of_a_wrong_type_is_shown(
    reader: RulesReader[Any], given: object, written: str
) -> None:
    """It was said what would be right, and of some fields not what was given."""
    lists = [field.name for field in reader.fields if isinstance(field, Letters | Choices)]
    for raw in (given, *({name: given} for name in lists), {"preset": given}):
        defects = Defects()
        assert reader.read(raw, (), defects) is None
        (defect,) = defects
        assert defect.detail.startswith(f"{written}: ")


def test_a_shape_is_named_once() -> None:
    assert codes(MAHJONG, {"shapes": ["run", "run", "triplet", "run"]}) == [
        ("/shapes/1", "repeated_shape"),
        ("/shapes/3", "repeated_shape"),
    ]


def test_a_preset_that_is_nearly_right_is_suggested(reader: RulesReader[Any]) -> None:
    defects = Defects()
    assert reader.read("standrad", (), defects) is None
    (defect,) = defects
    assert defect.detail.startswith('"standrad": did you mean standard? the presets are ')
