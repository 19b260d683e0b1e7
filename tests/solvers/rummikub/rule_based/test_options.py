"""Layers switched off by a request, and everything that can be wrong with it."""

from typing import Any

import pytest

from models.defects import Defects
from models.rummikub.objective import Term
from solvers.result import Limits
from solvers.rummikub.registry import choose_options
from solvers.rummikub.rule_based import LAYERS, RULE_BASED
from tests.cases import position


def read(raw: object) -> tuple[Any, Defects]:
    """The player a request asks for, and what is wrong with how it asks."""
    defects = Defects()
    options = choose_options("rule-based", raw, ("options",), defects)
    return RULE_BASED.with_options(options), defects


def test_a_layer_that_is_switched_off_plays_nothing() -> None:
    player, defects = read({"layers": ["loose-tiles"]})
    assert not defects
    where = position(hand="K10-12 R8", table=["R5-7"])
    assert player.solve(where, (Term.TILES,), Limits()).route == "loose tiles: R8"


@pytest.mark.parametrize("raw", [None, {}, {"layers": list(LAYERS)}, {"layers": ",".join(LAYERS)}])
def test_by_default_all_layers_play(raw: object) -> None:
    player, defects = read(raw)
    assert player == RULE_BASED
    assert not defects


def test_layers_play_in_the_order_given() -> None:
    player, _ = read({"layers": "loose-tiles,whole-sets"})
    where = position(hand="R8-10", table=["R5-7"])
    result = player.solve(where, (Term.TILES,), Limits())
    assert [step.name for step in result.steps] == ["loose-tiles"] * 3


@pytest.mark.parametrize(
    ("raw", "wrong"),
    [
        ([], [("/options", "wrong_type")]),
        ({"layer": []}, [("/options/layer", "unknown_option")]),
        ({"layers": 3}, [("/options/layers", "wrong_type")]),
        (
            {"layers": ["chain", 7, "chains", "chains"], "speed": 1},
            [
                ("/options/layers/0", "unknown_choice"),
                ("/options/layers/1", "unknown_choice"),
                ("/options/layers/3", "repeated_choice"),
                ("/options/speed", "unknown_option"),
            ],
        ),
    ],
)
def test_everything_that_is_wrong_with_options_is_named(
    raw: Any, wrong: list[tuple[str, str]]
) -> None:
    _, defects = read(raw)
    assert [(defect.pointer, defect.code) for defect in defects] == wrong


def test_a_misspelt_layer_gets_a_suggestion() -> None:
    _, defects = read({"layers": ["chain"]})
    assert "did you mean chains? choices: whole-sets, " in next(iter(defects)).detail
