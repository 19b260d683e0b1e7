"""What the service says about itself, and its OpenAPI document."""

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
    listed = client.get("/v1/backends").json()
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


def test_every_operation_with_a_body_has_an_example_that_works(
    client: httpx.Client, document: dict[str, Any]
) -> None:
    tried = 0
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"]
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]["application/json"]
                for example in content["examples"].values():
                    response = client.request(method, path, json=example["value"])
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
    assert document["security"] == [{}, {"key": []}]
    assert "401" in document["paths"]["/v1/limits"]["get"]["responses"]
    assert "401" not in document["paths"]["/live"]["get"]["responses"]


def test_the_page_to_try_it_out_is_served(client: httpx.Client) -> None:
    assert "meldwise" in client.get("/docs").text
