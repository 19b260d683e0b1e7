"""Numbers about pools of workers."""

from __future__ import annotations

from collections.abc import Callable
from typing import override

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from app.observe.buckets import BUCKETS
from app.workers.observer import DEATHS, KILLS, PoolObserver


class PoolFamilies:
    """The metrics that all pools of an application share, told apart by a label."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def gauge(name: str, text: str) -> Gauge:
            return Gauge(name, text, ("pool",), registry=registry)

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(name, text, ("pool", *labels), registry=registry)

        def histogram(name: str, text: str) -> Histogram:
            return Histogram(name, text, ("pool",), buckets=BUCKETS, registry=registry)

        self.depth = gauge("meldwise_queue_depth", "Requests that wait for a worker.")
        self.wait = histogram("meldwise_queue_wait_seconds", "Time a request waited for a worker.")
        self.preemptions = counter(
            "meldwise_preemptions_total", "Long requests stopped to wait again behind a short one."
        )
        self.busy_seconds = histogram(
            "meldwise_task_seconds", "Time a worker spent on a task, however it ended."
        )
        self.warm = gauge("meldwise_workers_warm", "Workers that are ready, or at work.")
        self.busy = gauge("meldwise_workers_busy", "Workers that are at work.")
        self.kills = counter(
            "meldwise_worker_kills_total", f"Workers killed: {', '.join(KILLS)}.", "reason"
        )
        self.deaths = counter(
            "meldwise_worker_deaths_total",
            f"Workers that ended by themselves: {', '.join(DEATHS)}.",
            "reason",
        )
        self.respawns = counter(
            "meldwise_worker_respawns_total",
            "Workers started in the place of one that was killed or died.",
        )
        self.recycles = counter(
            "meldwise_worker_recycles_total",
            "Workers replaced by a fresh one after MELDWISE_WORKER_TASKS requests.",
        )


class PoolMetrics(PoolObserver):
    """What one pool tells, as metrics.

    Parameters
    ----------
    name
        The pool's name: ``requests`` or ``jobs``.
    families
        Where its numbers go.
    rejected
        Called with the reason when it refuses a request.
    """

    def __init__(self, name: str, families: PoolFamilies, rejected: Callable[[str], None]) -> None:
        self._name = name
        self._to = families
        self._rejected = rejected
        self._depth = families.depth.labels(name)
        self._wait = families.wait.labels(name)
        self._preemptions = families.preemptions.labels(name)
        self._respawns = families.respawns.labels(name)
        self._busy_seconds = families.busy_seconds.labels(name)
        self._warm = families.warm.labels(name)
        self._busy = families.busy.labels(name)
        self._recycles = families.recycles.labels(name)
        for reason in KILLS:
            # From the start at zero, so that the first one is a rise.
            families.kills.labels(name, reason)
        for reason in DEATHS:
            families.deaths.labels(name, reason)

    @override
    def queued(self, depth: int) -> None:
        self._depth.set(depth)

    @override
    def waited(self, seconds: float) -> None:
        self._wait.observe(seconds)

    @override
    def preempted(self) -> None:
        self._preemptions.inc()

    @override
    def ended(self, seconds: float) -> None:
        self._busy_seconds.observe(seconds)

    @override
    def rejected(self, reason: str) -> None:
        self._rejected(reason)

    @override
    def killed(self, reason: str) -> None:
        self._to.kills.labels(self._name, reason).inc()

    @override
    def died(self, reason: str) -> None:
        self._to.deaths.labels(self._name, reason).inc()

    @override
    def respawned(self) -> None:
        self._respawns.inc()

    @override
    def recycled(self) -> None:
        self._recycles.inc()

    @override
    def workers(self, warm: int, busy: int) -> None:
        self._warm.set(warm)
        self._busy.set(busy)
