"""Query parameters that are not known: refused by every route, like fields of a body."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from app.observe.route import HEALTH
from tests.http.test_errors import problem

UNKNOWN = {"limt": "5", "/odd~": ""}


@pytest.fixture(scope="module")
def operations(client: httpx.Client) -> list[tuple[str, str, dict[str, Any]]]:
    paths = client.get("/openapi.json").json()["paths"]
    return [
        (method.upper(), path, operation)
        for path, methods in paths.items()
        for method, operation in methods.items()
    ]


def known_to(operation: dict[str, Any]) -> list[str]:
    return [p["name"] for p in operation.get("parameters", ()) if p["in"] == "query"]


def asked(
    client: httpx.Client, operations: list[tuple[str, str, dict[str, Any]]], query: dict[str, str]
) -> Iterator[tuple[str, str, dict[str, Any], httpx.Response]]:
    """Ask every operation, with an example where it takes a body; those of GET by HEAD too."""
    for method, path, operation in operations:
        headers, body = {}, None
        for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
            example = next(iter(content["examples"].values()))["value"]
            body = example if isinstance(example, str) else json.dumps(example)
            headers = {"content-type": media_type}
        at = path.replace("{job}", "0" * 32)
        response = client.request(method, at, params=query, content=body, headers=headers)
        yield method, path, operation, response
        if method == "GET" and not path.endswith("/events"):
            yield "HEAD", path, operation, client.head(at, params=query)


def test_every_route_refuses_what_its_document_does_not_name(
    client: httpx.Client, operations: list[tuple[str, str, dict[str, Any]]]
) -> None:
    """All were ignored in silence: ``?limt=5`` listed a hundred jobs."""
    refused = 0
    for method, path, operation, response in asked(client, operations, UNKNOWN):
        if path in HEALTH:
            assert response.status_code == 200
            assert "422" not in operation["responses"]
            continue
        assert response.status_code == 422, (method, path)
        assert "422" in operation["responses"]
        refused += 1
        if method == "HEAD":
            continue
        errors = problem(response, 422)["errors"]
        assert [(e["pointer"], e["code"]) for e in errors] == [
            ("/limt", "unknown_parameter"),
            ("/~1odd~0", "unknown_parameter"),
        ]
        known = known_to(operation)
        for error, name in zip(errors, UNKNOWN, strict=True):
            assert f'"{name}" in the query: ' in error["detail"]
            expected = f"known parameters: {', '.join(known)}" if known else "no parameters here"
            assert expected in error["detail"]
        if method == "POST" and not known:
            assert "goes into the body" in errors[0]["detail"]
    assert refused >= 15


def test_every_route_knows_what_its_document_names(
    client: httpx.Client, operations: list[tuple[str, str, dict[str, Any]]]
) -> None:
    named = 0
    for one in operations:
        for name in known_to(one[2]):
            for *_, response in asked(client, [one], {name: "?"}):
                # Whatever is wrong with such a value.
                assert "unknown_parameter" not in response.text
                named += 1
    assert named >= 2


def test_what_is_close_is_suggested_and_the_known_is_left_in_peace(client: httpx.Client) -> None:
    content = problem(client.get("/v1/jobs?limt=5&limit=5&limt=6"), 422)
    assert content["detail"] == "one defect; nothing was solved"
    (error,) = content["errors"]
    assert error["detail"] == ('"limt" in the query: did you mean limit? known parameters: limit')
    headers = {"content-type": "application/x-ndjson"}
    content = problem(client.post("/v1/batch?kinds=1", content=b"", headers=headers), 422)
    assert "did you mean kind?" in content["errors"][0]["detail"]
    assert client.post("/v1/batch?kind=rummikub/solve", content=b"", headers=headers).is_success
    assert client.get("/v1/jobs?limit=5").is_success


@pytest.mark.parametrize("query", ["", "&", "&&"])
def test_a_query_without_parameters_is_none(client: httpx.Client, query: str) -> None:
    assert client.get(f"/version?{query}").status_code == 200


@pytest.mark.parametrize("query", ["x", "=3", "%ff=1", "%00", "[]", "x" * 60_000])
def test_parameters_are_refused_however_odd(client: httpx.Client, query: str) -> None:
    (error,) = problem(client.get(f"/version?{query}"), 422)["errors"]
    assert error["code"] == "unknown_parameter"
    assert len(error["detail"]) < 200


def test_thousands_are_not_all_looked_at(client: httpx.Client) -> None:
    query = "&".join(f"u{number}" for number in range(8_000))
    content = problem(client.get(f"/v1/jobs?{query}"), 422)
    assert content["detail"].startswith("more than 1000 defects")


def test_pages_take_no_notice_and_what_is_nowhere_stays_nowhere(client: httpx.Client) -> None:
    for path in ("/docs", "/openapi.json"):
        assert client.get(f"{path}?from=a-link").status_code == 200
    problem(client.get("/v1/nowhere?x=1"), 404)
    problem(client.get("/v1/rummikub/solve?x=1"), 405)


def test_a_value_is_never_repeated(client: httpx.Client) -> None:
    """It may be a key, sent in the wrong place."""
    response = client.get("/v1/limits?api_key=very-secret")
    assert "api_key" in response.text
    assert "very-secret" not in response.text
