"""``POST /v1/mahjong/decompose`` and ``/distance`` on the running service."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.schemas.examples import BY_GAME
from app.schemas.mahjong import examples
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


def test_the_answers_that_the_openapi_page_shows_are_those_that_are_given(
    client: httpx.Client,
) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    decompose = decomposed(client, **examples.DECOMPOSE["a wild tile"])
    distance = measured(client, hand=examples.MEASURED_HAND)
    for name, answer in (
        ("MahjongDecomposeAnswer", decompose),
        ("MahjongDistanceAnswer", distance),
    ):
        (shown,) = schemas[name]["examples"]
        assert set(shown["stats"]) == set(answer["stats"])
        # FastAPI leaves out of its document what is null.
        assert answer.pop("cross_check") is None
        assert timeless(shown) == timeless(answer)


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without its times."""
    stats = answer["stats"]
    return answer | {"stats": {name: stats[name] for name in ("rows", "columns", "nodes")}}


def test_the_notation_is_told_where_tiles_are_asked_for(client: httpx.Client) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    for name in ("MahjongDecomposeBody", "MahjongDistanceBody"):
        said = schemas[name]["properties"]["hand"]["description"]
        for part in ("123m456p11z", "honours", "`w`", "wild", "`12m0m`", "east", "first suit"):
            assert part in said


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


FULL = "22456m3567p46s125z"
EIGHTEEN_WAYS = "11112222333344445555666777788889999m"
MANY_WAYS: dict[str, Any] = {"hand": "w" * 14, "rules": {"wilds": 14}}


def submitted(client: httpx.Client, verb: str, **request: Any) -> dict[str, Any]:
    response = client.post("/v1/jobs", json={"kind": f"mahjong/{verb}", "request": request})
    assert response.status_code in (201, 202), response.text
    job: dict[str, Any] = response.json()
    return job


def events(client: httpx.Client, job: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Follow a job to its end."""
    with client.stream("GET", job["links"]["events"]) as stream:
        kind = ""
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                kind = value
            elif name == "data":
                yield kind, json.loads(value)


def followed(
    client: httpx.Client, verb: str, **request: Any
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Have a job done: the better answers as they were told of, and the job."""
    job = submitted(client, verb, **request)
    better = [data for kind, data in events(client, job) if kind == "solution"]
    done: dict[str, Any] = client.get(job["links"]["self"]).json()
    assert done["state"] == "succeeded"
    assert done["bound"] == done["answer"]["objective"]
    for data in better:
        assert data["bound"] == data["best"]["objective"]
        assert data["best"]["stop"] == "working"
        assert data["best"]["verified"]
    return [data["best"] for data in better], done


def test_a_job_of_a_distance_tells_it_first_then_the_useful_tiles(client: httpx.Client) -> None:
    """It once told of nothing before the end, a second or two later."""
    # Some fifty programs: in one suit there is little to discard and draw.
    better, done = followed(client, "distance", hand="12479m", rules="one-suit", backend="ilp")
    for best in better:
        MahjongDistanceAnswer.model_validate(best)
    whole = done["answer"]
    told = ("exchanges", "exchanges_available", "exchanges_without_copy_limit", "nearest", "sets")
    for best in better[:2]:
        assert (best["status"], best["proven"]) == ("feasible", False)
        assert [best[name] for name in told] == [whole[name] for name in told]
    assert (better[0]["useful_tiles"], better[0]["discards"]) == (None, None)
    assert better[1]["useful_tiles"] == whole["useful_tiles"]
    assert better[1]["discards"] is None
    assert whole["proven"]
    assert [one["tile"] for one in whole["discards"]] == ["1m", "2m", "4m", "7m", "9m"]


@pytest.mark.parametrize("name", ["dp", "ilp"])
def test_a_job_of_decompositions_tells_those_found_so_far(client: httpx.Client, name: str) -> None:
    better, done = followed(client, "decompose", hand=EIGHTEEN_WAYS, backend=name)
    for best in better:
        MahjongDecomposeAnswer.model_validate(best)
    for best, count in zip(better[:3], (1, 4, 16), strict=True):
        assert (best["win"], best["complete"]) == (True, False)
        assert len(best["decompositions"]) == count
        assert best["objective"] == [{"term": "decompositions", "value": count, "bound": None}]
        assert all(way in done["answer"]["decompositions"] for way in best["decompositions"])
    assert done["bound"] == [{"term": "decompositions", "value": 18, "bound": 18}]


def test_a_job_that_lists_thousands_of_ways_tells_of_seven_lists(client: httpx.Client) -> None:
    better, done = followed(client, "decompose", **MANY_WAYS)
    told = [len(best["decompositions"]) for best in better]
    assert told[:7] == [4**n for n in range(7)]
    assert len(done["answer"]["decompositions"]) == 10_000
    assert (done["answer"]["status"], done["answer"]["stop"]) == ("feasible", "work_limit")


def test_a_job_that_is_stopped_keeps_the_ways_it_told_of(client: httpx.Client) -> None:
    job = submitted(client, "decompose", **MANY_WAYS, backend="ilp", limits={"seconds": 60})
    told = 0
    for kind, data in events(client, job):
        if kind == "solution":
            told = len(data["best"]["decompositions"])
            if told == 4:
                client.delete(job["links"]["self"])
    done = client.get(job["links"]["self"]).json()
    assert told >= 4
    assert (done["state"], done["answer"]["stop"]) == ("cancelled", "cancelled")
    assert len(done["answer"]["decompositions"]) >= told


def test_a_cross_checked_job_tells_its_answer_before_the_others_are_asked(
    client: httpx.Client,
) -> None:
    better, done = followed(client, "distance", hand=FULL, cross_check=True)
    answer = done["answer"]
    apart = {name for name in answer if better[0][name] != answer[name]}
    assert apart <= {"cross_check", "stats", "stop"}
    assert answer["cross_check"]["agree"]
    # The second backend's steps are no better answers.
    assert all(best["discards"] for best in better)


def test_the_curl_script_runs(service_url: str) -> None:
    done = subprocess.run([SCRIPT, service_url], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    examples = sum(map(len, EXAMPLES.values()))
    assert done.stdout.count('"status":"optimal"') == examples
