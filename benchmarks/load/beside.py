"""Short requests beside long ones: what they wait for."""

from __future__ import annotations

import asyncio
from collections import Counter

from benchmarks.load import asked as questions
from benchmarks.load.closed_loop import closed_loop
from benchmarks.load.connection import Address, Connection
from benchmarks.load.report import Section, Table, milliseconds, percent
from benchmarks.load.samples import BUSY, OK, Samples, latencies
from benchmarks.load.service import service
from benchmarks.load.sizes import Sizes

WORKERS, LONG, CONNECTIONS = 2, 4, 2
_LONG_SECONDS = 5.0
_SHOWN = ("p50", "p90", "p99", "max")


async def run(sizes: Sizes) -> Section:
    """Measure short requests alone, then while more long ones run than there are workers."""
    section = Section("Short requests beside long ones")
    asked = questions.small("tiles", smoke=sizes.smoke)
    table = Table(("short requests", "200 a second", "503", *(f"{name} ms" for name in _SHOWN)))
    with service(workers=WORKERS) as running:
        await closed_loop(running.address, asked, CONNECTIONS, seconds=1.0)
        alone = await closed_loop(running.address, asked, CONNECTIONS, seconds=sizes.beside_seconds)
        statuses: Counter[int] = Counter()
        long = [asyncio.create_task(_keep_solving(running.address, statuses)) for _ in range(LONG)]
        try:
            await running.until(
                "all workers have long solves",
                lambda: running.metric("meldwise_workers_busy") == WORKERS,
                _LONG_SECONDS,
            )
            beside = await closed_loop(
                running.address, asked, CONNECTIONS, seconds=sizes.beside_seconds
            )
        finally:
            for task in long:
                task.cancel()
            ended = await asyncio.gather(*long, return_exceptions=True)
        wrong = [one for one in ended if not isinstance(one, asyncio.CancelledError)]
        assert not wrong, f"long solves failed: {wrong}"
        assert set(statuses) <= {OK, BUSY}, f"long solves were answered with {dict(statuses)}"
        preempted = running.metric("meldwise_preemptions_total")
        respawned = running.metric("meldwise_worker_respawns_total")
    for name, samples in {"alone": alone, f"beside {LONG} long ones": beside}.items():
        table.add(name, f"{samples.rate:.0f}", *_cells(samples))
        section.figures[name] = samples.figures()
    section.figures |= {
        "long": dict(statuses),
        "preempted": preempted,
        "respawned": respawned,
    }
    section.parts += [
        f"{WORKERS} workers; {CONNECTIONS} connections ask for small positions (tiles alone), "
        f"while {LONG} others each have a solve of {_LONG_SECONDS:g} s under way at all times.",
        table,
        f"Meanwhile long solves were stopped {preempted:.0f} times to make room for short ones; "
        f"{respawned:.0f} workers did not stop when asked to, and were replaced. Of the long ones "
        f"{statuses[OK]} were answered and {statuses[BUSY]} refused.",
    ]
    return section


async def _keep_solving(address: Address, statuses: Counter[int]) -> None:
    """Have one long solve under way until cancelled; then leave."""
    connection = await Connection.open(address)
    try:
        while True:
            arrived = await connection.ask(questions.long(_LONG_SECONDS))
            statuses[arrived.answer.status] += 1
    finally:
        connection.close()


def _cells(samples: Samples) -> list[str]:
    shown = milliseconds(latencies(samples.accepted), _SHOWN)
    return [percent(samples.rejected_share), *shown]
