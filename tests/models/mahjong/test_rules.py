"""The rules as data."""

import pickle

import pytest
from hypothesis import given

from models.defects import Defects, InvalidInputError
from models.mahjong.blocks import Shape
from models.mahjong.rules import PRESETS, Rules, read_rules
from tests.mahjong_cases import odd_rules


def test_the_usual_game_has_34_kinds_and_136_tiles_without_the_wild_ones() -> None:
    rules = PRESETS["standard"]
    assert len(rules.kinds) == 34
    assert rules.total_tiles - rules.wilds == 136
    assert len(rules.orphans) == 13


def test_there_are_21_runs_34_triplets_and_34_pairs() -> None:
    kinds = [block.kind for block in PRESETS["standard"].blocks]
    assert (kinds.count("run"), kinds.count("triplet"), kinds.count("pair")) == (21, 34, 34)


@given(rules=odd_rules())
def test_rules_survive_json_and_pickling(rules: Rules) -> None:
    assert read_rules(rules.to_json(), (), Defects()) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_an_object_starts_from_the_preset_it_names() -> None:
    rules = read_rules({"preset": "one-suit", "copies": 3}, (), Defects())
    assert rules == Rules(suits=("m",), honours=0, copies=3)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    defects = Defects()
    raw = {
        "preset": "chess",
        "suits": "mwz1m",
        "numbers": 12,
        "copies": True,
        "shapes": ["triplet", "square"],
        "pair": 1,
        "sets": -1,
        "copis": 3,
    }
    assert read_rules(raw, ("rules",), defects) is None
    found = {(defect.pointer, defect.code) for defect in defects}
    assert found == {
        ("/rules/preset", "unknown_preset"),
        ("/rules/suits/1", "bad_suit"),
        ("/rules/suits/2", "bad_suit"),
        ("/rules/suits/3", "bad_suit"),
        ("/rules/suits/4", "repeated_suit"),
        ("/rules/numbers", "out_of_range"),
        ("/rules/copies", "wrong_type"),
        ("/rules/shapes/1", "unknown_shape"),
        ("/rules/pair", "wrong_type"),
        ("/rules/sets", "out_of_range"),
        ("/rules/copis", "unknown_field"),
    }


def test_no_shape_at_all_is_refused_once() -> None:
    with pytest.raises(InvalidInputError) as caught:
        Rules(shapes=())
    assert [defect.code for defect in caught.value.defects] == ["no_shape"]
    defects = Defects()
    assert read_rules({"shapes": []}, (), defects) is None
    assert [defect.code for defect in defects] == ["no_shape"]


def test_a_shape_named_twice_is_refused_as_a_suit_is() -> None:
    defects = Defects()
    assert read_rules({"shapes": ["run", "run"], "suits": "mm"}, (), defects) is None
    assert [defect.code for defect in defects] == ["repeated_shape", "repeated_suit"]


@pytest.mark.parametrize(
    ("raw", "meant"),
    [("standrad", "standard"), ({"shapes": ["runs"]}, "run"), ({"copis": 3}, "copies")],
)
def test_a_name_that_is_nearly_right_is_understood(raw: object, meant: str) -> None:
    defects = Defects()
    assert read_rules(raw, (), defects) is None
    assert [f"did you mean {meant}?" in defect.detail for defect in defects] == [True]


@pytest.mark.parametrize("raw", [3, None, [], "mahjong"])
def test_rules_are_a_name_or_an_object(raw: object) -> None:
    defects = Defects()
    assert read_rules(raw, (), defects) is None
    assert len(defects) == 1


def test_rules_without_runs_or_triplets_or_a_pair_have_no_such_blocks() -> None:
    assert {block.kind for block in Rules(shapes=(Shape.RUN,)).blocks} == {"run", "pair"}
    assert {block.kind for block in Rules(shapes=(Shape.TRIPLET,)).blocks} == {"triplet", "pair"}
    assert {block.kind for block in Rules(pair=False).blocks} == {"triplet", "run"}
    assert {block.kind for block in Rules(copies=2).blocks} == {"run", "pair"}
