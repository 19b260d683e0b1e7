"""Traces are off unless asked for, and asking for what can't be had is said clearly."""

import socket
import sys

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from app.main import create_app
from app.observe.traces import Traces, TracesError, trace_id
from app.settings import Settings
from tests.app.asking import ask
from tests.app.conftest import Entries

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"


@pytest.fixture
def nobody() -> str:
    """An address where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


def test_nobody_asked_for_traces() -> None:
    traces = Traces()
    assert not traces.on
    with traces.span("solve", game="rummikub"):
        assert trace_id() is None
    traces.record("queue", 0.0, 1.0)
    traces.close()


@pytest.mark.parametrize(
    ("variable", "value"), [("OTEL_SDK_DISABLED", "true"), ("OTEL_TRACES_EXPORTER", "none")]
)
def test_the_standard_switches_turn_them_off(
    monkeypatch: pytest.MonkeyPatch, nobody: str, variable: str, value: str
) -> None:
    monkeypatch.setenv(ENDPOINT, nobody)
    monkeypatch.setenv(variable, value)
    assert not Traces().on


def test_what_is_not_installed_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, nobody: str
) -> None:
    monkeypatch.setenv(ENDPOINT, nobody)
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(TracesError, match=r"OTEL_EXPORTER_OTLP_ENDPOINT .* 'meldwise\[traces\]'"):
        Traces()


@pytest.mark.parametrize("endpoint", ["collector:4318", "grpc://collector", "http://"])
def test_an_address_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, endpoint: str) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", endpoint)
    with pytest.raises(TracesError, match="OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        Traces()


def test_what_is_said_of_traces_alone_counts_first(
    monkeypatch: pytest.MonkeyPatch, nobody: str
) -> None:
    monkeypatch.setenv(ENDPOINT, "nonsense")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", f"{nobody}/v1/traces")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf")
    traces = Traces()
    assert traces.on
    traces.close()


def test_a_span_knows_its_trace_and_ends_though_nobody_takes_it(
    monkeypatch: pytest.MonkeyPatch, nobody: str
) -> None:
    """Closing gives up after :data:`FLUSH_SECONDS`: the exporter would try for ten seconds."""
    monkeypatch.setenv(ENDPOINT, nobody)
    monkeypatch.setattr("app.observe.traces.FLUSH_SECONDS", 0.1)
    traces = Traces()
    assert traces.on
    with traces.span("outer"):
        outer = trace_id()
        with traces.span("inner"):
            assert trace_id() == outer
    assert outer is not None
    traces.close()


def test_the_log_has_the_trace_of_a_request(
    monkeypatch: pytest.MonkeyPatch, nobody: str, entries: Entries
) -> None:
    monkeypatch.setenv(ENDPOINT, nobody)
    monkeypatch.setattr("app.observe.traces.FLUSH_SECONDS", 0.1)
    app = create_app(Settings(workers=1))
    ask(app, "GET", "/version", headers={"traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01"})
    (entry,) = entries()
    assert entry["trace_id"] == "ab" * 16
    app.state.observation.traces.close()


def test_the_span_of_a_request_tells_its_route_and_no_path(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The id of a job would otherwise go wherever traces go; answered or failed."""
    kept = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setenv(ENDPOINT, "http://127.0.0.1:9")
    monkeypatch.setattr("app.observe.traces._provider", lambda: (provider, kept))
    app = create_app(Settings(workers=1))

    @app.get("/v1/things/{thing}")
    async def get(thing: str) -> None:
        assert "fine" in thing

    for thing in ("secret-fine", "secret"):
        ask(app, "GET", f"/v1/things/{thing}?word=secret")
    fine, failed = kept.get_finished_spans()
    for span in (fine, failed):
        assert span.name == "GET /v1/things/{thing}"
        assert "secret" not in span.to_json()
    assert fine.status.is_ok or fine.status.is_unset
    assert not failed.status.is_unset
