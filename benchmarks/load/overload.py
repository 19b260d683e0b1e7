"""More requests than the service can answer: what becomes of those it takes, and of the others."""

from __future__ import annotations

import json

from benchmarks.load import asked as questions
from benchmarks.load.closed_loop import closed_loop
from benchmarks.load.open_loop import open_loop
from benchmarks.load.report import Section, Table, milliseconds, percent
from benchmarks.load.samples import Samples, latencies
from benchmarks.load.service import Service, service
from benchmarks.load.sizes import Sizes

_CONNECTIONS = 8
_MULTIPLES = (0.5, 1.0, 4.0)
_REJECTED_WITHIN_MS = 50.0


async def run(sizes: Sizes) -> Section:
    """Measure the capacity, then offer half of it, all of it, and four times as much."""
    section = Section("Overload")
    asked = questions.small("tiles", smoke=sizes.smoke)
    columns = ("offered", "a second", "200 a second", "503", "lost")
    times = ("200: p50 ms", "p99", "max", "503: p50 ms", "p99", "sent late: p99 ms")
    table = Table((*columns, *times))
    with service() as running:
        await closed_loop(running.address, asked, _CONNECTIONS, seconds=1.0)
        closed = await closed_loop(
            running.address, asked, _CONNECTIONS, seconds=sizes.capacity_seconds
        )
        capacity = closed.rate
        section.figures |= {"capacity": capacity, "closed_loop": closed.figures()}
        for multiple in _MULTIPLES:
            await running.settle()
            offered = multiple * capacity
            samples = await open_loop(running.address, asked, offered, sizes.offered_seconds)
            table.add(f"{multiple:g} c", f"{offered:.0f}", *_cells(samples))
            section.figures[f"{multiple:g}c"] = samples.figures()
        await running.settle()
        bound = _bound_ms(running, capacity)
    section.figures["bound_ms"] = bound
    worst = section.figures["4c"]["rejected_ms"].get("p99", 0.0)
    met = "met" if worst <= _REJECTED_WITHIN_MS else "missed"
    section.parts += [
        f"The capacity c is {capacity:.0f} small requests a second (tiles alone, {_CONNECTIONS} "
        "connections, closed loop). Then requests come at random times, fixed beforehand, for "
        f"{sizes.offered_seconds:g} s each; latency counts from the time a request was due. Every "
        "503 had `Retry-After`; one answer 200 in twenty was compared with its known optimum.",
        table,
        "A request that is taken waits at most for a full queue: `MELDWISE_QUEUE_LENGTH` × the "
        f"time of one / `MELDWISE_WORKERS`. By c that is {bound:.0f} ms here. Aim: of the "
        f"rejected, 99 % answered within {_REJECTED_WITHIN_MS:g} ms at 4 c: {met}, {worst:.1f} ms.",
    ]
    return section


def _cells(samples: Samples) -> list[str]:
    return [
        f"{samples.rate:.0f}",
        percent(samples.rejected_share),
        str(samples.lost),
        *milliseconds(latencies(samples.accepted), ("p50", "p99", "max")),
        *milliseconds(latencies(samples.rejected), ("p50", "p99")),
        *milliseconds(latencies(samples.late), ("p99",)),
    ]


def _bound_ms(running: Service, capacity: float) -> float:
    """Return how long a request waits if it takes the last place of the queue."""
    limits = json.loads(running.get("/v1/limits")[1])
    places = int(limits["queue_length"]) + int(limits["workers"])
    return 1000 * places / capacity
