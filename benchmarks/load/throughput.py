"""Requests a second, and how long they take, by the number of connections that ask."""

from __future__ import annotations

from benchmarks.load import asked as questions
from benchmarks.load import wrk
from benchmarks.load.asked import Asked
from benchmarks.load.closed_loop import closed_loop
from benchmarks.load.report import Section, Table, milliseconds, percent
from benchmarks.load.service import service
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
    table = Table(("asked", "connections", "200 a second", "503", *(f"{n} ms" for n in _SHOWN)))
    with service() as running:
        for name, asked in kinds.items():
            # Once through all of them: caches are warm, and the connection counts as one of us.
            await closed_loop(running.address, asked, 2, count=len(asked))
            for connections in sizes.connections:
                found = wrk.drive(running.address, asked, connections, sizes.wrk_seconds)
                await running.settle()
                whole = found["answered"] + found["rejected"]
                rate, share = (
                    found["answered"] / found["seconds"],
                    found["rejected"] / max(1, whole),
                )
                cells = milliseconds(found, _SHOWN)
                table.add(name, str(connections), f"{rate:.0f}", percent(share), *cells)
                section.figures[f"{name}, {connections}"] = found
    section.parts += [
        f"wrk, one thread, {sizes.wrk_seconds} s a row; each connection asks again as soon as it "
        "has its answer. Latencies are those of all answers, 503 included. Every answer 200 was "
        "compared with its known optimum, and every 503 had `Retry-After`.",
        table,
    ]
    return section
