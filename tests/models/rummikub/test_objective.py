"""Objectives: what is read, and what each term is worth."""

import pytest

from models.defects import Defects
from models.rummikub.objective import Term, evaluate_all, is_better, read_objective
from solvers.rummikub.solve import solve
from tests.cases import position


def read(raw: object, *, flat: bool = False) -> tuple[tuple[Term, ...], list[str]]:
    defects = Defects()
    return read_objective(raw, ("objective",), defects, flat=flat), [
        f"{d.pointer} {d.code}" for d in defects
    ]


def test_by_default_tiles_decide_then_kept_sets() -> None:
    assert read(None) == ((Term.TILES, Term.KEPT_SETS), [])


def test_a_table_known_only_as_tiles_has_no_sets_to_keep() -> None:
    assert read(None, flat=True) == ((Term.TILES,), [])
    assert read(["kept_sets"], flat=True)[1] == ["/objective/0 kept_sets_without_sets"]


@pytest.mark.parametrize(
    ("raw", "defects"),
    [
        (["tile"], ["/objective/0 unknown_objective"]),
        ("points", ["/objective unknown_objective"]),
        ([], ["/objective wrong_type"]),
        (7, ["/objective wrong_type"]),
        ([7, None, ["tiles"]], [f"/objective/{i} unknown_objective" for i in range(3)]),
        (["tiles", "value", "tiles"], ["/objective/2 repeated_objective"]),
    ],
)
def test_every_wrong_term_is_named(raw: object, defects: list[str]) -> None:
    assert read(raw)[1] == defects


def test_each_term_is_worked_out_from_the_move() -> None:
    before = position(hand="B10 K10 J R2 J", table=["R10-12", "O1-3"])
    move = solve(before, (Term.TILES, Term.KEPT_SETS)).answer
    assert move is not None
    values = dict(zip(Term, evaluate_all(tuple(Term), before, move), strict=True))
    assert values == {"tiles": 4, "value": 20, "penalty": 2, "kept_sets": 2, "held_jokers": 0}


def test_the_first_term_that_differs_decides() -> None:
    objective = (Term.TILES, Term.PENALTY)
    assert is_better(objective, (3, 9), (2, 1))
    assert is_better(objective, (3, 1), (3, 9))
    assert not is_better(objective, (3, 1), (3, 1))
