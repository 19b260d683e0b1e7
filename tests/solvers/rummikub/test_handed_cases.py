"""Positions with known truth: exact on every one, by every exact backend."""

from typing import Any

import pytest

from models.rummikub.objective import Term
from models.rummikub.position import Position
from solvers.result import Status
from solvers.rummikub.registry import AUTO
from solvers.rummikub.solve import solve
from tests.cases import Case, load, position, refused

POSITIONS = load("positions.jsonl")
PUBLISHED = load("published.json")
FREE = [c for c in PUBLISHED if c["kind"] != "model-fact"]


def best(where: Position, term: Term, backend: str) -> int:
    result = solve(where, (term,), backend)
    assert result.status is Status.OPTIMAL
    assert result.verified
    value = result.terms[0].value
    assert value is not None
    assert result.terms[0].bound == value
    return value


def check_position(case: Case, backend: str) -> None:
    where = position(hand=case["hand"], table=case["table"])
    if refused(where, (Term.TILES,), backend):
        return
    assert best(where, Term.TILES, backend) == case["best"]["tiles"]
    assert best(where, Term.VALUE, backend) == case["best"]["value"]
    if "tiles_when_not_opened" in case["best"]:
        owed = position(hand=case["hand"], opened=False)
        assert best(owed, Term.TILES, backend) == case["best"]["tiles_when_not_opened"]


@pytest.mark.parametrize("case", POSITIONS, ids=lambda c: c["id"])
def test_the_300_positions_are_solved_exactly(case: Case) -> None:
    check_position(case, AUTO)


@pytest.mark.parametrize("case", POSITIONS[::6], ids=lambda c: c["id"])
def test_a_sixth_of_the_positions_is_solved_exactly_by_each_backend(
    case: Case, exact_backend: str
) -> None:
    check_position(case, exact_backend)


@pytest.mark.slow
@pytest.mark.parametrize("case", POSITIONS, ids=lambda c: c["id"])
def test_the_300_positions_are_solved_exactly_by_each_backend(
    case: Case, exact_backend: str
) -> None:
    check_position(case, exact_backend)


@pytest.mark.parametrize("case", load("samuelson_seibert.json"), ids=lambda c: f"test-{c['id']}")
def test_the_ten_published_tests_lay_every_hand_tile_and_keep_the_most_sets(
    case: Case, exact_backend: str
) -> None:
    """Samuelson & Seibert 2009; two of their printed final boards are misprints (see the notes)."""
    where = position(hand=case["hand"], table=case["board"])
    assert case["max_tiles"] == len(case["hand"])
    if not refused(where, (Term.TILES,), exact_backend):
        assert best(where, Term.TILES, exact_backend) == case["max_tiles"]
    if not refused(where, (Term.TILES, Term.KEPT_SETS), exact_backend):
        result = solve(where, (Term.TILES, Term.KEPT_SETS), exact_backend)
        assert [t.value for t in result.terms] == [case["max_tiles"], case["max_unchanged_sets"]]


@pytest.mark.parametrize("case", load("highs_regression.json"), ids=["first", "second", "third"])
def test_positions_on_which_one_highs_release_was_wrong(case: Case, exact_backend: str) -> None:
    """HiGHS 1.13.1 with presolve returned infeasible, 12 instead of 13, and 2 instead of 3."""
    where = position(hand=case["rack"], table_tiles=case["table_tiles"])
    if refused(where, (Term.TILES,), exact_backend):
        return
    assert best(where, Term.TILES, exact_backend) == case["optimum_tiles"]


@pytest.mark.parametrize("case", load("peers_disagree.json"), ids=lambda c: c["name"])
def test_positions_on_which_some_other_solver_is_wrong(case: Case, exact_backend: str) -> None:
    where = position(hand=case["rack"], table=case["table"])
    if refused(where, (Term.TILES,), exact_backend):
        return
    assert best(where, Term.TILES, exact_backend) == case["best"]["tiles"]
    assert best(where, Term.VALUE, exact_backend) == case["best"]["value_joker0"]
    assert worth_with_joker_30(where, exact_backend) == case["best"]["value_joker30"]


def worth_with_joker_30(where: Position, backend: str) -> int:
    """The most points played, a joker counting 30: what ``penalty`` leaves of the whole hand."""
    whole = sum(30 if tile.is_joker else tile.number for tile in where.hand)
    return whole - best(where, Term.PENALTY, backend)


def as_position(case: Case, **more: Any) -> Position:
    """A published case as a position; loose table tiles and lists of tiles are ``table_tiles``."""
    rules: dict[str, Any] = {}
    if not case["legal_tile_counts"]:
        # That deck has a tile more often than twice; its values were worked out with enough.
        rules = {"rules": {"copies": 3}}
    flat = case["kind"] in {"flat-table", "broken-table", "initial-flat-table", "validate-table"}
    if flat:
        tiles = [tile for tiles in case["table"] for tile in tiles]
        return position(hand=case["rack"], table_tiles=tiles, **rules, **more)
    return position(hand=case["rack"], table=case["table"], **rules, **more)


@pytest.mark.parametrize("case", FREE, ids=lambda c: c["id"])
def test_published_positions_have_the_optimum_two_solvers_agree_on(
    case: Case, exact_backend: str
) -> None:
    truth = case["verified_here"]
    checked = 0
    owed = "initial_meld" in truth
    if refused(as_position(case, opened=not owed), (Term.TILES,), exact_backend):
        return
    if "free_tiles" in truth:
        assert best(as_position(case), Term.TILES, exact_backend) == truth["free_tiles"]
        checked += 1
    if "free_value_joker0" in truth:
        where = as_position(case)
        assert best(where, Term.VALUE, exact_backend) == truth["free_value_joker0"]
        assert worth_with_joker_30(where, exact_backend) == truth["free_value_joker30"]
        checked += 1
    if "initial_meld" in truth:
        expected = truth["initial_meld"]
        tiles = best(as_position(case, opened=False), Term.TILES, exact_backend)
        assert tiles == (expected["placed_from_rack"] if expected else 0)
        checked += 1
    if "table_arrangeable" in truth:
        result = solve(as_position(case), (Term.TILES,), exact_backend)
        assert (result.status is Status.OPTIMAL) == truth["table_arrangeable"]
        assert result.proven
        checked += 1
    assert checked


def test_a_published_count_of_sets_is_a_test_of_the_catalogue() -> None:
    facts = [c for c in PUBLISHED if c["kind"] == "model-fact"]
    assert [c["expected"]["distinct_sets_2_jokers"] for c in facts] == [1173]


@pytest.mark.parametrize(
    ("hand", "table", "tiles"),
    [
        ("B4 R4 B4 R4 J J", [], 6),
        ("R1 R2 R1 R2 J J", [], 6),
        ("J", ["B1-3"], 1),
        ("K3-7 B6 O6", [], 6),
        ("R2-4", ["K1 O1 B1 J"], 3),
    ],
    ids=[
        "two equal groups",
        "two equal runs",
        "a joker not needed",
        "not greedily",
        "a spare joker",
    ],
)
def test_mistakes_that_other_solvers_make(
    hand: str, table: list[str], tiles: int, exact_backend: str
) -> None:
    assert best(position(hand=hand, table=table), Term.TILES, exact_backend) == tiles
