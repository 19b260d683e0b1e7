"""What the service says about itself, and its OpenAPI document."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from solvers.rummikub.registry import BACKENDS


def test_health_and_versions(client: httpx.Client) -> None:
    assert client.get("/live").json() == {"status": "alive"}
    assert client.get("/ready").json() == {"status": "ready"}
    assert set(client.get("/version").json()) == {"meldwise", "highs", "pulp", "python"}


def test_limits_in_force_are_said(client: httpx.Client) -> None:
    limits = client.get("/v1/limits").json()
    assert limits["rules"]["numbers"] == [1, 50]
    assert limits["mahjong_rules"]["numbers"] == [1, 9]
    assert limits["peg_solitaire_boards"] == {
        "holes": [1, 128],
        "rows": [1, 64],
        "columns": [1, 64],
    }
    assert limits["workers"] == 2
    assert limits["max_seconds"] == 20.0
    assert limits["queue_length"] == 64
    assert limits["rate"] is None
    assert limits["max_work"] == 10**9
    assert limits["defects_listed"] == 100


def test_health_can_be_asked_for_by_head(client: httpx.Client) -> None:
    for path in ("/live", "/ready", "/version", "/v1/limits", "/v1/backends"):
        assert client.head(path).status_code == 200


def test_backends_are_listed_from_the_registry(client: httpx.Client) -> None:
    every = client.get("/v1/backends").json()
    listed = [backend for backend in every if backend["game"] == "rummikub"]
    assert [b["name"] for b in listed] == list(BACKENDS)
    assert all(set(b["terms"]) == set(BACKENDS[b["name"]].terms) for b in listed)
    options = {b["name"]: [o["name"] for o in b["options"]] for b in listed}
    assert options["best-first"] == ["heuristic"]
    assert options["predatory"] == ["heuristic", "alpha", "beta", "area"]
    assert options["ilp"] == []
    (heuristic, *numbers) = next(b["options"] for b in listed if b["name"] == "predatory")
    assert heuristic["choices"] == ["IC", "ICC", "DTL", "ICOB", "ICCOB", "DTLOB"]
    assert all(o["least"] <= o["default"] <= o["most"] for o in numbers)


@pytest.fixture(scope="module")
def document(client: httpx.Client) -> dict[str, Any]:
    content: dict[str, Any] = client.get("/openapi.json").json()
    return content


def test_every_reference_in_the_document_is_defined(document: dict[str, Any]) -> None:
    def references(node: Any) -> set[str]:
        if isinstance(node, dict):
            own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
            return own.union(*map(references, node.values()))
        return set().union(*map(references, node)) if isinstance(node, list) else set()

    defined = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert references(document) <= defined


def test_every_property_in_the_document_is_described(document: dict[str, Any]) -> None:
    """Some ninety were not, the wild tiles of Mahjong rules and the times of answers among them."""
    described: list[str] = []

    def walk(node: Any, path: str) -> Iterator[str]:
        if isinstance(node, list):
            for place, one in enumerate(node):
                yield from walk(one, f"{path}/{place}")
        elif isinstance(node, dict):
            properties = node.get("properties")
            for name, schema in properties.items() if isinstance(properties, dict) else ():
                if schema.get("description"):
                    described.append(name)
                else:
                    yield f"{path}/{name}"
            for name, one in node.items():
                # What an example holds is no schema.
                if name not in ("example", "examples"):
                    yield from walk(one, f"{path}/{name}")

    assert list(walk(document, "")) == []
    assert len(described) > 200


def test_every_operation_with_a_body_has_an_example_that_works(
    client: httpx.Client, document: dict[str, Any]
) -> None:
    tried = 0
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"]
            if "requestBody" in operation:
                ((media_type, content),) = operation["requestBody"]["content"].items()
                for example in content["examples"].values():
                    value = example["value"]
                    body = value if isinstance(value, str) else json.dumps(value)
                    headers = {"content-type": media_type}
                    response = client.request(method, path, content=body, headers=headers)
                    assert response.status_code in (200, 202), response.text
                    tried += 1
    assert tried >= 6


def test_every_operation_without_a_body_shows_an_answer(document: dict[str, Any]) -> None:
    shown = 0
    for operations in document["paths"].values():
        for operation in operations.values():
            content = operation["responses"].get("200", {}).get("content", {})
            if "requestBody" not in operation and "application/json" in content:
                schema = content["application/json"]["schema"]
                name = schema.get("items", schema)["$ref"].rsplit("/", 1)[1]
                assert document["components"]["schemas"][name]["examples"]
                shown += 1
    assert shown >= 5


def test_metrics_are_documented_as_text(document: dict[str, Any]) -> None:
    content = document["paths"]["/metrics"]["get"]["responses"]["200"]["content"]
    assert list(content) == ["text/plain"]
    assert "meldwise_http_in_flight" in content["text/plain"]["example"]


def test_problems_are_documented_with_their_media_type(document: dict[str, Any]) -> None:
    responses = document["paths"]["/v1/rummikub/solve"]["post"]["responses"]
    for status in ("400", "401", "408", "413", "415", "422", "429", "500", "503", "504"):
        assert list(responses[status]["content"]) == ["application/problem+json"]


def test_the_document_says_how_a_key_is_sent_and_where_none_is_needed(
    document: dict[str, Any],
) -> None:
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert document["components"]["securitySchemes"]["header"]["name"] == "X-API-Key"
    assert document["security"] == [{}, {"key": []}, {"header": []}]
    assert document["paths"]["/live"]["get"]["security"] == []
    assert "401" in document["paths"]["/v1/limits"]["get"]["responses"]
    assert "401" not in document["paths"]["/live"]["get"]["responses"]


def test_every_answer_is_documented_with_the_headers_it_has(document: dict[str, Any]) -> None:
    """401, 413, 429, 431 and 500 were not on every route, and no header but one Location was."""
    for path, operations in document["paths"].items():
        for operation in operations.values():
            responses = operation["responses"]
            assert {"400", "413", "431", "500"} <= set(responses)
            assert ("429" in responses) == ("401" in responses) == (operation.get("security") != [])
            for status, response in responses.items():
                headers = response["headers"]
                assert headers["X-Request-ID"]["required"] == (status not in ("400", "431"))
                assert ("Retry-After" in headers) == (status in ("429", "503")), path
                assert ("WWW-Authenticate" in headers) == (status == "401")
                problem = list(response.get("content", ())) == ["application/problem+json"]
                assert problem == (status >= "400")


def test_a_stream_is_documented_by_its_events(document: dict[str, Any]) -> None:
    answers = document["paths"]["/v1/jobs/{job}/events"]["get"]["responses"]
    (media,) = answers["200"]["content"].items()
    assert media[0] == "text/event-stream"
    assert set(media[1]) == {"itemSchema"}


def test_a_job_is_linked_to_what_can_be_done_with_it(document: dict[str, Any]) -> None:
    names = {o["operationId"] for path in document["paths"].values() for o in path.values()}
    for path in ("/v1/jobs", "/v1/rummikub/solve"):
        links = document["paths"][path]["post"]["responses"]["202"]["links"]
        assert list(links) == ["job", "status", "events", "stop"]
        assert {link["operationId"] for link in links.values()} <= names


def test_the_request_of_a_job_is_of_its_kind(document: dict[str, Any]) -> None:
    """Any request once went with any kind, and none at all was said to do."""
    schema = document["components"]["schemas"]["JobBody"]
    for one in schema["oneOf"]:
        reference = one["properties"]["request"]["$ref"]
        path = f"/v1/{one['properties']['kind']['const']}"
        asked = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        assert asked["schema"]["$ref"] == reference
        assert one["required"] == ["kind", "request"]


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("R7", True),
        ("b10 K10,J", True),
        ("R7\u201310", True),
        ("R7-R10", True),
        (" RBK4\n", True),
        ("JJ\u00a0jrb5", True),
        ("R", False),
        ("R07", False),
        ("R100", False),
        ("7R", False),
        ("R7-", False),
        ("J7", True),
        ("R7;R8", False),
        ("\u00e97", False),
    ],
)
def test_what_the_schema_of_tiles_forbids_is_refused(
    client: httpx.Client, document: dict[str, Any], text: str, readable: bool
) -> None:
    """It may let through what is refused: whether there is such a tile is up to the rules."""
    hand = document["components"]["schemas"]["SolveBody"]["properties"]["hand"]
    assert bool(re.search(hand["anyOf"][0]["pattern"], text)) == readable
    status = client.post("/v1/rummikub/solve", json={"hand": text}).status_code
    assert status == 422 or readable


def test_a_table_to_check_is_a_list(client: httpx.Client) -> None:
    """An empty object, a false or an empty text was taken for no table."""
    tables: tuple[Any, ...] = ({}, False, "", 0)
    for table in tables:
        assert client.post("/v1/rummikub/check", json={"table": table}).status_code == 422


def test_the_page_to_try_it_out_is_served(client: httpx.Client) -> None:
    assert "meldwise" in client.get("/docs").text
