"""``POST /v1/rummikub/cross-check`` and ``/partition`` on the running service."""

from typing import Any

import httpx
import pytest

from app.schemas.rummikub.answers import CrossCheckAnswer, PartitionAnswer


def test_backends_answer_side_by_side(client: httpx.Client) -> None:
    body = {"hand": "B4 R4 B4 R4 J J", "objective": "tiles"}
    answer = client.post("/v1/rummikub/cross-check", json=body).json()
    CrossCheckAnswer.model_validate(answer)
    assert answer["agree"]
    names = [opinion["backend"] for opinion in answer["opinions"]]
    listed = client.get("/v1/backends").json()
    assert names == [b["name"] for b in listed if b["exact"] and b["game"] == "rummikub"]
    for opinion in answer["opinions"]:
        assert opinion["answer"]["verified"]
        assert opinion["answer"]["objective"][0]["value"] == 6


def test_a_solve_can_be_cross_checked_on_the_way(client: httpx.Client) -> None:
    body = {"hand": "B10 K10 J", "table": ["R7-13"], "cross_check": True}
    answer = client.post("/v1/rummikub/solve", json=body).json()
    assert answer["cross_check"]["agree"]
    names = {opinion["backend"] for opinion in answer["cross_check"]["opinions"]}
    assert names == {"auto", "ilp", "ilp-dhh"}


def partition(client: httpx.Client, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/rummikub/partition", json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    assert set(answer) == set(PartitionAnswer.model_fields)
    PartitionAnswer.model_validate(answer)
    return answer


def test_the_lowest_tile_is_not_forced_into_a_set(client: httpx.Client) -> None:
    """The published recursion gives 0 here."""
    answer = partition(client, tiles="R1 B5 B6 B7")
    assert [one["tiles"] for one in answer["sets"]] == [["B5", "B6", "B7"]]
    assert answer["left"] == ["R1"]
    assert answer["flexibility"] == 1


def test_a_pool_is_laid_out_whole_or_said_to_be_impossible(client: httpx.Client) -> None:
    assert partition(client, tiles="R5-7 B5-7 O5 K5 J", whole=True)["status"] == "optimal"
    impossible = partition(client, tiles="R1 B5 B6 B7", whole=True)
    assert (impossible["status"], impossible["sets"]) == ("infeasible", None)
    assert impossible["flexibility"] == 1


def test_a_limit_reached_is_no_answer(client: httpx.Client) -> None:
    answer = partition(client, tiles="R1-12 B1-12", limits={"work": 3})
    assert (answer["status"], answer["stop"]) == ("no_answer", "work_limit")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, [("/tiles", "no_tiles")]),
        ({"tiles": "R1-13 B1-13"}, [("/tiles", "too_many_tiles")]),
        ({"tiles": "R1 R1 R1"}, [("/tiles", "too_many_copies")]),
        ({"tiles": "G1", "whole": 1}, [("/whole", "wrong_type"), ("/tiles", "unknown_colour")]),
    ],
)
def test_bad_input_is_refused_with_all_its_defects(
    client: httpx.Client, body: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    response = client.post("/v1/rummikub/partition", json=body)
    assert response.status_code == 422
    assert [(e["pointer"], e["code"]) for e in response.json()["errors"]] == expected
