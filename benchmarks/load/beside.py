"""Short requests beside long ones: what they wait for."""

from __future__ import annotations

import asyncio

from benchmarks.load import asked as questions
from benchmarks.load.closed_loop import closed_loop
from benchmarks.load.connection import Address, Connection
from benchmarks.load.report import Section, Table, milliseconds, percent
from benchmarks.load.samples import OK, Samples, latencies
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
        long = [asyncio.create_task(_keep_solving(running.address)) for _ in range(LONG)]
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
    for name, samples in {"alone": alone, f"beside {LONG} long ones": beside}.items():
        table.add(name, f"{samples.rate:.0f}", *_cells(samples))
        section.figures[name] = samples.figures()
    section.parts += [
        f"{WORKERS} workers; {CONNECTIONS} connections ask for small positions (tiles alone), "
        f"while {LONG} others each have a solve of {_LONG_SECONDS:g} s under way at all times.",
        table,
    ]
    return section


async def _keep_solving(address: Address) -> None:
    """Have one long solve under way until cancelled; then leave."""
    connection = await Connection.open(address)
    try:
        while True:
            arrived = await connection.ask(questions.long(_LONG_SECONDS))
            assert arrived.answer.status == OK, f"a long solve: status {arrived.answer.status}"
    finally:
        connection.close()


def _cells(samples: Samples) -> list[str]:
    shown = milliseconds(latencies(samples.accepted), _SHOWN)
    return [percent(samples.rejected_share), *shown]
