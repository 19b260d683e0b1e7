"""``POST /v1/rummikub/solve`` on the running service."""

from typing import Any

import httpx
import pytest

from app.schemas.rummikub.answers import SolveAnswer
from tests.cases import load

PATH = "/v1/rummikub/solve"


def solve(client: httpx.Client, **body: Any) -> dict[str, Any]:
    response = client.post(PATH, json=body)
    assert response.status_code == 200, response.text
    answer = response.json()
    # Strict: a field too many or too few is a difference from what OpenAPI promises.
    assert set(answer) == set(SolveAnswer.model_fields)
    SolveAnswer.model_validate(answer)
    return answer  # type: ignore[no-any-return]


def test_the_best_move_comes_back_proven_and_verified(client: httpx.Client) -> None:
    answer = solve(client, hand="B10 K10 J", table=["R7-13", ["R4", "B4", "K4"]])
    assert answer["status"] == "optimal"
    assert answer["decision"] == "play"
    assert answer["proven"] is answer["verified"] is True
    assert answer["played"] == ["B10", "K10", "J"]
    assert answer["hand_left"] == []
    assert answer["objective"] == [
        {"term": "tiles", "value": 3, "bound": 3},
        {"term": "kept_sets", "value": 2, "bound": 2},
    ]
    kept = [one["tiles"] for one in answer["table"] if one["kept"]]
    assert kept == [[f"R{n}" for n in range(7, 14)], ["R4", "B4", "K4"]]
    (laid,) = (one for one in answer["table"] if not one["kept"])
    assert sorted(laid["from_hand"]) == ["B10", "J", "K10"]
    assert laid["stands_for"][laid["tiles"].index("J")] in {"R10", "O10"}


@pytest.mark.parametrize("case", load("positions.jsonl")[::10], ids=lambda c: c["id"])
def test_positions_are_solved_exactly_over_http(client: httpx.Client, case: dict[str, Any]) -> None:
    for term in ("tiles", "value"):
        answer = solve(client, hand=case["hand"], table=case["table"], objective=term)
        assert answer["objective"][0]["value"] == case["best"][term]


def test_the_initial_meld_is_a_draw_when_it_can_not_be_reached(client: httpx.Client) -> None:
    answer = solve(client, hand="R1 R2 R3", table=["RBK4"], opened=False)
    assert (answer["decision"], answer["status"]) == ("draw", "optimal")
    assert answer["played"] == []
    assert [one["kept"] for one in answer["table"]] == [True]


def test_a_table_nobody_remembers_is_arranged(client: httpx.Client) -> None:
    answer = solve(client, hand="R4 R8", table_tiles="R5 R6 R7")
    assert answer["played"] == ["R4", "R8"]


def test_a_table_that_can_not_be_arranged_is_infeasible(client: httpx.Client) -> None:
    answer = solve(client, hand="B1", table_tiles="R5 R6")
    assert (answer["status"], answer["decision"], answer["proven"]) == ("infeasible", "draw", True)
    assert answer["table"] is None


def test_a_work_limit_never_reads_as_no_move(client: httpx.Client) -> None:
    case = next(c for c in load("positions.jsonl") if c["id"] == "crowded-jokers-3")
    answer = solve(client, hand=case["hand"], table=case["table"], limits={"work": 1})
    assert (answer["status"], answer["stop"]) == ("no_answer", "work_limit")
    assert answer["decision"] is None
    assert answer["played"] is None
    assert answer["objective"][0]["bound"] >= case["best"]["tiles"]


def test_the_same_request_has_the_same_answer_byte_for_byte(client: httpx.Client) -> None:
    case = load("positions.jsonl")[200]
    body = {"hand": case["hand"], "table": case["table"]}
    answers = [client.post(PATH, json=body).content.split(b',"stats":')[0] for _ in range(4)]
    assert len(answers[0]) > 500
    assert len(set(answers)) == 1


@pytest.mark.parametrize("rules", ["six-player", {"preset": "six-player", "numbers": 10}])
def test_other_rules_are_taken(client: httpx.Client, rules: Any) -> None:
    answer = solve(client, hand="R7 R7 R7 B7 B7 B7 O7 O7 O7", rules=rules)
    assert answer["objective"][0]["value"] == 9


def test_every_backend_is_listed_and_solves(client: httpx.Client) -> None:
    listed = client.get("/v1/backends").json()
    for backend in (backend for backend in listed if backend["game"] == "rummikub"):
        answer = solve(client, hand="B10 K10 J", backend=backend["name"], objective=["tiles"])
        assert answer["backend"] == backend["name"]
        assert answer["objective"][0]["value"] == 3 or not backend["exact"]


def test_a_search_is_asked_for_with_its_options(client: httpx.Client) -> None:
    body: dict[str, Any] = {"hand": "B10 K10", "table": ["R7-13"], "backend": "predatory"}
    nodes = {}
    for heuristic in ("IC", "DTL"):
        answer = solve(client, **body, options={"heuristic": heuristic, "alpha": 2, "area": 1})
        assert (answer["status"], answer["backend"]) == ("optimal", "predatory")
        # No objective was named: the backend's part of the default.
        assert [term["term"] for term in answer["objective"]] == ["tiles"]
        nodes[heuristic] = answer["stats"]["nodes"]
    assert nodes["DTL"] < nodes["IC"]


def test_what_a_search_found_is_held_against_the_exact_backends(client: httpx.Client) -> None:
    answer = solve(
        client,
        hand="B10 K10",
        table=["R7-13"],
        backend="best-first",
        limits={"work": 2},
        cross_check=True,
    )
    assert (answer["status"], answer["decision"]) == ("feasible", None)
    assert answer["cross_check"]["agree"]
    names = [opinion["backend"] for opinion in answer["cross_check"]["opinions"]]
    assert names == ["best-first", "sweep", "ilp", "bitmask", "ilp-dhh"]


def test_options_that_do_not_fit_are_refused_each_at_its_place(client: httpx.Client) -> None:
    body = {
        "hand": "B10 G9",
        "backend": "best-first",
        "options": {"heuristic": "ABC", "alpha": 1},
    }
    response = client.post(PATH, json=body)
    assert response.status_code == 422
    assert [(e["pointer"], e["code"]) for e in response.json()["errors"]] == [
        ("/hand", "unknown_colour"),
        ("/options/heuristic", "unknown_choice"),
        ("/options/alpha", "unknown_option"),
    ]
    response = client.post(PATH, json={"hand": "B10", "options": {"heuristic": "IC"}})
    assert [e["pointer"] for e in response.json()["errors"]] == ["/options/heuristic"]
