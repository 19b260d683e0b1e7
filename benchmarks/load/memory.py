"""Memory over many requests: it must not grow."""

from __future__ import annotations

from benchmarks.load import asked as questions
from benchmarks.load.closed_loop import closed_loop
from benchmarks.load.report import Section, Table
from benchmarks.load.service import service
from benchmarks.load.sizes import Sizes

CONNECTIONS = 8
MOST_GROWTH_MB = 16.0
"""How much more than after warm-up the service, or its largest worker, may have at the end."""


async def run(sizes: Sizes) -> Section:
    """Ask and look, in turn.

    Raises
    ------
    AssertionError
        If memory grows.
    """
    section = Section("Memory")
    asked = questions.small("tiles", smoke=sizes.smoke)
    table = Table(("requests", "service MB", "largest worker MB", "workers recycled"))
    seen: list[tuple[float, float]] = []
    with service() as running:
        for done in range(0, sizes.memory_requests + 1, sizes.memory_every):
            if done:
                await closed_loop(running.address, asked, CONNECTIONS, count=sizes.memory_every)
            found = running.resident()
            if found is None:
                section.parts.append("Left out: this system has no /proc to read it from.")
                return section
            own, workers = found
            seen.append((own, max(workers)))
            recycled = running.metric("meldwise_worker_recycles_total")
            table.add(f"{done:,}", f"{own:.0f}", f"{max(workers):.0f}", f"{recycled:.0f}")
    # The first look comes before any request, the second after warm-up.
    first, last = seen[1], seen[-1]
    growth = [after - before for before, after in zip(first, last, strict=True)]
    assert max(growth) <= MOST_GROWTH_MB, f"memory grows: {seen}"
    section.figures = {"megabytes": seen, "growth": growth}
    section.parts += [
        f"Resident memory while {CONNECTIONS} connections ask for small positions (tiles alone). "
        f"From the second row to the last the service grew by {growth[0]:.1f} MB, the largest "
        f"worker by {growth[1]:.1f} MB. Workers are replaced after `MELDWISE_WORKER_TASKS` "
        "requests.",
        table,
    ]
    return section
