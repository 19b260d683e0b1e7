"""What an operator sees of a running service: numbers that move, and a log that can be read."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.http.observed import entries_of, entry_of
from tests.http.service import running_service

SOLVE = "/v1/rummikub/solve"
BODY = {"hand": "B10 K10 J", "table": ["R7-13"], "backend": "ilp"}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("observed") / "log"


@pytest.fixture(scope="module")
def service(log: Path) -> Iterator[httpx.Client]:
    with running_service(log.parent) as (url, *_), httpx.Client(base_url=url, timeout=30) as client:
        yield client


def scraped(service: httpx.Client) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    answer = service.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def risen(service: httpx.Client, *, by: httpx.Request) -> dict[str, float]:
    """What a request adds, by name, and the labels it has."""
    before = scraped(service)
    service.send(by)
    after = scraped(service)
    return {
        name + "".join(sorted(f" {label}={value}" for label, value in labels)): number
        - before.get((name, labels), 0.0)
        for (name, labels), number in after.items()
        if number != before.get((name, labels), 0.0)
    }


def test_a_solve_moves_what_is_about_it(service: httpx.Client) -> None:
    rise = risen(service, by=service.build_request("POST", SOLVE, json=BODY))
    requests = f"meldwise_http_requests_total method=POST route={SOLVE} status=200"
    solved = "backend=ilp game=rummikub kind=solve status=optimal"
    assert rise[requests] == 1
    assert rise[f"meldwise_http_request_seconds_count route={SOLVE}"] == 1
    assert rise[f"meldwise_solve_seconds_count {solved}"] == 1
    assert rise[f"meldwise_solve_seconds_sum {solved}"] > 0


def test_an_error_moves_only_the_metrics_of_requests(service: httpx.Client) -> None:
    rise = risen(service, by=service.build_request("POST", SOLVE, json={"hand": "X1"}))
    assert rise[f"meldwise_http_requests_total method=POST route={SOLVE} status=422"] == 1
    assert not any(name.startswith("meldwise_solve_seconds") for name in rise)


def test_openmetrics_is_written_for_those_who_prefer_it(service: httpx.Client) -> None:
    accept = {"Accept": "application/openmetrics-text; version=1.0.0, text/plain; q=0.5"}
    answer = service.get("/metrics", headers=accept)
    assert answer.headers["content-type"].startswith("application/openmetrics-text")
    assert answer.text.endswith("# EOF\n")
    assert service.head("/metrics").status_code == 200


def test_a_request_can_be_found_in_the_log_by_its_id(service: httpx.Client, log: Path) -> None:
    given = service.post(SOLVE, json=BODY, headers={"X-Request-ID": "find-me.1"})
    made = service.post(SOLVE, json={})
    assert given.headers["x-request-id"] == "find-me.1"
    entry = entry_of(given, log)
    assert entry["request_id"] == "find-me.1"
    assert (entry["method"], entry["route"], entry["status"]) == ("POST", SOLVE, 200)
    assert entry["bytes"] == len(given.content)
    assert entry["seconds"] > 0
    assert entry["level"] == "info"
    assert entry_of(made, log)["status"] == 422


def test_neither_paths_nor_keys_are_logged(service: httpx.Client, log: Path) -> None:
    keys = {"Authorization": "Bearer secret-key", "X-API-Key": "secret-key"}
    service.get("/v1/jobs/secret-id?secret-query", headers=keys)
    last = service.post(SOLVE + "/secret-id", json=BODY, headers=keys)
    assert entry_of(last, log)["route"] == "unmatched"
    assert "secret" not in log.read_text()


def test_machines_that_ask_again_and_again_do_not_fill_the_log(
    service: httpx.Client, log: Path
) -> None:
    for path in ("/live", "/ready", "/metrics"):
        service.get(path)
    entry_of(service.get("/version"), log)
    routes = {entry.get("route") for entry in entries_of(log)}
    assert not routes & {"/live", "/ready", "/metrics"}


def test_from_start_to_stop_each_line_is_an_object(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running_service(log.parent, MELDWISE_LOG_LEVEL="debug") as (url, *_):
        httpx.get(f"{url}/live")
    entries = entries_of(log)
    messages = [entry["message"] for entry in entries]
    assert any(message.startswith("Uvicorn running on http://127.0.0.1:") for message in messages)
    assert "Application shutdown complete." in messages
    assert any(entry.get("route") == "/live" and entry["level"] == "debug" for entry in entries)


def test_a_person_can_have_it_as_text(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running_service(log.parent, MELDWISE_LOG_FORMAT="text") as (url, *_):
        httpx.get(f"{url}/version", headers={"X-Request-ID": "find-me"})
    (line,) = (line for line in log.read_text().splitlines() if "find-me" in line)
    assert "INFO    meldwise.access: GET /version 200 " in line
