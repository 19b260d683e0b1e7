"""``python -m benchmarks [NAME …] [--smoke] [--repeat N]``: run benchmarks and print tables.

Every answer is compared with its known optimum (`growth`: with each other; `board`: with a scan;
`rules`: to be no better), and every repetition must take the same work (`board`: no more steps than
promised); else the run ends with an error. Read the ratios, not the times: both sides of a ratio
are measured in turn within one run.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from app.tasks.warm import warm_up
from benchmarks import (
    backends,
    board,
    growth,
    mahjong,
    mahjong_greedy,
    mahjong_relaxation,
    opening,
    peg_search,
    relaxation,
    rules,
    search,
)

BENCHMARKS = {
    "backends": backends.run,
    "relaxation": relaxation.run,
    "opening": opening.run,
    "growth": growth.run,
    "board": board.run,
    "rules": rules.run,
    "search": search.run,
    "mahjong": mahjong.run,
    "mahjong-relaxation": mahjong_relaxation.run,
    "mahjong-greedy": mahjong_greedy.run,
    "peg-search": peg_search.run,
}


def main() -> int:
    """Run the benchmarks asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument(
        "--smoke", action="store_true", help="a small part of the work, to see it run"
    )
    parser.add_argument("--repeat", type=int, default=1, help="measure each position so often")
    options = parser.parse_args()
    unknown = set(options.names) - set(BENCHMARKS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(BENCHMARKS)}")
    out = Console(width=120)
    repeat = 2 if options.smoke else options.repeat
    warm_up()
    for name in options.names or BENCHMARKS:
        BENCHMARKS[name](out, smoke=options.smoke, repeat=repeat)
    return 0


if __name__ == "__main__":
    sys.exit(main())
