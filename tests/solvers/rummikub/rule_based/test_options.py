"""Layers switched off by a request, and everything that can be wrong with it."""

from typing import Any

import pytest

from models.defects import Defects
from models.rummikub.objective import Term
from solvers.result import Limits
from solvers.rummikub.rule_based import LAYERS, RULE_BASED
from tests.cases import position


def test_a_layer_that_is_switched_off_plays_nothing() -> None:
    defects = Defects()
    player = RULE_BASED.with_options({"layers": ["loose-tiles"]}, ("options",), defects)
    assert not defects
    where = position(hand="K10-12 R8", table=["R5-7"])
    assert player.solve(where, (Term.TILES,), Limits()).route == "loose tiles: R8"


@pytest.mark.parametrize("raw", [None, {}, {"layers": list(LAYERS)}])
def test_by_default_all_layers_play(raw: object) -> None:
    defects = Defects()
    assert RULE_BASED.with_options(raw, ("options",), defects) == RULE_BASED
    assert not defects


def test_layers_play_in_the_order_given() -> None:
    player = RULE_BASED.with_options({"layers": ["loose-tiles", "whole-sets"]}, (), Defects())
    where = position(hand="R8-10", table=["R5-7"])
    result = player.solve(where, (Term.TILES,), Limits())
    assert [step.name for step in result.steps] == ["loose-tiles"] * 3


@pytest.mark.parametrize(
    ("raw", "wrong"),
    [
        ([], [("/options", "wrong_type")]),
        ({"layer": []}, [("/options/layer", "unknown_option")]),
        ({"layers": "chains"}, [("/options/layers", "wrong_type")]),
        (
            {"layers": ["chain", 7, "chains", "chains"], "speed": 1},
            [
                ("/options/speed", "unknown_option"),
                ("/options/layers/0", "unknown_layer"),
                ("/options/layers/1", "unknown_layer"),
                ("/options/layers/3", "repeated_layer"),
            ],
        ),
    ],
)
def test_everything_that_is_wrong_with_options_is_named(
    raw: Any, wrong: list[tuple[str, str]]
) -> None:
    defects = Defects()
    RULE_BASED.with_options(raw, ("options",), defects)
    assert [(defect.pointer, defect.code) for defect in defects] == wrong


def test_a_misspelt_layer_gets_a_suggestion() -> None:
    defects = Defects()
    RULE_BASED.with_options({"layers": ["chain"]}, ("options",), defects)
    assert "did you mean chains? known layers: whole-sets, " in next(iter(defects)).detail
