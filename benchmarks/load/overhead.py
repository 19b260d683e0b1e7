"""What HTTP adds to a solve, and what the way to a worker does."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

from app.schemas.rummikub.asked import SolveBody
from app.tasks.rummikub import solve_rummikub
from app.tasks.warm import warm_up
from app.workers import Policy, Work, WorkerPool
from benchmarks.load import asked as questions
from benchmarks.load.asked import Asked
from benchmarks.load.connection import Caller
from benchmarks.load.report import Section, Table
from benchmarks.load.samples import OK
from benchmarks.load.service import service
from benchmarks.load.sizes import Sizes
from benchmarks.timing import percentile

_SECONDS = 60.0
_SOLVING = ("build_seconds", "solve_seconds", "check_seconds")


def nothing(_: Work, __: None) -> None:
    """Do nothing, in a worker."""


async def run(sizes: Sizes) -> Section:
    """Ask over HTTP, ask a worker alone, and have a worker do nothing, in turn."""
    section = Section("What HTTP adds to a solve")
    kinds = {
        "a hand of 14, tiles alone": questions.small("tiles", smoke=sizes.smoke),
        "a hand of 14, default objective": questions.small(None, smoke=sizes.smoke),
        "a full table, default objective": questions.large(smoke=sizes.smoke),
    }
    table = Table(("asked", "solve ms", "HTTP adds ms", "a worker adds ms", "hop µs"))
    pool = WorkerPool(Policy(1), warm_up)
    pool.start()
    try:
        while not pool.ready:
            await asyncio.sleep(0.01)
        with service() as running:
            caller = Caller(running.address)
            for name, asked in kinds.items():
                found = await _measure(caller, pool, asked, sizes.rounds)
                table.add(name, *(_both(values) for values in found.values()))
                section.figures[name] = found
            caller.close()
    finally:
        await pool.stop()
    section.parts += [
        "One request at a time over one connection that is kept alive, median / 99 %. *Solve* is "
        "what the answer itself says: building, solving and checking. *HTTP adds* is the time of "
        "the client less that: the way there and back, reading the request, a worker's taking it, "
        "writing the answer. *A worker adds* is the same without HTTP, "
        "`WorkerPool.run(solve_rummikub, …)`; *hop* is `WorkerPool.run` of a task that does "
        "nothing, in microseconds.",
        table,
    ]
    return section


async def _measure(
    caller: Caller, pool: WorkerPool, asked: list[Asked], rounds: int
) -> dict[str, dict[str, float]]:
    solving: list[float] = []
    http: list[float] = []
    worker: list[float] = []
    hop: list[float] = []
    # One round more than counts: the first finds cold caches.
    for turn in range(rounds + 1):
        for one in asked:
            answer, whole = caller.ask(one.raw)
            assert answer.status == OK, f"{one.name}: status {answer.status}"
            solved = _solving(one.check(answer.body))
            request = SolveBody.read(one.body)
            began = time.perf_counter()
            answered = await pool.run(solve_rummikub, request, seconds=_SECONDS)
            beside = time.perf_counter() - began - _solving(json.loads(answered.document))
            began = time.perf_counter()
            await pool.run(nothing, None, seconds=_SECONDS)
            empty = time.perf_counter() - began
            if turn:
                solving.append(1e3 * solved)
                http.append(1e3 * (whole - solved))
                worker.append(1e3 * beside)
                hop.append(1e6 * empty)
    every = {"solve": solving, "http": http, "worker": worker, "hop": hop}
    return {
        name: {"p50": percentile(values, 50), "p99": percentile(values, 99)}
        for name, values in every.items()
    }


def _solving(answer: Mapping[str, Any]) -> float:
    return float(sum(answer["stats"][name] for name in _SOLVING))


def _both(values: dict[str, float]) -> str:
    digits = 2 if values["p50"] < 10 else 0
    return f"{values['p50']:.{digits}f} / {values['p99']:.{digits}f}"
