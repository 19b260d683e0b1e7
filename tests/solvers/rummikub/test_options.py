"""Options of backends: data, read with every defect, and refused where there are none."""

import pickle
from typing import Any

import pytest

from app.schemas.rummikub.asked import SolveBody
from models.defects import Defects, InvalidInputError
from models.rummikub.objective import Term
from solvers.rummikub.options import Option, OptionType, options_of
from solvers.rummikub.registry import BACKENDS, choose_options
from solvers.rummikub.solve import solve
from tests.cases import position

CONFIGURABLE = [name for name, backend in BACKENDS.items() if options_of(backend)]
TILES = (Term.TILES,)
SMALL = position(hand="B10 K10", table=["R7-13"])


def read(name: str, raw: object) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    defects = Defects()
    options = choose_options(name, raw, ("options",), defects)
    return dict(options), [(defect.pointer, defect.code) for defect in defects]


def test_each_default_is_what_a_backend_does_if_nothing_is_said(backend: str) -> None:
    """Also for backends without options: then there is nothing to say."""
    chosen = BACKENDS[backend]
    defaults = {option.name: option.default for option in options_of(chosen)}
    plain, said = (solve(SMALL, TILES, backend, options=given) for given in (None, defaults))
    assert plain.answer == said.answer
    assert plain.stats.nodes == said.stats.nodes


@pytest.mark.parametrize("name", CONFIGURABLE)
def test_each_option_says_what_it_takes_and_its_default_is_that(name: str) -> None:
    for option in options_of(BACKENDS[name]):
        assert option.meaning
        defects = Defects()
        assert option.read(option.default, (), defects) == option.default
        assert not len(defects)
        chosen = option.type in (OptionType.CHOICE, OptionType.CHOICES)
        assert chosen == bool(option.choices)


def test_options_are_read_as_they_are_given() -> None:
    given = {"heuristic": "ICC", "alpha": 2, "beta": 0.5, "area": 3}
    assert read("predatory", given) == (given, [])
    assert read("best-first", {}) == ({}, [])
    assert read("ilp", None) == ({}, [])


def test_every_defect_is_noted_at_its_place() -> None:
    given = {"heuristic": "DLT", "alpha": "1", "beta": 3, "area": 1.5, "gamma": 1}
    assert read("predatory", given) == (
        {"heuristic": "DTL", "alpha": 1.0, "beta": 0.9, "area": 0},
        [
            ("/options/heuristic", "unknown_choice"),
            ("/options/alpha", "wrong_type"),
            ("/options/beta", "out_of_range"),
            ("/options/area", "wrong_type"),
            ("/options/gamma", "unknown_option"),
        ],
    )


@pytest.mark.parametrize("raw", [[], "ICC", 3])
def test_options_are_an_object(raw: object) -> None:
    assert read("best-first", raw) == ({}, [("/options", "wrong_type")])


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1, True, None, [], {}])
def test_what_is_no_number_in_range_is_none(value: object) -> None:
    (defect,) = read("predatory", {"beta": value})[1]
    assert defect[0] == "/options/beta"


@pytest.mark.parametrize("name", ["auto", "ilp", "sweep"])
def test_a_backend_without_options_names_those_that_have_some(name: str) -> None:
    with pytest.raises(InvalidInputError, match=rf"{name} has no options; .*best-first, predatory"):
        solve(SMALL, TILES, name, options={"heuristic": "ICC"})


def test_a_misspelt_option_gets_a_suggestion() -> None:
    with pytest.raises(InvalidInputError, match=r"heuristik: did you mean heuristic\?"):
        solve(SMALL, TILES, "best-first", options={"heuristik": "ICC"})


def test_of_a_backend_that_does_not_exist_only_that_is_said() -> None:
    assert read("ilq", {"heuristic": 1}) == ({}, [])


def test_a_choice_and_a_number_describe_themselves() -> None:
    number = Option("width", OptionType.NUMBER, 1.0, "How wide.")
    assert number.read(7, (), Defects()) == 7.0


def test_a_request_with_options_reaches_a_worker_as_it_is() -> None:
    body = {"hand": "B10 K10", "backend": "predatory", "options": {"area": 2}}
    asked = SolveBody.read(body)
    again = pickle.loads(pickle.dumps(asked))
    assert again == asked
    assert again.options == {"area": 2}
    # The default objective is what the backend supports of it.
    assert asked.objective == TILES


def test_an_objective_that_is_asked_for_is_never_narrowed() -> None:
    body = {"hand": "B10", "backend": "best-first", "objective": ["tiles", "kept_sets"]}
    with pytest.raises(InvalidInputError, match="best-first does not support kept_sets"):
        SolveBody.read(body)
