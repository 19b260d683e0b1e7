"""The sentence that sums an answer up, and what a limit does to it."""

from dataclasses import replace
from typing import Any

import pytest

from app.answers.mahjong import distance_summary
from app.answers.rummikub import solve_answer
from models.mahjong.hand import hand_from
from models.rummikub.objective import DEFAULT_OBJECTIVE, Term
from solvers.result import Limits, Result, Status, Stop
from solvers.rummikub.results import nothing_known
from solvers.rummikub.solve import solve
from tests.cases import load, position

HARD = next(c for c in load("positions.jsonl") if c["id"] == "crowded-jokers-3")


@pytest.mark.parametrize(
    ("fields", "decision", "summary"),
    [
        (
            {"hand": "B10 K10 J", "table": ["R7-13"]},
            "play",
            "Play 3 tiles: B10 K10 J; the hand is empty: you win; "
            "1 of 1 sets stay as they are. Proven best.",
        ),
        (
            {"hand": "R6 B1", "table": ["R7-9"]},
            "play",
            "Play 1 tile: R6; 1 left in hand; 0 of 1 sets stay as they are. Proven best.",
        ),
        ({"hand": "R1"}, "draw", "No tile can be played to advantage: draw. Proven."),
        (
            {"hand": "R1-3", "opened": False},
            "draw",
            "No first sets of 30 points are worth laying: draw. Proven.",
        ),
        (
            {"hand": "R1", "table_tiles": "B1"},
            "draw",
            "The tiles of the table can't be laid out, not even with the hand's help: no move.",
        ),
    ],
)
def test_an_answer_is_summed_up_in_a_sentence(
    fields: dict[str, object], decision: str, summary: str
) -> None:
    where = position(**fields)
    answer = solve_answer(where, solve(where), 0.0)
    assert answer["decision"] == decision
    assert answer["summary"] == summary


def test_what_is_not_proven_is_said_to_be_not_proven() -> None:
    where = position(hand=HARD["hand"], table=HARD["table"])
    seen = set()
    for work in range(1, 40):
        answer = solve_answer(where, solve(where, limits=Limits(work=work)), 0.0)
        seen.add(answer["status"])
        if answer["status"] == "no_answer":
            assert answer["decision"] is None
            assert answer["summary"].startswith("No move was found within the limits")
        if answer["status"] == "feasible":
            assert answer["decision"] == "play"
            assert answer["summary"].endswith("Not proven best: a limit was reached.")
    assert seen >= {"no_answer", "feasible"}


def test_saving_jokers_can_be_worth_more_than_playing() -> None:
    where = position(hand="R1 R2 J")
    answer = solve_answer(where, solve(where, (Term.HELD_JOKERS, Term.TILES)), 0.0)
    assert answer["decision"] == "draw"
    assert answer["hand_left"] == ["R1", "R2", "J"]


def test_what_was_stopped_is_not_said_to_have_reached_a_limit() -> None:
    """A job that its owner stopped once said that a limit was reached; peg solitaire's did not."""
    where = position(hand="B10 K10 J", table=["R7-13"])
    best = replace(solve(where), status=Status.FEASIBLE, stop=Stop.CANCELLED)
    assert solve_answer(where, best, 0.0)["summary"].endswith("Not proven best: it was stopped.")
    unknown = nothing_known(DEFAULT_OBJECTIVE, "sweep", Stop.CANCELLED)
    summary = solve_answer(where, unknown, 0.0)["summary"]
    assert summary.startswith("No move was found before it was stopped;")
    lost: Result[Any] = Result(Status.NO_ANSWER, Stop.CANCELLED, None, (), "dp")
    assert (
        distance_summary(hand_from({"hand": "123m1z"}), lost)
        == "The distance is not known: it was stopped."
    )
