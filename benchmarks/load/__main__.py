"""``python -m benchmarks.load [PART …] [--quick]``: put a service under load.

It starts its own services on 127.0.0.1 and stops them. Answers are compared with known optima, and
a wrong one ends the run; no time does. Client and service share the machine: read the numbers as
what one machine does with both.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.load import beside, leaving, memory, overhead, overload, throughput
from benchmarks.load.report import Section, into
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
    parser.add_argument(
        "--document", type=Path, metavar="FILE", help="write the tables into it: docs/load.md"
    )
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(PARTS)}")
    report, figures = uvloop.run(
        _run(options.parts or list(PARTS), QUICK if options.quick else FULL)
    )
    if options.output is not None:
        options.output.write_text(json.dumps(figures, indent=2) + "\n")
    if options.document is not None:
        options.document.write_text(into(options.document.read_text(), report))
    return 0


async def _run(names: list[str], sizes: Sizes) -> tuple[str, dict[str, Any]]:
    """Run parts, print each when it is done, and return all as Markdown and as data."""
    machine = _machine()
    figures: dict[str, Any] = {"machine": machine}
    pieces = [f"{machine['cores']} cores ({machine['processor']}), Python {machine['python']}."]
    print(pieces[0], flush=True)
    for name in names:
        began, busy = time.monotonic(), os.getloadavg()[0]
        section = await PARTS[name](sizes)
        seconds = time.monotonic() - began
        section.parts.append(f"*{seconds:.0f} s; load of the machine before: {busy:.1f}*")
        pieces.append(section.markdown())
        print(f"\n{pieces[-1]}", flush=True)
        figures[name] = section.figures | {"seconds": seconds, "load_before": busy}
    return "\n\n".join(pieces), figures


def _machine() -> dict[str, Any]:
    return {
        "cores": os.cpu_count(),
        "processor": _processor(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    """Return the name of the processor, where Linux tells it."""
    try:
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.machine()


if __name__ == "__main__":
    sys.exit(main())
