"""``meldwise experiment reversals``: the 33 reversals of 2006, by every backend, as Markdown."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress

from app.cli.documents import BadInputError, write
from app.cli.exit_codes import ExitCode
from app.cli.experiments.cactus import plot
from app.cli.experiments.experiment import open_output, put
from app.tasks.peg_solitaire import warm_up
from models.defects import short, suggestion
from solvers.peg_solitaire.experiments import reversals as paper
from solvers.peg_solitaire.experiments.reversals import Outcome
from solvers.peg_solitaire.registry import BACKENDS


def add_options(command: ArgumentParser) -> None:
    """Add the options of the experiment."""
    command.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        default=paper.SECONDS,
        help=f"time limit of each solve ({paper.SECONDS:g})",
    )
    command.add_argument(
        "--backends", metavar="NAMES", help=f"with commas between; all: {','.join(BACKENDS)}"
    )
    command.add_argument("--svg", metavar="FILE", help="also draw what is solved by when")


def run(options: Namespace) -> ExitCode:
    """Run the experiment as the options say.

    Raises
    ------
    BadInputError
        If an option makes no sense, or a file can't be written.
    """
    backends = _backends(options.backends)
    if not options.seconds > 0:
        raise BadInputError(f"options: --seconds {options.seconds:g}: give a number above 0")
    open_output(options.output, options.svg)
    warm_up()
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("solving", total=paper.solves(backends))
        found = dict(paper.run(options.seconds, backends, lambda: progress.advance(task)))
    put(options.output, report(found, options.seconds, options.svg))
    if options.svg is not None:
        solved = {
            name: [(one.seconds, one.count) for one in outcomes if one.solved]
            for name, outcomes in found.items()
        }
        whole = sum(paper.inequivalent().values())
        write(options.svg, plot(solved, paper.PUBLISHED, whole, options.seconds))
    return ExitCode.ANSWERED


def _backends(given: str | None) -> list[str]:
    names = list(BACKENDS) if given is None else given.replace(",", " ").split()
    wrong = [name for name in names if name not in BACKENDS]
    if wrong:
        raise BadInputError(
            "\n".join(
                f"options: --backends {short(name)}: {suggestion(name, BACKENDS)}known: "
                f"{', '.join(BACKENDS)}"
                for name in wrong
            )
        )
    return names


def report(
    found: Mapping[str, Sequence[Outcome]], seconds: float, picture: str | None = None
) -> str:
    """Write the outcomes as a Markdown document, which shows a picture that lies beside it."""
    classes = paper.inequivalent()
    whole = sum(classes.values())
    parts = [
        "# The 33 reversals of Jefferson, Miguel, Miguel & Tarim (2006)",
        "Written by `meldwise experiment reversals`; what the backends do is said in "
        "[peg-solitaire-programs.md](peg-solitaire-programs.md) and "
        "[peg-solitaire-search.md](peg-solitaire-search.md).",
        f"A reversal starts with one empty hole and ends with one peg in it. The {whole} of the "
        f"English board are {len(classes)} up to symmetry; each of these was solved once, within "
        f"{seconds:g} seconds, and counts for all of its class. Every play was replayed by the "
        "checker. Times are those of the machine that wrote this, one thread.",
        *([f"![How many were solved by when]({Path(picture).name})"] if picture else []),
        "## Solved",
        _table(
            ("way", f"solved of {whole}", "median s", "longest s"),
            [
                *(_summary(name, outcomes) for name, outcomes in found.items()),
                *((f"2006: {name}", str(count), "", "") for name, count in paper.PUBLISHED.items()),
            ],
        ),
        "The rows of 2006 are the published ones: one hour for each reversal, on a Pentium III "
        "with 750 MHz and 256 MB.",
    ]
    heads = ("way", *(f"{r},{c} (×{count})" for (r, c), count in classes.items()))
    for title, meaning, cell in (
        ("Seconds", "A dash where the time was up.", _seconds),
        ("Nodes", "Nodes of the program's search tree, or positions of a search.", _nodes),
    ):
        rows = [(name, *map(cell, outcomes)) for name, outcomes in found.items()]
        parts += [f"## {title}", meaning, _table(heads, rows)]
    return "\n\n".join(parts) + "\n"


def _summary(name: str, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    times = [one.seconds for one in outcomes if one.solved for _ in range(one.count)]
    if not times:
        return f"`{name}`", "0", "-", "-"
    return f"`{name}`", str(len(times)), f"{median(times):.3g}", f"{max(times):.3g}"


def _seconds(outcome: Outcome) -> str:
    return f"{outcome.seconds:.3g}" if outcome.solved else "-"


def _nodes(outcome: Outcome) -> str:
    return f"{outcome.nodes}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rule = ("---", *("---:" for _ in heads[1:]))
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, rule, *rows))
