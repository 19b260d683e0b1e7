"""The cases with known truth, by the programs in whose reach they are; all by search: search/."""

import pytest

from models.peg_solitaire.certificate import Exhaustion
from models.peg_solitaire.check import EXHAUSTED_AGAIN
from models.peg_solitaire.problem import Kind
from solvers.peg_solitaire.registry import BACKENDS, able
from solvers.peg_solitaire.solve import solve
from solvers.result import Limits, Status
from tests.peg import CASES, FILE, Case, asked

SMALL = ("tri10", "square16", "rect3x4", "rect3x6", "diamond13")
"""Boards on which every program is quick."""

LONG = {"square16-fools-1.1", "rect4x5-fools-1.1"}
"""Cases that take programs minutes to prove all the same."""


def each(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["id"])


def on(*boards: str) -> pytest.MarkDecorator:
    return each([case for case in CASES if case["board"] in boards])


def held_to_the_truth(case: Case, backend: str, limits: Limits) -> Status:
    """Solve a case; what is claimed must be true, and a proof that can be checked verified."""
    problem = asked(case)
    result = solve(problem, backend, limits)
    if problem.kind is Kind.FOOLS:
        value, bound = result.terms[0].value, result.terms[0].bound
        assert bound is None or bound <= case["optimal_jumps"]
        assert value is None or value >= case["optimal_jumps"]
    elif result.proven:
        assert (result.status is Status.OPTIMAL) is case["solvable"]
    assert result.verified or result.answer is None
    certificate = result.certificate
    if isinstance(certificate, Exhaustion):
        assert result.verified or certificate.positions > EXHAUSTED_AGAIN / 12
    elif certificate is not None:
        assert result.verified
    return result.status


def test_the_file_has_an_answer_to_every_case_but_the_fewest_moves_of_some() -> None:
    for case in CASES:
        assert case["solvable"] is not None
        assert (case["variant"] == "fools") == ("optimal_jumps" in case)


@on(*SMALL)
def test_small_boards_are_solved_by_every_backend(case: Case, peg_backend: str) -> None:
    if BACKENDS[peg_backend] not in able(asked(case)):
        pytest.skip(f"{peg_backend} does not take it")
    if case["id"] in LONG or (
        peg_backend == "paper" and (case["board"] == "rect3x6" or not case["solvable"])
    ):
        pytest.skip("among the slow ones")
    proof = Status.OPTIMAL if case["solvable"] else Status.INFEASIBLE
    assert held_to_the_truth(case, peg_backend, Limits()) is proof


@on("rect4x5", "rect4x6", "tri21")
def test_larger_boards_are_solved_by_parallel(case: Case) -> None:
    if case["variant"] != "fools":
        proof = Status.OPTIMAL if case["solvable"] else Status.INFEASIBLE
        assert held_to_the_truth(case, "parallel", Limits()) is proof


@pytest.mark.parametrize("way", ["search", "sequential"])
def test_fool_s_solitaire_from_the_centre_of_the_english_board_takes_six_jumps(way: str) -> None:
    case = next(case for case in CASES if case["id"] == "english33-fools-3.3")
    result = solve(asked(case), way)
    assert (result.status, result.terms[0].value, result.terms[0].bound) == (Status.OPTIMAL, 6, 6)


@each([case for case in CASES if not case["solvable"]])
def test_what_is_impossible_comes_with_a_certificate(case: Case) -> None:
    result = solve(asked(case), "auto")
    assert result.status is Status.INFEASIBLE
    assert result.certificate is not None
    if not isinstance(result.certificate, Exhaustion):
        assert result.verified
        assert result.route == f"quick tests: {result.certificate.kind}"


@pytest.mark.slow
@on(*FILE["boards"])
def test_every_claim_of_every_program_is_true(case: Case, peg_backend: str) -> None:
    if peg_backend != "search" and BACKENDS[peg_backend] in able(asked(case)):
        held_to_the_truth(case, peg_backend, Limits(seconds=20))


@pytest.mark.slow
@on("english33", "asym39", "french37", "square36", "square25")
def test_every_goal_is_reached_by_parallel(case: Case) -> None:
    if case["solvable"] and case["variant"] != "fools":
        assert held_to_the_truth(case, "parallel", Limits()) is Status.OPTIMAL
