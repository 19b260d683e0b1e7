"""How long a worker stays busy for a client that has left."""

from __future__ import annotations

import asyncio

from benchmarks.load import asked as questions
from benchmarks.load.connection import Caller, Connection
from benchmarks.load.report import Section, Table
from benchmarks.load.samples import OK
from benchmarks.load.service import Service, service
from benchmarks.load.sizes import Sizes
from benchmarks.timing import percentile

_LONG_SECONDS = 30.0
_STARTED_SECONDS = 20.0
_STEP_SECONDS = 0.05


async def run(sizes: Sizes) -> Section:
    """Have clients leave amid a long solve, and see how long the next request waits."""
    section = Section("After a client has left")
    (one, *_) = questions.small("tiles", smoke=True)
    waits: list[float] = []
    with service(workers=1) as running:
        for turn in range(sizes.leavings):
            await _leave(running, turn * _STEP_SECONDS)
            caller = Caller(running.address)
            answer, _ = caller.ask(one.raw)
            caller.close()
            assert answer.status == OK, f"status {answer.status}"
            waits.append(1000 * one.check(answer.body)["stats"]["queue_seconds"])
            await running.settle()
        killed = running.metric("meldwise_worker_respawns_total")
    figures = {"p50": percentile(waits, 50), "max": max(waits), "killed": killed}
    table = Table(
        ("clients that left", "wait of the next: median ms", "worst ms", "workers killed")
    )
    table.add(
        str(len(waits)),
        f"{figures['p50']:.0f}",
        f"{figures['max']:.0f}",
        f"{figures['killed']:.0f}",
    )
    section.figures = figures | {"waits": waits}
    section.parts += [
        f"One worker, at work on a solve that would take {_LONG_SECONDS:g} s; its client closes "
        f"the connection, each {1000 * _STEP_SECONDS:g} ms later in the solve than the one before; "
        "the next request comes at once, and its answer says how long it waited in the queue.",
        table,
    ]
    return section


async def _leave(running: Service, after: float) -> None:
    """Have a client leave so many seconds after a worker took its request."""
    connection = await Connection.open(running.address)
    answer = connection.ask(questions.long(_LONG_SECONDS))
    await running.until(
        "a worker has the long solve",
        lambda: running.metric("meldwise_workers_busy") == 1,
        _STARTED_SECONDS,
    )
    await asyncio.sleep(after)
    connection.close()
    # That the answer never comes is what is wanted.
    await asyncio.wait([answer])
    assert answer.exception() is not None, "the long solve was answered before its client left"
