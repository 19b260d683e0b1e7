"""Traces by OpenTelemetry, where its own environment variables ask for them."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from opentelemetry import trace

from app.observe.route import HEALTH
from app.settings import StartError

if TYPE_CHECKING:
    from fastapi.telemetry import TelemetryConfig
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")

FLUSH_SECONDS = 3.0
"""How long the service, told to stop, tries to get rid of its last spans."""

Attribute = str | bool | int | float


class TracesError(StartError):
    """The environment asks for traces in a way that can't be had; the message says what to do."""


def trace_id() -> str | None:
    """Return the id of the trace that is being recorded, as 32 hexadecimal digits."""
    context = trace.get_current_span().get_span_context()
    return trace.format_trace_id(context.trace_id) if context.is_valid else None


class Traces:
    """The spans of one application; every method does nothing where nobody asked for traces.

    Spans are sent in the background, in batches; when the collector does not take them they are
    dropped, and requests notice nothing of it.

    Raises
    ------
    TracesError
        If the environment asks for what can't be had.
    """

    def __init__(self) -> None:
        self._provider: TracerProvider | None = None
        if _asked_for():
            self._provider, self._exporter = _provider()
        provider = self._provider or trace.NoOpTracerProvider()
        self._tracer = provider.get_tracer("meldwise", version("meldwise"))

    @property
    def on(self) -> bool:
        """Whether spans are recorded."""
        return self._provider is not None

    def framework(self) -> TelemetryConfig:
        """Return the configuration of FastAPI, which makes the span of a request.

        It continues the caller's ``traceparent``, and names the span after the route.
        """
        return {
            "tracer_provider": self._provider,
            "tracing": self.on,
            "metrics": False,
            "logs": False,
            "operation_spans": False,
            "auto_configure": False,
            "exclude": lambda scope: scope["path"] in HEALTH,
        }

    @contextmanager
    def span(self, name: str, **attributes: Attribute) -> Iterator[None]:
        """Record what is done within as a part of what is recorded around it.

        Parameters
        ----------
        name
            What is done.
        attributes
            Facts about it.
        """
        with self._tracer.start_as_current_span(name, attributes=attributes):
            yield

    def record(self, name: str, began: float, ended: float, **attributes: Attribute) -> None:
        """Record what is over as a part of what is being recorded.

        Parameters
        ----------
        name
            What was done.
        began, ended
            When, as :func:`time.perf_counter` told the time.
        attributes
            Facts about it.
        """
        zero = time.time_ns() - time.perf_counter_ns()
        start = zero + _nanoseconds(began)
        span = self._tracer.start_span(name, attributes=attributes, start_time=start)
        span.end(zero + _nanoseconds(ended))

    def close(self) -> None:
        """Send what is left, for :data:`FLUSH_SECONDS` at most. It blocks."""
        if self._provider is None:
            return
        closing = threading.Thread(target=self._provider.shutdown, daemon=True)
        closing.start()
        closing.join(FLUSH_SECONDS)
        if closing.is_alive():
            # It waits to try once more: this ends the waiting, and what is left is lost.
            self._exporter.shutdown()
            closing.join(FLUSH_SECONDS)


def name_path(route: str) -> None:
    """Have the span of a request tell the route where it tells the path, which may hold an id.

    Parameters
    ----------
    route
        The template of the request's route.
    """
    span = trace.get_current_span()
    attributes = getattr(span, "attributes", None) if span.is_recording() else None
    for name in ("url.path", "url.query"):
        if attributes and name in attributes:
            span.set_attribute(name, route if name == "url.path" else "REDACTED")


def _asked_for() -> bool:
    disabled = os.environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"
    nowhere = os.environ.get("OTEL_TRACES_EXPORTER", "").strip().lower() == "none"
    return bool(_first_set(_ENDPOINTS)[1]) and not disabled and not nowhere


def _first_set(variables: tuple[str, ...]) -> tuple[str, str]:
    """Return the variable that counts, of those that say the same, and what it says."""
    said = ((name, os.environ.get(name, "").strip()) for name in variables)
    return next(((name, value) for name, value in said if value), ("", ""))


def _provider() -> tuple[TracerProvider, SpanExporter]:
    name, endpoint = _first_set(_ENDPOINTS)
    address = urlsplit(endpoint)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise TracesError(f"{name}: {endpoint!r} is no address of a collector: http://host:4318")
    variable, protocol = _first_set(_PROTOCOLS)
    if protocol not in ("http/protobuf", ""):
        raise TracesError(
            f"{variable}: {protocol!r} is not supported; traces are sent by http/protobuf, to port "
            "4318 of most collectors"
        )
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError as error:
        raise TracesError(
            f"{name} is set, but what sends traces is not installed ({error.name}): "
            "pip install 'meldwise[traces]', or unset the variable"
        ) from None
    resource = Resource.create({"service.version": version("meldwise")})
    if str(resource.attributes[SERVICE_NAME]).startswith("unknown_service"):
        resource = resource.merge(Resource({SERVICE_NAME: "meldwise"}))
    try:
        exporter = OTLPSpanExporter()
    except ValueError as error:
        raise TracesError(f"one of the variables OTEL_EXPORTER_OTLP_…: {error}") from None
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider, exporter


def _nanoseconds(seconds: float) -> int:
    return int(seconds * 1e9)
