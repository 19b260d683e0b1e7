"""A collector of traces: takes them by OTLP over HTTP and keeps them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

PATIENCE_SECONDS = 20.0


class Collector:
    """Spans that have arrived, and where to send more."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._spans: list[Span] = []
        self._more = threading.Condition()

    def take(self, request: ExportTraceServiceRequest) -> None:
        with self._more:
            for resource in request.resource_spans:
                names = {a.key: a.value.string_value for a in resource.resource.attributes}
                assert names["service.name"] == "meldwise"
                for scope in resource.scope_spans:
                    self._spans += scope.spans
            self._more.notify_all()

    def spans(self, trace_id: str, names: set[str]) -> dict[str, Span]:
        """The spans of a trace by their names, once all of these have arrived."""

        def arrived() -> dict[str, Span]:
            return {s.name: s for s in self._spans if s.trace_id.hex() == trace_id}

        with self._more:
            if not self._more.wait_for(lambda: names <= set(arrived()), PATIENCE_SECONDS):
                pytest.fail(f"of {names} only {set(arrived())} arrived")
            return arrived()


def attributes_of(span: Span) -> dict[str, str]:
    return {a.key: a.value.string_value for a in span.attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.path == "/v1/traces"
            collector.take(ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Keep the output of the tests clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        collector = Collector(server.server_port)
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield collector
        finally:
            server.shutdown()
            serving.join()
