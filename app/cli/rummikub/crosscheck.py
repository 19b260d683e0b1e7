"""``meldwise cross-check``: a file of positions, every backend on each, and where they differ."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import Progress, TextColumn
from rich.table import Table

from app.answers.rummikub import cross_check_answer
from app.cli.console import console
from app.cli.documents import STDIN, BadInputError, read_source, write
from app.cli.exit_codes import ExitCode
from app.schemas.annotations import bare
from app.schemas.rummikub.asked import CrossCheckBody, SolveRequest
from app.strict_json import MalformedJSONError, read_json
from models.defects import InvalidInputError
from models.rummikub.move import Move
from solvers.crosscheck import CrossCheck
from solvers.rummikub.crosscheck import cross_check


def run(file: str, objective: list[str], seconds: float | None, output: str | None) -> ExitCode:
    """Cross-check every line of a file.

    Parameters
    ----------
    file
        JSON lines, each as for ``POST /v1/rummikub/cross-check``, with annotations; ``-`` reads
        standard input.
    objective
        The terms for lines that name none.
    seconds
        Limit of each backend on each position, for lines that name none.
    output
        Where the positions on which backends disagree go, with the evidence, as JSON lines; by
        default to standard output.

    Returns
    -------
    ExitCode
        ``DISAGREEMENT`` if there was any.
    """
    requests = _read(file, objective, seconds)
    if output is not None:
        # Known to be writable before an hour of work, not after.
        write(output, "")
    checked: list[CrossCheck[Move]] = []
    offending: list[dict[str, Any]] = []
    columns = (*Progress.get_default_columns(), TextColumn("{task.fields[bad]}"))
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("cross-checking", total=len(requests), bad="")
        for raw, asked in requests:
            found = cross_check(asked.position, asked.objective, asked.limits)
            checked.append(found)
            if not found.agree:
                evidence = cross_check_answer(asked.position, found)
                offending.append(raw | {"cross_check": evidence})
            progress.update(task, advance=1, bad=f"{len(offending)} disagree" if offending else "")
    console().print(_summary(checked))
    for one in offending:
        for sentence in one["cross_check"]["disagreements"]:
            print(f"{one.get('id', 'a position')}: {sentence}")
    lines = "".join(f"{json.dumps(one)}\n" for one in offending)
    if output is None:
        print(lines, end="")
    else:
        write(output, lines)
    count = f"{len(checked)} positions, {len(offending)} disagreements"
    print(count)
    return ExitCode.DISAGREEMENT if offending else ExitCode.ANSWERED


def _read(
    file: str, objective: list[str], seconds: float | None
) -> list[tuple[dict[str, Any], SolveRequest]]:
    """Read all lines first, so that a wrong one is known before an hour of work."""
    name = "standard input" if file == STDIN else file
    requests, wrong = [], []
    for number, line in enumerate(read_source(file).splitlines(), 1):
        if not line.strip():
            continue
        try:
            raw = read_json(line)
            body = raw
            if isinstance(raw, dict):
                limits = {} if seconds is None else {"limits": {"seconds": seconds}}
                body = {"objective": objective} | limits | bare(raw)
            requests.append((raw, CrossCheckBody.read(body)))
        except MalformedJSONError as error:
            wrong.append(f"{name}:{number}: {error}")
        except InvalidInputError as error:
            wrong += [f"{name}:{number}#{d.pointer}: {d.detail}" for d in error.defects]
    if wrong:
        raise BadInputError("\n".join(wrong))
    return requests


def _summary(checked: Iterable[CrossCheck[Move]]) -> Table:
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    proven: defaultdict[str, int] = defaultdict(int)
    nodes: defaultdict[str, list[int]] = defaultdict(list)
    for one in checked:
        for opinion in one.opinions:
            if opinion.result is not None and not opinion.fault:
                stats = opinion.result.stats
                seconds[opinion.backend].append(stats.build_seconds + stats.solve_seconds)
                nodes[opinion.backend].append(stats.nodes)
                proven[opinion.backend] += opinion.result.proven
    table = Table(title="what each backend did")
    for heading in ("backend", "answered", "proven", "median ms", "most ms", "median nodes"):
        table.add_column(heading, justify="left" if heading == "backend" else "right")
    for name, times in seconds.items():
        table.add_row(
            name,
            str(len(times)),
            str(proven[name]),
            f"{1000 * median(times):.2f}",
            f"{1000 * max(times):.1f}",
            f"{median(nodes[name]):.0f}",
        )
    return table
