"""``POST /v1/peg-solitaire/solve`` and ``GET /v1/peg-solitaire/boards`` on the running service."""

import itertools
from typing import Any

import httpx
import pytest

from app.schemas.examples import BY_GAME
from app.schemas.peg_solitaire.answers import BoardAnswer, PegSolveAnswer
from models.peg_solitaire.boards import BOARDS
from models.peg_solitaire.problem import problem_from

PATH = "/v1/peg-solitaire/solve"
EXAMPLES = BY_GAME["peg-solitaire"]["solve"]


def solved(client: httpx.Client, **body: Any) -> dict[str, Any]:
    response = client.post(PATH, json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    assert set(answer) == set(PegSolveAnswer.model_fields)
    PegSolveAnswer.model_validate(answer)
    return answer


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_every_example_is_answered_proven_and_verified(client: httpx.Client, name: str) -> None:
    answer = solved(client, **EXAMPLES[name])
    assert answer["proven"]
    assert answer["verified"]


def test_a_play_is_told_by_jumps_by_moves_and_by_boards(client: httpx.Client) -> None:
    answer = solved(client, board="english", start=[3, 3], goal=[3, 3])
    assert len(answer["jumps"]) == len(answer["boards"]) == 31
    assert [jump for move in answer["moves"] for jump in move] == answer["jumps"]
    for move in answer["moves"]:
        assert all(one[1] == after[0] for one, after in itertools.pairwise(move))
    rows = answer["start"]
    for ((r, c), (to_r, to_c)), after in zip(answer["jumps"], answer["boards"], strict=True):
        over = ((r + to_r) // 2, (c + to_c) // 2)
        want = [list(row) for row in rows]
        for (row, column), before, now in (
            ((r, c), "o", "."),
            (over, "o", "."),
            ((to_r, to_c), ".", "o"),
        ):
            assert want[row][column] == before
            want[row][column] = now
        rows = ["".join(row) for row in want]
        assert rows == after
    assert rows == answer["goal"]
    assert answer["pegs_left"] == 1


@pytest.mark.parametrize("name", ["auto", "search", "parallel", "sequential", "paper"])
def test_every_backend_answers_over_http(client: httpx.Client, name: str) -> None:
    answer = solved(client, board="tri10", start=[1, 0], goal=[1, 0], backend=name)
    wanted = solved(client, board="tri10", start=[1, 0], goal=[1, 0])
    assert answer["status"] == wanted["status"]


def test_what_can_not_be_reached_comes_with_a_certificate(client: httpx.Client) -> None:
    answer = solved(client, board="french", start=[3, 3], goal=[3, 3])
    assert (answer["status"], answer["jumps"], answer["boards"]) == ("infeasible", None, None)
    certificate = answer["certificate"]
    assert certificate["kind"] == "position-class"
    # By hand: of the marked places, any three in a row are two or none, and start and goal differ.
    problem = problem_from({"board": "french", "start": [3, 3], "goal": [3, 3]})
    marked = problem.board.mask([(r, c) for r, c in certificate["marked"]])
    for jump in problem.board.jumps:
        assert (jump.touched & marked).bit_count() in (0, 2)
    assert problem.goal is not None
    assert (problem.start & marked).bit_count() % 2 != (problem.goal & marked).bit_count() % 2
    assert answer["verified"]


def test_a_limit_never_reads_as_impossible(client: httpx.Client) -> None:
    answer = solved(
        client, board="wiegleb", start=[4, 4], goal=[4, 4], backend="search", limits={"work": 1}
    )
    assert answer["status"] in ("no_answer", "feasible")
    assert not answer["proven"]
    assert answer["stop"] == "work_limit"


def test_all_defects_are_named_at_once(client: httpx.Client) -> None:
    body = {
        "board": "englisch",
        "problem": "reech",
        "start": [3],
        "backend": "serch",
        "limits": {"seconds": 0},
        "gaol": [3, 3],
    }
    response = client.post(PATH, json=body)
    assert response.status_code == 422
    pointers = {error["pointer"] for error in response.json()["errors"]}
    assert {"/board", "/problem", "/backend", "/limits/seconds", "/gaol"} <= pointers
    said = " ".join(error["detail"] for error in response.json()["errors"])
    for hint in ("english33", "reach", "search", "goal"):
        assert f"did you mean {hint}?" in said or hint in said


def test_what_is_missing_is_said(client: httpx.Client) -> None:
    errors = client.post(PATH, json={}).json()["errors"]
    assert [error["pointer"] for error in errors] == ["/board", "/start", "/goal"]


def test_the_boards_are_listed(client: httpx.Client) -> None:
    listed = client.get("/v1/peg-solitaire/boards").json()
    assert [board["name"] for board in listed] == list(BOARDS)
    for board in listed:
        BoardAnswer.model_validate(board)
    english = listed[0]
    assert (english["holes"], english["jumps"], english["symmetries"]) == (33, 76, 8)
    assert "english" in english["aliases"]
    assert client.head("/v1/peg-solitaire/boards").status_code == 200


def test_a_better_play_is_an_event_of_a_job(client: httpx.Client) -> None:
    body = {"board": "english", "problem": "fewest-left", "start": [3, 3]}
    asked = {"kind": "peg-solitaire/solve", "request": body}
    job = client.post("/v1/jobs", json=asked).json()
    with client.stream("GET", job["links"]["events"]) as stream:
        lines = list(stream.iter_lines())
    assert "event: end" in lines
    done = client.get(job["links"]["self"]).json()
    assert (done["state"], done["answer"]["objective"][0]["value"]) == ("succeeded", 1)
    assert done["bound"] == [{"term": "pegs", "value": 1, "bound": 1}]


def test_backends_are_listed_with_the_problems_they_take(client: httpx.Client) -> None:
    listed = client.get("/v1/backends").json()
    terms = {b["name"]: b["terms"] for b in listed if b["game"] == "peg-solitaire"}
    assert set(terms) == {"search", "parallel", "sequential", "paper"}
    assert "reach" in terms["paper"]
