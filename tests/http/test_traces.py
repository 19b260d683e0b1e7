"""Traces of the running service, as a collector gets them."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.http.collector import Collector, attributes_of, collecting
from tests.http.observed import entries_of
from tests.http.service import running_service

SOLVE = "/v1/rummikub/solve"
BODY = {"hand": "B10 K10 J", "table": ["R7-13"], "backend": "ilp"}
TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with collecting() as collector:
        yield collector


@pytest.fixture(scope="module")
def url(collector: Collector, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("traced") / "log"
    environment = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
        # Batches leave soon: the tests wait for them.
        "OTEL_BSP_SCHEDULE_DELAY": "50",
    }
    with running_service(log.parent, **environment) as (url, *_):
        yield url


def test_a_solve_is_a_trace_that_continues_the_callers(url: str, collector: Collector) -> None:
    headers = {"traceparent": f"00-{TRACE}-{PARENT}-01"}
    assert httpx.post(f"{url}{SOLVE}", json=BODY, headers=headers).status_code == 200
    spans = collector.spans(TRACE, {f"POST {SOLVE}", "queue", "solve"})
    request, queue, solve = spans[f"POST {SOLVE}"], spans["queue"], spans["solve"]
    assert request.parent_span_id.hex() == PARENT
    assert request.kind == Span.SPAN_KIND_SERVER
    assert queue.parent_span_id == solve.parent_span_id == request.span_id
    assert attributes_of(request)["http.route"] == SOLVE
    (status,) = (a.value for a in request.attributes if a.key == "http.response.status_code")
    assert status.int_value == 200
    told = attributes_of(solve)
    assert (told["game"], told["kind"], told["backend"]) == ("rummikub", "solve", "ilp")
    assert told["status"] == "optimal"
    times = [
        *(request.start_time_unix_nano, queue.start_time_unix_nano, queue.end_time_unix_nano),
        *(solve.start_time_unix_nano, solve.end_time_unix_nano),
    ]
    # One after the other, but for the microseconds by which two readings of a clock differ.
    assert all(later - earlier > -1_000_000 for earlier, later in pairwise(times))


def test_paths_never_leave_in_a_trace(url: str, collector: Collector) -> None:
    """They may hold the id of a job; and a query may hold anything, refused or not."""
    headers = {"traceparent": f"00-{'1' * 32}-{PARENT}-01"}
    httpx.get(f"{url}/nowhere/secret-id", headers=headers)
    httpx.post(f"{url}{SOLVE}?secret=secret", json=BODY, headers=headers)
    spans = collector.spans("1" * 32, {"GET", f"POST {SOLVE}"})
    assert attributes_of(spans["GET"])["url.path"] == "unmatched"
    assert "secret" not in "".join(map(str, spans.values()))


def test_health_checks_make_no_traces(url: str, collector: Collector) -> None:
    for path in ("/live", "/ready", "/metrics"):
        httpx.get(f"{url}{path}", headers={"traceparent": f"00-{'2' * 32}-{PARENT}-01"})
    # What was asked later has arrived: what was asked before would have, too.
    httpx.get(f"{url}/version", headers={"traceparent": f"00-{'3' * 32}-{PARENT}-01"})
    collector.spans("3" * 32, {"GET /version"})
    assert collector.spans("2" * 32, set()) == {}


def test_a_collector_that_is_down_harms_no_request(tmp_path: Path) -> None:
    with socket.socket() as taken:
        # Bound and not listened on: whoever connects is refused.
        taken.bind(("127.0.0.1", 0))
        environment = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{taken.getsockname()[1]}",
            "OTEL_BSP_SCHEDULE_DELAY": "50",
            "OTEL_BSP_MAX_QUEUE_SIZE": "4",
            "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "2",
        }
        log = tmp_path / "log"
        with (
            running_service(log.parent, **environment) as (url, *_),
            httpx.Client(base_url=url) as client,
        ):
            for _ in range(30):
                assert client.post(SOLVE, json=BODY).status_code == 200
    entries = entries_of(log)
    assert any(entry["logger"].startswith("opentelemetry") for entry in entries), "it is told"
    assert sum(entry.get("route") == SOLVE for entry in entries) == 30


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "is no address of a collector"),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "is not supported"),
    ],
)
def test_a_service_that_is_asked_for_what_can_not_be_had_does_not_start(
    variable: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
    monkeypatch.setenv("MELDWISE_PORT", "0")
    monkeypatch.setenv(variable, value)
    command = [sys.executable, "-m", "app.cli", "serve"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert variable in ended.stderr
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
