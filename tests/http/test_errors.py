"""Bad input: all its defects at once, each with pointer and code, as problem+json."""

import json
from typing import Any

import httpx
import pytest

from app.schemas.problem import Problem

SOLVE = "/v1/rummikub/solve"
PATHS = (SOLVE, "/v1/rummikub/check", "/v1/rummikub/model")


def problem(response: httpx.Response, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    content: dict[str, Any] = response.json()
    Problem.model_validate(content)
    assert content["status"] == status
    assert content["type"].startswith("urn:meldwise:problem:")
    return content


def defects(response: httpx.Response) -> list[tuple[str, str]]:
    return [(e["pointer"], e["code"]) for e in problem(response, 422)["errors"]]


def test_defects_of_shape_and_of_sense_come_together(client: httpx.Client) -> None:
    body = {
        "hand": ["R7", "G7"],
        "table": ["R5 R7 R8", ["R4"]],
        "handd": [],
        "opened": "yes",
        "objective": ["tile"],
        "backend": "ilq",
        "limits": {"seconds": -1, "wrk": 3},
        "rules": {"jokers": -1},
    }
    found = defects(client.post(SOLVE, json=body))
    assert set(found) == {
        ("/opened", "wrong_type"),
        ("/handd", "unknown_field"),
        ("/limits/seconds", "out_of_range"),
        ("/limits/wrk", "unknown_field"),
        ("/rules/jokers", "out_of_range"),
        ("/objective/0", "unknown_objective"),
        ("/backend", "unknown_backend"),
    }
    del body["rules"]
    found = defects(client.post(SOLVE, json=body))
    assert {
        ("/hand/1", "unknown_colour"),
        ("/table/0", "broken_run"),
        ("/table/1", "set_too_small"),
    } <= set(found)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, ("", "empty_position")),
        ([], ("", "wrong_type")),
        ("R7", ("", "wrong_type")),
        ({"hand": "R7 R7 R7"}, ("/hand", "too_many_copies")),
        ({"hand": "R7", "limits": {"seconds": 1e300}}, ("/limits/seconds", "out_of_range")),
        ({"hand": "R7", "limits": {"seconds": 21}}, ("/limits/seconds", "out_of_range")),
        ({"hand": "R7", "limits": {"seconds": True}}, ("/limits/seconds", "wrong_type")),
        ({"hand": "R7", "limits": {"seconds": "1"}}, ("/limits/seconds", "wrong_type")),
        ({"hand": "R7", "limits": {"work": 0}}, ("/limits/work", "out_of_range")),
        ({"hand": "R7", "limits": {"work": 1.5}}, ("/limits/work", "wrong_type")),
        ({"hand": "R7", "limits": 3}, ("/limits", "wrong_type")),
        ({"hand": "R7", "backend": None}, ("/backend", "wrong_type")),
        ({"hand": "R7", "objective": []}, ("/objective", "wrong_type")),
        (
            {"hand": "R7", "table_tiles": "B1", "objective": "kept_sets"},
            ("/objective", "kept_sets_without_sets"),
        ),
    ],
)
def test_each_defect_has_its_place_and_code(
    client: httpx.Client, body: Any, expected: tuple[str, str]
) -> None:
    assert defects(client.post(SOLVE, json=body)) == [expected]


def test_ten_thousand_tiles_are_refused_for_what_they_are(client: httpx.Client) -> None:
    found = defects(client.post(SOLVE, json={"hand": ["R7"] * 10_000}))
    assert found == [("/hand/106", "too_many_tiles"), ("/hand", "too_many_copies")]


def test_names_of_fields_are_never_dropped_however_many_are_wrong(client: httpx.Client) -> None:
    """Sixteen thousand unknown fields once were answered with "one defect": the empty position."""
    body = {f"unknown{i}": 1 for i in range(5_000)}
    content = problem(client.post(SOLVE, json=body), 422)
    assert content["detail"].startswith("more than 1000 defects")
    assert content["errors"][0]["code"] == "unknown_field"


def test_a_name_given_twice_is_found_in_one_pass(client: httpx.Client) -> None:
    """Looking for it once took seven seconds, in which nobody else was served."""
    names = ",".join(f'"n{i}":1' for i in range(20_000))
    headers = {"content-type": "application/json"}
    document = f'{{{names},"n0":1}}'.encode()
    content = problem(client.post(SOLVE, content=document, headers=headers), 400)
    assert "'n0' twice" in content["detail"]


