"""The sentence that sums a play up, in the singular too, and what a stop does to it."""

import pytest

from app.answers.peg_solitaire import solve_answer
from models.peg_solitaire.problem import problem_from
from solvers.peg_solitaire.solve import solve
from solvers.result import Limits
from solvers.watch import Watch


class Stopping(Watch):
    """Somebody who wants a stop at once."""

    def wants_stop(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"goal": [0, 2]}, "1 jump in 1 move leads to the goal."),
        (
            {"goal": [0, 2], "problem": "long-hop"},
            "1 move leads to the goal, 1 jump in all. Proven fewest.",
        ),
        ({"problem": "fools"}, "After 1 jump no jump is left; 1 peg stays. Proven fewest."),
        ({"problem": "fewest-left"}, "1 peg stays after 1 jump. Proven fewest."),
    ],
)
def test_one_is_told_in_the_singular(asked: dict[str, object], said: str) -> None:
    problem = problem_from({"board": ["ooo"], "start": ["oo."]} | asked)
    assert solve_answer(problem, solve(problem), 0.0)["summary"] == said


def test_who_stopped_it_is_not_told_of_a_limit() -> None:
    problem = problem_from({"board": "wiegleb", "start": [4, 4], "problem": "fewest-left"})
    result = solve(problem, "search", Limits(watch=Stopping()))
    said = solve_answer(problem, result, 0.0)["summary"]
    assert "stopped" in said
    assert "limit" not in said


def test_more_pegs_than_there_are_is_no_matter_of_looking() -> None:
    """It was said that every position had been looked at, and that there was one."""
    asked = {"board": ["oooooo"], "start": ["oo...."], "goal": ["..oooo"]}
    problem = problem_from(asked)
    answer = solve_answer(problem, solve(problem, "search"), 0.0)
    assert answer["certificate"] == {"kind": "pagoda", "weights": [1] * 6}
    assert answer["verified"]


@pytest.mark.parametrize(
    ("kind", "bound", "said"),
    [("reach", 31, "not known."), ("long-hop", 12, "not known; it would have at least 12 moves.")],
)
def test_what_is_known_of_a_play_that_was_not_found_is_said(
    kind: str, bound: int, said: str
) -> None:
    """The bound was known before the solve, and left out of the answer."""
    problem = problem_from({"board": "english", "start": [3, 3], "goal": [3, 3], "problem": kind})
    answer = solve_answer(problem, solve(problem, "search", Limits(work=1)), 0.0)
    assert (answer["status"], answer["bound"]) == ("no_answer", bound)
    assert answer["summary"].endswith(f"whether there is one is {said}")
