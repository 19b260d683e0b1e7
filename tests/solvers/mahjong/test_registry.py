"""Backends by name, and whom to ask for what."""

import pytest

from models.defects import Defects, InvalidInputError
from solvers.mahjong.backend import Question
from solvers.mahjong.registry import AUTO, BACKENDS, MEASURERS, SPLITTERS, able, check_backend
from solvers.mahjong.solve import decompose, distance
from tests.mahjong_cases import hand


def test_what_a_backend_says_it_answers_is_where_it_is_registered() -> None:
    for name, backend in BACKENDS.items():
        assert (Question.WIN in backend.questions) == (name in SPLITTERS)
        assert (Question.DISTANCE in backend.questions) == (name in MEASURERS)
        assert backend.name == name


def test_an_unknown_backend_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidInputError, match=r"did you mean ilp\? known backends: auto, dp"):
        distance(hand("123m"), backend="ipl")


def test_a_backend_that_measures_nothing_names_those_that_do() -> None:
    with pytest.raises(InvalidInputError, match=r"greedy does not measure.*can: dp, ilp"):
        distance(hand("123m"), backend="greedy")


def test_auto_answers_everything_and_names_who_did() -> None:
    assert decompose(hand("123m11z"), AUTO).backend == "dp"
    assert distance(hand("123m11z"), backend=AUTO).backend == "dp"


def test_backends_are_looked_at_without_a_hand_too() -> None:
    defects = Defects()
    check_backend("greedy", None, Question.DECOMPOSITIONS, ("backend",), defects)
    assert [defect.code for defect in defects] == ["backend_cannot"]
    assert [b.name for b in able(None, Question.WIN)] == ["dp", "ilp", "greedy"]
