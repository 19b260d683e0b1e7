"""More requests than the service can answer: what becomes of those it takes, and of the others."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.load import asked as questions
from benchmarks.load import wrk
from benchmarks.load.asked import Asked
from benchmarks.load.report import Section, Table, milliseconds, percent
from benchmarks.load.service import Service, service
from benchmarks.load.sizes import Sizes

_CONNECTIONS = 8
_MOST_CALLERS = 1000
_THINK_SECONDS = 0.5
_MULTIPLES = (0.5, 1.0, 4.0)
_REJECTED_WITHIN_MS = 50.0
_TIMES = ("p50", "p99", "max")


async def run(sizes: Sizes) -> Section:
    """Measure the capacity, then offer half of it, all of it, and four times as much."""
    section = Section("Overload")
    if not wrk.available():
        section.parts.append(f"Left out: {wrk.MISSING}.")
        return section
    kinds = {
        "a hand of 14, tiles alone": questions.small("tiles", smoke=sizes.smoke),
        "a hand of 14, default objective": questions.small(None, smoke=sizes.smoke),
        "a full table, default objective": questions.large(smoke=sizes.smoke),
    }
    columns = ("asked", "c", "offered", "asked a second", "200 a second", "503", "lost")
    table = Table((*columns, "200: p50 ms", "p99", "max", "503: p50 ms", "p99", "max", "bound ms"))
    worst = 0.0
    with service() as running:
        for name, asked in kinds.items():
            wrk.drive(running.address, asked, _CONNECTIONS, 1)
            closed = wrk.drive(running.address, asked, _CONNECTIONS, sizes.wrk_seconds)
            capacity = closed["accepted"]["count"] / closed["seconds"]
            bound = _bound_ms(running, capacity)
            for multiple in _MULTIPLES:
                await running.settle()
                found = _offer(running, asked, multiple * capacity, sizes)
                section.figures[f"{name}, {multiple:g} c"] = found
                table.add(
                    name, f"{capacity:.0f}", f"{multiple:g} c", *_cells(found), f"{bound:.0f}"
                )
            worst = max(worst, found["rejected"]["p99"])
    met = "met" if worst <= _REJECTED_WITHIN_MS else "missed"
    section.parts += [
        f"The capacity c is what {_CONNECTIONS} connections get that ask again as soon as they "
        f"have their answer. Then up to {_MOST_CALLERS} callers ask, each after a random time of "
        f"its own (exponential, {_THINK_SECONDS:g} s in the mean or less; the seed is fixed), so "
        "that together they offer a multiple of c as long as they are answered soon: wrk, "
        f"{sizes.offered_seconds:g} s, of which the first {sizes.settling_seconds:g}, in which "
        "they connect, do not count. Every answer 200 was compared with its known optimum, and "
        "every 503 had `Retry-After`.",
        table,
        "A request that is taken waits at most for a full queue: `MELDWISE_QUEUE_LENGTH` × the "
        "time of one / `MELDWISE_WORKERS`; by c that is the bound in the last column. Aim: of the "
        f"rejected, 99 % answered within {_REJECTED_WITHIN_MS:g} ms at 4 c: {met}, "
        f"{worst:.1f} ms.",
    ]
    return section


def _offer(running: Service, asked: list[Asked], rate: float, sizes: Sizes) -> dict[str, Any]:
    # Who thinks for longer than the service keeps a connection open would ask in vain.
    callers = max(1, min(_MOST_CALLERS, round(rate * _THINK_SECONDS)))
    return wrk.drive(
        running.address,
        asked,
        callers,
        int(sizes.offered_seconds),
        think_seconds=callers / rate,
        settling_seconds=sizes.settling_seconds,
    )


def _cells(found: dict[str, Any]) -> list[str]:
    accepted, rejected = found["accepted"], found["rejected"]
    whole = accepted["count"] + rejected["count"]
    return [
        f"{whole / found['seconds']:.0f}",
        f"{accepted['count'] / found['seconds']:.0f}",
        percent(rejected["count"] / max(1, whole)),
        str(found["lost"]),
        *milliseconds(accepted if accepted["count"] else {}, _TIMES),
        *milliseconds(rejected if rejected["count"] else {}, _TIMES),
    ]


def _bound_ms(running: Service, capacity: float) -> float:
    """Return how long a request waits if it takes the last place of the queue."""
    limits = json.loads(running.get("/v1/limits")[1])
    places = int(limits["queue_length"]) + int(limits["workers"])
    return 1000 * places / capacity