def test_half_a_surrogate_pair_in_a_name_is_refused(client: httpx.Client) -> None:
    """It once was an internal fault."""
    headers = {"content-type": "application/json"}
    problem(client.post(SOLVE, content=b'{"\\ud800": "R1"}', headers=headers), 400)


def test_a_slash_too_many_is_a_problem_not_a_redirect(client: httpx.Client) -> None:
    problem(client.post(f"{SOLVE}/", json={"hand": "R7"}), 404)


def test_a_suggestion_says_what_would_be_right(client: httpx.Client) -> None:
    content = problem(client.post(SOLVE, json={"hand": "G7"}), 422)
    assert content["errors"][0]["detail"] == (
        "G7: colours are R B O K (red, blue, orange, black), and J is a joker"
    )


def test_of_thousands_of_defects_the_number_is_said(client: httpx.Client) -> None:
    content = problem(client.post(SOLVE, json={"hand": ["G7"] * 10_000}), 422)
    assert len(content["errors"]) == 100
    assert content["detail"].startswith("more than 1000 defects, of which the first 100 are listed")
    content = problem(client.post(SOLVE, json={"hand": ["G7"] * 500}), 422)
    assert content["detail"].startswith("500 defects, of which the first 100 are listed")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("document", "says"),
    [
        (b"", "not JSON"),
        (b"{", "line 1, column 2"),
        (b'{"hand": NaN}', "NaN is not JSON"),
        (b'{"hand": -Infinity}', "-Infinity is not JSON"),
        (b'{"hand": "R7", "hand": "R8"}', "names 'hand' twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"hand": "\xff"}', "not UTF-8: byte 11 is 0xff"),
        (b'{"hand": ' + b"9" * 5000 + b"}", "a number is too long"),
    ],
    ids=["empty", "cut off", "NaN", "infinity", "twice", "deep", "not UTF-8", "long number"],
)
def test_what_is_not_json_is_a_400_that_says_where(
    client: httpx.Client, path: str, document: bytes, says: str
) -> None:
    headers = {"content-type": "application/json"}
    content = problem(client.post(path, content=document, headers=headers), 400)
    assert says in content["detail"]


@pytest.mark.parametrize("given", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_what_is_not_announced_as_json_is_a_415(client: httpx.Client, given: str | None) -> None:
    headers = {"content-type": given} if given else {}
    content = problem(client.post(SOLVE, content=b'{"hand": "R7"}', headers=headers), 415)
    assert "application/json" in content["detail"]


def test_a_charset_may_be_named(client: httpx.Client) -> None:
    headers = {"content-type": "application/json; charset=UTF-8"}
    assert client.post(SOLVE, content=b'{"hand": "R7"}', headers=headers).status_code == 200


def test_a_body_too_large_is_a_413_whether_announced_or_not(client: httpx.Client) -> None:
    large = json.dumps({"hand": ["R7"] * 100_000}).encode()
    headers = {"content-type": "application/json"}
    problem(client.post(SOLVE, content=large, headers=headers), 413)
    chunks = (large[i : i + 65536] for i in range(0, len(large), 65536))
    problem(client.post(SOLVE, content=chunks, headers=headers), 413)


def test_unknown_paths_and_methods_are_problems_too(client: httpx.Client) -> None:
    problem(client.get("/v1/chess/solve"), 404)
    response = client.get(SOLVE)
    problem(response, 405)
    assert response.headers["allow"] == "POST"


def test_text_that_can_not_be_encoded_is_quoted_back_as_an_escape(client: httpx.Client) -> None:
    """A lone surrogate in a tile once made the error answer itself fail."""
    headers = {"content-type": "application/json"}
    response = client.post(SOLVE, content=b'{"hand": "\\ud800"}', headers=headers)
    assert defects(response) == [("/hand", "unreadable_tile")]


def test_an_encoded_body_is_refused_not_misread(client: httpx.Client) -> None:
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    content = problem(client.post(SOLVE, content=b'{"hand": "R7"}', headers=headers), 415)
    assert "Content-Encoding is gzip" in content["detail"]


def test_more_sets_than_tiles_are_not_echoed_back(client: httpx.Client) -> None:
    """Eighty thousand empty sets once made an answer of six megabytes."""
    content = problem(client.post("/v1/rummikub/check", json={"table": [[]] * 50_000}), 422)
    assert content["errors"][-1]["code"] == "too_many_sets"
