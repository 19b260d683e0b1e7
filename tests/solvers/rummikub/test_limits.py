"""Limits: what is said when a backend has to stop early."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.rummikub.objective import Term
from models.rummikub.position import Position
from solvers.result import Limits, Status, Stop
from solvers.rummikub.solve import solve
from tests.cases import load, position, refused
from tests.strategies import objectives, odd_rules, positions, supported

HARD = next(c for c in load("positions.jsonl") if c["id"] == "crowded-jokers-3")


@pytest.mark.parametrize("seconds", [1e-9, 1e-5])
def test_a_timeout_never_reads_as_no_move(exact_backend: str, seconds: float) -> None:
    where = position(hand=HARD["hand"], table=HARD["table"])
    if refused(where, (Term.TILES,), exact_backend):
        return
    result = solve(where, (Term.TILES,), exact_backend, Limits(seconds=seconds))
    assert result.status is Status.NO_ANSWER
    assert result.stop is Stop.TIME_LIMIT
    assert result.answer is None
    assert not result.proven


@pytest.mark.parametrize("work", range(1, 12))
def test_every_step_to_the_optimum_reports_a_bound_that_holds(
    exact_backend: str, work: int
) -> None:
    where = position(hand=HARD["hand"], table=HARD["table"])
    objective = (Term.TILES, Term.KEPT_SETS)
    if refused(where, objective, exact_backend):
        return
    best = [term.value for term in solve(where, objective).terms]
    result = solve(where, objective, exact_backend, Limits(work=work))
    tiles = result.terms[0]
    assert best[0] is not None
    if tiles.bound is not None:
        assert tiles.bound >= best[0]
    if result.status is Status.OPTIMAL:
        assert [term.value for term in result.terms] == best
    else:
        assert result.stop is Stop.WORK_LIMIT
        if tiles.value != tiles.bound:
            assert result.terms[1].bound is None


@given(position=positions(odd_rules(), most_hand=8), objective=objectives, work=st.integers(1, 4))
def test_a_work_limit_gives_the_same_answer_each_time(
    position: Position, objective: tuple[Term, ...], work: int
) -> None:
    objective = supported(position, objective)
    results = [solve(position, objective, limits=Limits(work=work)) for _ in range(2)]
    assert results[0].answer == results[1].answer
    assert results[0].terms == results[1].terms
    best = solve(position, objective)
    if results[0].proven:
        assert results[0].terms == best.terms
    bound, value = results[0].terms[0].bound, best.terms[0].value
    if bound is not None and value is not None:
        assert not objective[0].better(value, bound)


def test_a_limit_of_nothing_is_honoured(exact_backend: str) -> None:
    where = position(hand=HARD["hand"], table=HARD["table"])
    if refused(where, (Term.TILES,), exact_backend):
        return
    for limits, stop in ((Limits(work=0), Stop.WORK_LIMIT), (Limits(seconds=0), Stop.TIME_LIMIT)):
        result = solve(where, (Term.TILES,), exact_backend, limits)
        assert (result.status, result.stop) == (Status.NO_ANSWER, stop)


def test_any_work_limit_can_be_given(exact_backend: str) -> None:
    """HiGHS counts nodes in 32 bits, and refused to take more."""
    where = position(hand="B10 K10 J")
    result = solve(where, (Term.TILES,), exact_backend, Limits(work=2**40))
    assert result.status is Status.OPTIMAL


@pytest.mark.parametrize("limits", [{"seconds": -1.0}, {"seconds": float("nan")}, {"work": -1}])
def test_a_limit_that_makes_no_sense_can_not_be_made(limits: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="from 0 up"):
        Limits(**limits)  # type: ignore[arg-type]


@pytest.mark.parametrize("work", [1, 2, 3, 5, 100])
def test_the_bound_of_a_first_move_counts_drawing_too(exact_backend: str, work: int) -> None:
    """The bound once was that of the program alone: one joker held, where drawing holds two."""
    where = position(
        hand="K4 J R4 B4 R13 B7 R9 B4 R11 J K10 R2 R7 R7",
        table=["R6 B6 O6 J", "J R4 O4 K4"],
        opened=False,
        rules={"jokers": 4, "max_jokers_in_set": 1},
    )
    objective = (Term.HELD_JOKERS, Term.TILES)
    if refused(where, objective, exact_backend):
        return
    result = solve(where, objective, exact_backend, Limits(work=work))
    bound = result.terms[0].bound
    assert bound is None or bound >= 2
    if result.status is Status.OPTIMAL:
        assert [term.value for term in result.terms] == [2, 0]
