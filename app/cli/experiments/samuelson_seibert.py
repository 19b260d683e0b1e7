"""``meldwise experiment samuelson-seibert``: ten published tests, as Markdown tables."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.progress import Progress

from app.cli.exit_codes import ExitCode
from app.cli.experiments.experiment import open_output, put
from app.tasks.warm import warm_up
from solvers.rummikub.experiments import samuelson_seibert as paper
from solvers.rummikub.experiments.samuelson_seibert import Outcome, Row


@dataclass(frozen=True, slots=True)
class _Column:
    """One number of each outcome, as a table of its own."""

    title: str
    meaning: str
    number: Callable[[Outcome], float]
    form: str


_COLUMNS = (
    _Column(
        "Nodes",
        "Nodes expanded by a search, nodes of the program's search tree, states of the sweep; "
        f"a search is stopped after {paper.WORK:,}.",
        lambda outcome: outcome.nodes,
        ".0f",
    ),
    _Column(
        "Tiles left",
        "Tiles that stay in the hand; none need to.",
        lambda outcome: outcome.left,
        ".0f",
    ),
    _Column(
        "Milliseconds",
        "On the machine that wrote this, and only to be compared within this table.",
        lambda outcome: 1000 * outcome.seconds,
        ".1f",
    ),
)


def run(options: Namespace) -> ExitCode:
    """Run the experiment on the ten tests of Samuelson & Seibert.

    Raises
    ------
    BadInputError
        If the output can't be written.
    """
    open_output(options.output)
    warm_up()
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("solving", total=paper.solves())
        rows = list(paper.run(done=lambda: progress.advance(task)))
    put(options.output, report(rows))
    return ExitCode.ANSWERED


def report(rows: Sequence[Row]) -> str:
    """Write the outcomes as a Markdown document."""
    parts = [
        "# The ten tests of Samuelson & Seibert (2009)",
        "Written by `meldwise experiment samuelson-seibert`; what the columns and rows are is "
        "said in [search.md](search.md).",
    ]
    for column in _COLUMNS:
        parts += [f"## {column.title}", column.meaning, _table(rows, column)]
    return "\n\n".join(parts) + "\n"


def _table(rows: Sequence[Row], column: _Column) -> str:
    tests = list(rows[0].outcomes)
    lines = [["search", "heuristic", *map(str, tests), "all"]]
    lines.append(["---", "---", *["---:"] * (len(tests) + 1)])
    for row in rows:
        numbers = [column.number(row.outcomes[test]) for test in tests]
        cells = (format(number, column.form) for number in (*numbers, sum(numbers)))
        lines.append([row.way, row.heuristic, *cells])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
