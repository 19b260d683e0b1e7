"""``python -m benchmarks.load [PART …] [--quick] [--output FILE]``: put a service under load.

It starts its own services on 127.0.0.1 and stops them. Answers are compared with known optima, and
a wrong one ends the run; no time does. Client and service share the machine: read the numbers as
what one machine does with both.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.load import beside, leaving, memory, overhead, overload, throughput
from benchmarks.load.report import Section
from benchmarks.load.sizes import FULL, QUICK, Sizes

PARTS: dict[str, Callable[[Sizes], Awaitable[Section]]] = {
    "throughput": throughput.run,
    "overhead": overhead.run,
    "overload": overload.run,
    "beside": beside.run,
    "memory": memory.run,
    "leaving": leaving.run,
}


def main() -> int:
    """Run the parts asked for, print them as Markdown, and write them as JSON if asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a little of each, to see it run")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the figures, as JSON")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(PARTS)}")
    return uvloop.run(
        _run(options.parts or list(PARTS), QUICK if options.quick else FULL, options.output)
    )


async def _run(names: list[str], sizes: Sizes, output: Path | None) -> int:
    figures: dict[str, Any] = {"machine": _machine()}
    print(f"{figures['machine']['cores']} cores, Python {figures['machine']['python']}")
    for name in names:
        began = time.monotonic()
        busy = os.getloadavg()[0]
        section = await PARTS[name](sizes)
        seconds = time.monotonic() - began
        print(
            f"\n{section.markdown()}\n\n*({seconds:.0f} s; load of the machine before: {busy:.1f})*"
        )
        sys.stdout.flush()
        figures[name] = section.figures | {"seconds": seconds, "load_before": busy}
        if output is not None:
            output.write_text(json.dumps(figures, indent=2) + "\n")
    return 0


def _machine() -> dict[str, Any]:
    return {
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
        "python": platform.python_version(),
    }


if __name__ == "__main__":
    sys.exit(main())
