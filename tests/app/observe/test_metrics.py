"""Each fact moves the metric that is about it, and the text is what Prometheus reads."""

import asyncio
from collections.abc import Mapping

import pytest
from prometheus_client.openmetrics.parser import (
    text_string_to_metric_families as open_metrics,
)
from prometheus_client.parser import text_string_to_metric_families

from app.observe.metrics import Metrics
from app.workers.observer import KILLS, PoolObserver
from tests.app.conftest import Entries


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


def text(metrics: Metrics, accept: str = "") -> str:
    return asyncio.run(metrics.text(accept))[0].decode()


def test_a_pool_tells_how_it_is(metrics: Metrics) -> None:
    pool: PoolObserver = metrics.pool("requests")
    pool.queued(3)
    pool.waited(0.25)
    pool.preempted()
    pool.ended(2.0)
    pool.workers(warm=4, busy=1)
    for reason in KILLS:
        pool.killed(reason)
    pool.died("at_work")
    pool.respawned()
    pool.recycled()
    pool.rejected("full")
    ours = {"pool": "requests"}
    assert value(metrics, "meldwise_queue_depth", **ours) == 3
    assert value(metrics, "meldwise_queue_wait_seconds_sum", **ours) == 0.25
    assert value(metrics, "meldwise_preemptions_total", **ours) == 1
    assert value(metrics, "meldwise_task_seconds_sum", **ours) == 2.0
    assert value(metrics, "meldwise_workers_warm", **ours) == 4
    assert value(metrics, "meldwise_workers_busy", **ours) == 1
    for reason in KILLS:
        assert value(metrics, "meldwise_worker_kills_total", reason=reason, **ours) == 1
    died = {"reason": "at_work"}
    assert value(metrics, "meldwise_worker_deaths_total", **died, **ours) == 1
    assert value(metrics, "meldwise_worker_respawns_total", **ours) == 1
    assert value(metrics, "meldwise_worker_recycles_total", **ours) == 1
    assert value(metrics, "meldwise_rejections_total", reason="full") == 1


def test_pools_are_told_apart(metrics: Metrics) -> None:
    metrics.pool("requests").queued(1)
    metrics.pool("jobs").queued(2)
    assert value(metrics, "meldwise_queue_depth", pool="requests") == 1
    assert value(metrics, "meldwise_queue_depth", pool="jobs") == 2


def test_kills_are_zero_before_the_first_so_that_it_is_a_rise(metrics: Metrics) -> None:
    metrics.pool("requests")
    kills = {"pool": "requests", "reason": "memory"}
    assert value(metrics, "meldwise_worker_kills_total", **kills) == 0


def test_the_observer_of_nobody_hears_everything_and_does_nothing() -> None:
    """What a pool calls is what the metrics override: no name differs."""
    heard = [name for name in vars(PoolObserver) if not name.startswith("_")]
    overridden = vars(type(Metrics().pool("requests")))
    assert set(heard) == {name for name in overridden if not name.startswith("_")}
    PoolObserver().killed("deadline")


def test_solves_are_timed_by_what_was_asked_and_how_it_ended(metrics: Metrics) -> None:
    metrics.solved("rummikub", "solve", "ilp", "optimal", 0.004)
    metrics.solved("rummikub", "solve", "ilp", "optimal", 40.0)
    labels = {"game": "rummikub", "kind": "solve", "backend": "ilp", "status": "optimal"}
    assert value(metrics, "meldwise_solve_seconds_count", **labels) == 2
    assert value(metrics, "meldwise_solve_seconds_bucket", le="0.005", **labels) == 1
    assert value(metrics, "meldwise_solve_seconds_bucket", le="60.0", **labels) == 2


def test_the_text_is_read_by_the_parsers_of_both_formats(metrics: Metrics) -> None:
    metrics.solved("rummikub", "solve", "ilp", "optimal", 0.004)
    metrics.pool("requests")
    plain = {family.name for family in text_string_to_metric_families(text(metrics))}
    preferred = "application/openmetrics-text; version=1.0.0"
    content, media_type = asyncio.run(metrics.text(preferred))
    assert media_type.startswith("application/openmetrics-text; version=1.0.0")
    families = open_metrics(content.decode())  # type: ignore[no-untyped-call]
    assert {family.name for family in families} == plain
    assert {"meldwise_solve_seconds", "process_cpu_seconds"} <= plain


def test_jobs_are_counted_when_the_metrics_are_asked_for(metrics: Metrics) -> None:
    states = {"queued": 2, "running": 1}

    async def counts() -> Mapping[str, int]:
        return states

    metrics.count_jobs_by(counts)
    text(metrics)
    assert value(metrics, "meldwise_jobs", state="queued") == 2
    assert value(metrics, "meldwise_store_up") == 1
    states = {"running": 3}
    text(metrics)
    assert value(metrics, "meldwise_jobs", state="running") == 3
    assert value(metrics, "meldwise_jobs", state="queued") is None


def test_a_store_that_is_down_is_told_and_costs_no_other_metric(
    metrics: Metrics, entries: Entries
) -> None:
    failing = False

    async def counts() -> Mapping[str, int]:
        if failing:
            raise OSError("disk full")
        return {"queued": 2}

    metrics.count_jobs_by(counts)
    text(metrics)
    failing = True
    families = {family.name: family for family in text_string_to_metric_families(text(metrics))}
    assert families["meldwise_jobs"].samples == []
    assert families["meldwise_store_up"].samples[0].value == 0
    assert families["meldwise_http_in_flight"].samples
    assert "disk full" in entries()[0]["exception"]


def test_a_store_that_hangs_counts_as_down(
    metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def counts() -> Mapping[str, int]:
        await asyncio.Event().wait()
        return {}

    monkeypatch.setattr("app.observe.job_metrics.COUNTING_SECONDS", 0.01)
    metrics.count_jobs_by(counts)
    text(metrics)
    assert value(metrics, "meldwise_store_up") == 0


def test_names_follow_the_practice_of_prometheus(metrics: Metrics) -> None:
    """Base units, ``_total`` for counters and for nothing else, a sentence of help."""
    for family in metrics.registry.collect():
        assert family.name.startswith(("meldwise_", "process_"))
        assert family.documentation.endswith(".")
        assert not family.name.endswith(("_ms", "_milliseconds", "_mb", "_total"))
        if family.type == "histogram":
            assert family.name.endswith("_seconds")
