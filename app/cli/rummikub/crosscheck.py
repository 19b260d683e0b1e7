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
from app.cli.documents import STDIN, BadInputError, bad_lines, read_source, write
from app.cli.exit_codes import ExitCode
from app.cli.places import is_option, option_of
from app.schemas.annotations import bare
from app.schemas.mahjong.asked import MahjongDecomposeBody, MahjongDistanceBody
from app.schemas.rummikub.asked import CrossCheckBody, SolveRequest
from app.strict_json import MalformedJSONError, read_json
from models.defects import InvalidInputError
from models.rummikub.move import Move
from solvers.crosscheck import CrossCheck
from solvers.rummikub.crosscheck import cross_check

_MAHJONG = "this is a Mahjong hand: `meldwise mahjong --cross-check` takes one"


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
    source = read_source(file)
    limits = {} if seconds is None else {"limits": {"seconds": seconds}}
    requests: list[tuple[dict[str, Any], SolveRequest]] = []
    wrong: list[str] = []
    for number, line in enumerate(source.splitlines(), 1):
        if not line.strip():
            continue
        own: dict[str, Any] = {}
        try:
            raw = body = read_json(line)
            if isinstance(raw, dict):
                own = bare(raw)
                body = {"objective": objective} | limits | own
            requests.append((raw, CrossCheckBody.read(body)))
        except MalformedJSONError as error:
            if not wrong and not requests and _is_one_document(source):
                detail = "this is one JSON document: give JSON lines, a position on each"
                raise BadInputError(f"{name}: {detail}") from None
            wrong.append(f"{name}:{number}: {error}")
        except InvalidInputError as error:
            if _is_mahjong(own):
                wrong.append(f"{name}:{number}: {_MAHJONG}")
                continue
            options = _without(limits | {"objective": objective}, own)
            wrong += [
                f"{option_of(d.pointer, options, {})}: {d.detail}"
                if is_option(d.pointer, options)
                else f"{name}:{number}#{d.pointer}: {d.detail}"
                for d in error.defects
            ]
    if wrong:
        # What is wrong with an option is so for every line.
        raise bad_lines(list(dict.fromkeys(wrong)))
    return requests


def _without(options: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return the options that a line does not replace."""
    return {name: value for name, value in options.items() if name not in own}


def _is_one_document(source: bytes) -> bool:
    try:
        read_json(source)
    except MalformedJSONError:
        return False
    return True


def _is_mahjong(line: dict[str, Any]) -> bool:
    """Whether a line that is no position is a Mahjong hand."""
    for body in (MahjongDistanceBody, MahjongDecomposeBody):
        try:
            body.read(line)
        except InvalidInputError:
            continue
        return True
    return False


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
