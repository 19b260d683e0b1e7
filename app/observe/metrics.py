"""Numbers for Prometheus: a method for each fact, called where the fact happens."""

from __future__ import annotations

import platform
from importlib.metadata import version

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import choose_encoder

from app.observe.buckets import BUCKETS
from app.observe.job_metrics import Counts, JobMetrics
from app.observe.pool_metrics import PoolFamilies, PoolMetrics

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def known_method(method: str) -> str:
    """Return an HTTP method, or ``other`` for one that a caller made up."""
    return method if method in _METHODS else "other"


class Metrics:
    """The metrics of one application, in a registry of their own.

    Attributes
    ----------
    registry
        Where they are collected.
    """

    def __init__(self) -> None:
        # When each series began is of no use to Prometheus, and a good part of the text.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = registry = CollectorRegistry()
        self._jobs: JobMetrics | None = None
        ProcessCollector(registry=registry)
        Gauge(
            "meldwise_build_info",
            "Versions that answers depend on; always 1.",
            ("version", "highs", "pulp", "python"),
            registry=registry,
        ).labels(
            version("meldwise"), version("highspy"), version("pulp"), platform.python_version()
        ).set(1)
        self._requests = Counter(
            "meldwise_http_requests_total",
            "Requests, by route and by the status of the answer (none: without an answer).",
            ("method", "route", "status"),
            registry=registry,
        )
        self._request_seconds = Histogram(
            "meldwise_http_request_seconds",
            "Time from the head of a request to the end of its answer.",
            ("route",),
            buckets=BUCKETS,
            registry=registry,
        )
        self._refused: dict[str, tuple[Counter, Histogram]] = {}
        self._in_flight = Gauge(
            "meldwise_http_in_flight", "Requests that are being answered.", registry=registry
        )
        self._rejections = Counter(
            "meldwise_rejections_total",
            "Requests refused without being worked on.",
            ("reason",),
            registry=registry,
        )
        self._solve_seconds = Histogram(
            "meldwise_solve_seconds",
            "Time a worker took for an answer, by what was asked, who answered, how it ended.",
            ("game", "kind", "backend", "status"),
            buckets=BUCKETS,
            registry=registry,
        )
        self._pools = PoolFamilies(registry)

    def pool(self, name: str) -> PoolMetrics:
        """Return the observer of a pool of workers.

        Parameters
        ----------
        name
            Tells pools apart: ``requests`` or ``jobs``.
        """
        return PoolMetrics(name, self._pools, self.rejected)

    def request_began(self) -> None:
        """Take note of a request that has come in."""
        self._in_flight.inc()

    def request_ended(self, method: str, route: str, status: int | None, seconds: float) -> None:
        """Take note of a request that has been answered, or whose caller has gone.

        Parameters
        ----------
        method
            Its HTTP method.
        route
            The template of its route, never its path.
        status
            The status of the answer; ``None`` if there was none.
        seconds
            How long it took.
        """
        self._in_flight.dec()
        told = "none" if status is None else str(status)
        self._requests.labels(known_method(method), route, told).inc()
        self._request_seconds.labels(route).observe(seconds)

    def request_refused(self, route: str, seconds: float) -> None:
        """Take note of a request that was answered 503 because the queue is full.

        Parameters
        ----------
        route
            The template of its route.
        seconds
            How long it took.
        """
        # Looking labels up would be a good part of what a refusal costs.
        if route not in self._refused:
            counter = self._requests.labels("POST", route, "503")
            self._refused[route] = counter, self._request_seconds.labels(route)
        counter, histogram = self._refused[route]
        counter.inc()
        histogram.observe(seconds)

    def rejected(self, reason: str) -> None:
        """Take note of a request that was refused.

        Parameters
        ----------
        reason
            One of a few words of ours, never text of a caller: each makes a series.
        """
        self._rejections.labels(reason).inc()

    def solved(self, game: str, kind: str, backend: str, status: str, seconds: float) -> None:
        """Take note of a worker's answer.

        Parameters
        ----------
        game, kind
            What was asked: ``rummikub``, ``solve``.
        backend
            Who answered; empty where no backend is asked.
        status
            How it ended; empty where nothing is solved.
        seconds
            How long the worker took.
        """
        self._solve_seconds.labels(game, kind, backend, status).observe(seconds)

    def count_jobs_by(self, counts: Counts) -> None:
        """Show the jobs in each state, counted anew whenever somebody asks for the metrics.

        Parameters
        ----------
        counts
            Counts the jobs in each state; called in the event loop.
        """
        self._jobs = JobMetrics(self.registry, counts)

    async def text(self, accept: str) -> tuple[bytes, str]:
        """Write all metrics, and name their media type, as a caller prefers it.

        Parameters
        ----------
        accept
            The header ``Accept``.
        """
        if self._jobs is not None:
            await self._jobs.count()
        encode, media_type = choose_encoder(accept)
        return encode(self.registry), media_type
