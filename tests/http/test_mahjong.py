"""``POST /v1/mahjong/decompose`` and ``/distance`` on the running service."""

import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.schemas.examples import BY_GAME
from app.schemas.mahjong.answers import MahjongDecomposeAnswer, MahjongDistanceAnswer
from tests.mahjong_cases import CASES

EXAMPLES = BY_GAME["mahjong"]
SCRIPT = Path(__file__).parents[2] / "examples" / "mahjong" / "curl.sh"


def decomposed(client: httpx.Client, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/mahjong/decompose", json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    assert set(answer) == set(MahjongDecomposeAnswer.model_fields)
    MahjongDecomposeAnswer.model_validate(answer)
    return answer


def measured(client: httpx.Client, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/mahjong/distance", json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    assert set(answer) == set(MahjongDistanceAnswer.model_fields)
    MahjongDistanceAnswer.model_validate(answer)
    return answer


@pytest.mark.parametrize("name", list(EXAMPLES["decompose"]))
def test_every_example_of_a_win_is_proven_and_verified(client: httpx.Client, name: str) -> None:
    answer = decomposed(client, **EXAMPLES["decompose"][name])
    assert answer["win"] is answer["proven"] is answer["verified"] is True


@pytest.mark.parametrize("name", list(EXAMPLES["distance"]))
def test_every_example_of_a_distance_is_proven_and_verified(
    client: httpx.Client, name: str
) -> None:
    answer = measured(client, **EXAMPLES["distance"][name])
    assert answer["proven"] is answer["verified"] is True
    assert answer["shanten"] == answer["exchanges"] - 1
    assert answer["cross_check"] is None or answer["cross_check"]["agree"]


@pytest.mark.parametrize("case", CASES[::12], ids=lambda case: case["hand"])
def test_known_hands_are_answered_exactly(client: httpx.Client, case: dict[str, Any]) -> None:
    answer = decomposed(client, hand=case["hand"], cross_check=True)
    assert answer["win"] == case["is_win"]
    assert answer["complete"]
    assert len(answer["decompositions"]) == case["number_of_decompositions"]
    assert answer["cross_check"]["agree"]
    far = measured(client, hand=case["hand"])
    assert far["exchanges"] == case["standard_form_deficiency"]
    assert [one["tile"] for one in far["useful_tiles"]] == case["useful_tiles"]
    assert far["useful_copies"] == case["useful_tile_copies"]
    keeping = [one["tile"] for one in far["discards"] if one["keeps"]]
    assert keeping == (case["shanten_keeping_discards"] or [])


def test_wild_tiles_are_assigned(client: httpx.Client) -> None:
    answer = decomposed(client, hand="12m11zw")
    assert answer["decompositions"] == [["123m", "11z"]]
    assert answer["wilds"] == [["3m"]]


def test_a_fifth_tile_is_not_waited_for(client: httpx.Client) -> None:
    answer = measured(client, hand="1111z")
    assert (answer["exchanges"], answer["exchanges_without_copy_limit"]) == (2, 1)


def test_a_work_limit_never_reads_as_not_complete(client: httpx.Client) -> None:
    answer = decomposed(client, hand="123m11z", limits={"work": 1})
    assert (answer["status"], answer["win"], answer["decompositions"]) == ("no_answer", None, None)
    far = measured(client, hand="123m1z", limits={"work": 1})
    assert (far["status"], far["exchanges"], far["nearest"]) == ("no_answer", None, None)


def test_all_defects_come_at_once(client: httpx.Client) -> None:
    body = {"hand": "11111m9z", "visible": 3, "forms": ["pairs"], "backend": "greedy", "x": 1}
    response = client.post("/v1/mahjong/distance", json=body)
    assert response.status_code == 422
    found = {(error["pointer"], error["code"]) for error in response.json()["errors"]}
    assert found == {
        ("/x", "unknown_field"),
        ("/hand", "unknown_number"),
        ("/hand", "too_many_copies"),
        ("/visible", "wrong_type"),
        ("/forms/0", "unknown_form"),
        ("/backend", "backend_cannot"),
    }


def test_a_hand_becomes_a_job(client: httpx.Client) -> None:
    body = {"kind": "mahjong/distance", "request": {"hand": "123m1z"}}
    assert client.post("/v1/jobs", json=body).status_code in (201, 202)


def test_the_curl_script_runs(service_url: str) -> None:
    done = subprocess.run([SCRIPT, service_url], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    examples = sum(map(len, EXAMPLES.values()))
    assert done.stdout.count('"status":"optimal"') == examples
