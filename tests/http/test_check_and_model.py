"""``POST /v1/rummikub/check`` and ``/model`` on the running service."""

from typing import Any

import httpx
import pytest

from app.accept import prefers_text
from app.schemas.rummikub.answers import CheckAnswer, ModelAnswer


def check(client: httpx.Client, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/rummikub/check", json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    assert set(answer) == set(CheckAnswer.model_fields)
    CheckAnswer.model_validate(answer)
    assert answer["legal"] == (not answer["violations"])
    return answer


def details(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return [(v["pointer"], v["detail"]) for v in answer["violations"]]


def test_a_legal_table_is_legal(client: httpx.Client) -> None:
    answer = check(client, table=["R5 J R7", "RBK4"])
    assert answer["legal"]
    assert [one["kind"] for one in answer["table"]] == ["run", "group"]
    assert answer["table"][0]["stands_for"] == ["R5", "R6", "R7"]
    assert [one["value"] for one in answer["table"]] == [18, 12]


def test_each_defect_is_named_by_set(client: httpx.Client) -> None:
    answer = check(client, table=["R5 R7 R8", "R4 R4 B4", "R7-9", "R6-8"])
    assert details(answer) == [
        ("/table/0", "run broken between R5 and R7"),
        ("/table/1", "two tiles of one colour in a group: R4 twice"),
        ("/table/3", "a third R7 in this table: the game has two"),
        ("/table/3", "a third R8 in this table: the game has two"),
    ]
    assert [one["legal"] for one in answer["table"]] == [False, False, True, True]


def test_a_move_from_one_table_to_another_is_checked(client: httpx.Client) -> None:
    old, hand = ["R5-9", "RBK4"], "O4 O5 J"
    legal = check(client, table=old, new_table=["R5-7", "R8 R9 J", "RBOK4"], hand=hand)
    assert legal["legal"]
    assert legal["played"] == ["O4", "J"]
    taken = check(client, table=old, new_table=["R5 J R7", "RBK4"], hand=hand)
    assert details(taken) == [
        ("/new_table", f"{tile} left the table: table tiles stay") for tile in ("R6", "R8", "R9")
    ]
    conjured = check(client, table=old, new_table=[*old, "O1-3"], hand=hand)
    assert [d for _, d in details(conjured)] == [
        f"{tile} on the new table: neither on the old one nor in hand"
        for tile in ("O1", "O2", "O3")
    ]


@pytest.mark.parametrize(
    ("new", "violations"),
    [
        (["R5-9", "RBK10"], []),
        (["R5-9", "RBK9"], ["initial_meld_too_small"]),
        (["R5-10", "RBK10"], ["table_touched"]),
    ],
)
def test_a_first_move_is_held_to_the_initial_meld(
    client: httpx.Client, new: list[str], violations: list[str]
) -> None:
    answer = check(client, table=["R5-9"], new_table=new, opened=False)
    assert [v["code"] for v in answer["violations"]] == violations


def test_without_anything_to_check_the_request_is_refused(client: httpx.Client) -> None:
    response = client.post("/v1/rummikub/check", json={})
    assert [e["code"] for e in response.json()["errors"]] == ["nothing_to_check"]
    response = client.post("/v1/rummikub/check", json={"table": ["R5-7"], "hand": "R8"})
    assert [e["code"] for e in response.json()["errors"]] == ["hand_without_move"]


def test_a_program_comes_back_as_a_file(client: httpx.Client) -> None:
    body = {"hand": "B10 K10 J", "table": ["R7-13"]}
    for program in ("ilp", "ilp-dhh"):
        for file_format, end in (("lp", "End"), ("mps", "ENDATA")):
            asked = body | {"program": program, "format": file_format}
            response = client.post("/v1/rummikub/model", json=asked)
            answer = response.json()
            assert set(answer) == set(ModelAnswer.model_fields)
            ModelAnswer.model_validate(answer)
            assert answer["content"].rstrip().endswith(end)
            assert answer["goals"] == [
                {"term": "tiles", "weight": 2},
                {"term": "kept_sets", "weight": 1},
            ]
            text = client.post("/v1/rummikub/model", json=asked, headers={"accept": "text/plain"})
            assert text.headers["content-type"].startswith("text/plain")
            assert text.text == answer["content"]


@pytest.mark.parametrize(
    ("accept", "text"),
    [
        ("text/plain", True),
        ("text/*;q=0.9, application/json;q=0.5", True),
        ("application/json, text/plain;q=0.1", False),
        ("*/*", False),
        ("", False),
        ("text/plain;q=nonsense", False),
    ],
)
def test_the_media_type_a_caller_prefers_is_sent(accept: str, text: bool) -> None:
    assert prefers_text(accept) is text


def test_an_unknown_program_or_format_is_refused(client: httpx.Client) -> None:
    body = {"hand": "R7", "program": "lip", "format": "xml"}
    response = client.post("/v1/rummikub/model", json=body)
    assert [(e["pointer"], e["code"]) for e in response.json()["errors"]] == [
        ("/program", "unknown_program"),
        ("/format", "unknown_format"),
    ]
