"""Requests a second, and how long they take, by the number of connections that ask."""

from __future__ import annotations

from benchmarks.load import asked as questions
from benchmarks.load import wrk
from benchmarks.load.asked import Asked
from benchmarks.load.closed_loop import closed_loop
from benchmarks.load.report import Section, Table, milliseconds, percent
from benchmarks.load.service import Service, service
from benchmarks.load.sizes import Sizes

_SHOWN = ("p50", "p90", "p99", "max")


async def run(sizes: Sizes) -> Section:
    """Have wrk ask for small and for large positions."""
    section = Section("Throughput and latency")
    if not wrk.available():
        section.parts.append(f"Left out: {wrk.MISSING}.")
        return section
    kinds: dict[str, list[Asked]] = {
        "a hand of 14, tiles alone": questions.small("tiles", smoke=sizes.smoke),
        "a hand of 14, default objective": questions.small(None, smoke=sizes.smoke),
        "a full table, default objective": questions.large(smoke=sizes.smoke),
    }
    columns = ("asked", "connections", "200 a second", "503", *(f"{n} ms" for n in _SHOWN))
    table = Table((*columns, "CPU of the service ms", "of workers ms"))
    with service() as running:
        for name, asked in kinds.items():
            # Once through all of them: caches are warm, and the connection counts as one of us.
            await closed_loop(running.address, asked, 2, count=len(asked))
            for connections in sizes.connections:
                found = await _row(running, asked, connections, sizes.wrk_seconds)
                section.figures[f"{name}, {connections}"] = found
                cells = milliseconds(found, (*_SHOWN, "service_cpu", "worker_cpu"))
                rate, share = f"{found['rate']:.0f}", percent(found["rejected_share"])
                table.add(name, str(connections), rate, share, *cells)
    section.parts += [
        f"wrk, one thread, {sizes.wrk_seconds} s a row; each connection asks again as soon as it "
        "has its answer. Latencies are those of all answers, 503 included. Every answer 200 was "
        "compared with its known optimum, and every 503 had `Retry-After`. CPU is that of the "
        "service's own process for an answer of any kind, and that of its workers for a 200.",
        table,
    ]
    return section


async def _row(
    running: Service, asked: list[Asked], connections: int, seconds: int
) -> dict[str, float]:
    before = running.cpu_seconds()
    found = wrk.drive(running.address, asked, connections, seconds)
    await running.settle()
    after = running.cpu_seconds()
    answered, rejected = found["accepted"]["count"], found["rejected"]["count"]
    whole = max(1, answered + rejected)
    row: dict[str, float] = dict(found["all"])
    row |= {"rate": answered / found["seconds"], "rejected_share": rejected / whole}
    if before is not None and after is not None:
        row["service_cpu"] = 1000 * (after[0] - before[0]) / whole
        row["worker_cpu"] = 1000 * (after[1] - before[1]) / max(1, answered)
    return row
