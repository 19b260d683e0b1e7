"""``meldwise batch``: a file of questions, answered line by line by processes of this machine."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractAsyncContextManager, ExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from pydantic import ValidationError
from rich.console import Console
from rich.progress import Progress, TaskID, TextColumn

from app.batch.answering import Answering, Answers
from app.batch.lines import Line
from app.batch.results import Head, read_head
from app.cli.blocking import write_whole
from app.cli.documents import BadInputError
from app.cli.exit_codes import ExitCode
from app.cli.line_source import LineSource, opened
from app.cli.results_file import ResultsFile, results_file
from app.kinds import KINDS, Kind
from app.schemas.batch import known_kinds
from app.settings import Settings, wrong_settings
from app.tasks.warm import warm_up
from app.workers import Policy, WorkerPool
from models.defects import shown


@dataclass(slots=True)
class Tally:
    """What has become of the lines so far.

    Attributes
    ----------
    last
        The number of the last line that has a result.
    answered, bad, faults
        How many were answered, could not be, and could have been.
    """

    last: int = 0
    answered: int = 0
    bad: int = 0
    faults: int = 0

    def add(self, head: Head) -> None:
        """Count a line of results."""
        self.last = head.line
        self.answered += head.status == HTTPStatus.OK
        self.bad += HTTPStatus.BAD_REQUEST <= head.status < HTTPStatus.INTERNAL_SERVER_ERROR
        self.faults += head.status >= HTTPStatus.INTERNAL_SERVER_ERROR

    @property
    def lines(self) -> int:
        """How many lines have a result."""
        return self.answered + self.bad + self.faults

    @property
    def exit_code(self) -> ExitCode:
        """What the exit code says of it."""
        if self.faults:
            return ExitCode.FAULT
        return ExitCode.BAD_INPUT if self.bad else ExitCode.ANSWERED

    def __str__(self) -> str:
        faults = f", {self.faults} faults" if self.faults else ""
        return f"{self.answered} answered, {self.bad} bad input{faults}"


def run(file: str, output: str | None, kind: str | None, workers: int | None) -> ExitCode:
    """Answer every line of a file.

    Parameters
    ----------
    file
        JSON lines, each as for ``POST /v1/batch``; ``-`` reads standard input.
    output
        Where the lines of results go, by default to standard output. A file that has some already
        gets the others.
    kind
        The kind of all lines, if each is just a request; ``None`` if each names its own.
    workers
        How many processes; by default as for a service.

    Returns
    -------
    ExitCode
        ``FAULT`` if a line had one, else ``BAD_INPUT`` if a line was.

    Raises
    ------
    BadInputError
        If an option is wrong, or a file can't be read or written, or is not what it should be.
    """
    settings = _settings(workers)
    of_all = None if kind is None else _kind(kind)
    tally = Tally()
    with ExitStack() as stack:
        source = stack.enter_context(opened(file))
        results = None if output is None else stack.enter_context(results_file(output))
        if results is not None and source.is_file(results.descriptor):
            raise BadInputError(f"{output}: the results can't go where the lines come from")
        answering = answers_here(settings, of_all)
        try:
            asyncio.run(_run(source, results, answering, settings.max_body_bytes, tally))
        except KeyboardInterrupt:
            if results is not None:
                print(
                    f"{results.name}: {tally}; the same command goes on with the other lines",
                    file=sys.stderr,
                )
            raise
    return tally.exit_code


@asynccontextmanager
async def answers_here(settings: Settings, kind: Kind[Any] | None) -> AsyncIterator[Answers]:
    """Have processes of this machine answer.

    Parameters
    ----------
    settings
        How many, and their limits. A line may ask for any time limit.
    kind
        The kind of all lines, if each is just a request.
    """
    policy = Policy(
        settings.workers,
        queue_length=settings.workers,
        patience=settings.queue_seconds,
        memory_bytes=settings.worker_memory_mb * 2**20,
        most_tasks=settings.worker_tasks,
    )
    pool = WorkerPool(policy, warm_up)
    pool.start()
    try:
        yield Answering(pool, settings, kind, most_seconds=None).answers
    finally:
        await pool.stop()


async def _run(
    source: LineSource,
    results: ResultsFile | None,
    answering: AbstractAsyncContextManager[Answers],
    most_bytes: int,
    tally: Tally,
) -> None:
    async with aclosing(source.lines(most_bytes)) as lines:
        first = None if results is None else await _catch_up(source, results, lines, tally)
        if results is not None and tally.lines:
            print(f"{results.name}: {tally.lines} lines had their results already", file=sys.stderr)
        # Looked for now, so that no process is started for nothing.
        first = first or await anext(lines, None)
        if first is not None:
            with _progress(to_terminal=results is None and sys.stdout.isatty()) as progress:
                task = progress.add_task("answering", total=source.count, tally=str(tally))
                async with (
                    answering as answers,
                    aclosing(answers(_chained(first, lines))) as written,
                ):
                    async for result in written:
                        await _write(results, result)
                        _show(tally, result, progress, task)
    print(f"{source.name}: {tally.lines} lines, {tally}", file=sys.stderr)


async def _catch_up(
    source: LineSource, results: ResultsFile, lines: AsyncIterator[Line], tally: Tally
) -> Line | None:
    """Go past the lines that have results; return one that is to be answered again, if any.

    Raises
    ------
    BadInputError
        If they are results of other lines.
    """
    kept_end = 0
    again = None
    for number, (head, end) in enumerate(results.heads(), 1):
        line = await anext(lines, None)
        if line is None or (line.number, line.digest) != (head.line, head.digest):
            raise BadInputError(
                f"{results.name}:{number}: this is the result of another line than that of "
                f"{source.name}: name a new file to begin anew"
            )
        if head.status == HTTPStatus.SERVICE_UNAVAILABLE:
            # A service stopped there; whatever it answered behind that is soon asked again.
            again = line
            break
        tally.add(head)
        kept_end = end
    results.go_on(kept_end)
    return again


async def _chained(first: Line, others: AsyncIterator[Line]) -> AsyncGenerator[Line]:
    yield first
    async for line in others:
        yield line


async def _write(results: ResultsFile | None, result: bytes) -> None:
    if results is None:
        await write_whole(sys.stdout.fileno(), result)
    else:
        results.write(result)


def _show(tally: Tally, result: bytes, progress: Progress, task: TaskID) -> None:
    head = read_head(result)
    if head is not None:
        tally.add(head)
        progress.update(task, completed=head.line, tally=str(tally))


def _progress(*, to_terminal: bool) -> Progress:
    """Make a progress bar; none where results appear on the same terminal."""
    columns = (*Progress.get_default_columns(), TextColumn("{task.fields[tally]}"))
    return Progress(*columns, console=Console(stderr=True), disable=to_terminal)


def _settings(workers: int | None) -> Settings:
    given: dict[str, Any] = {} if workers is None else {"workers": workers}
    try:
        return Settings(**given)
    except ValidationError as error:
        raise BadInputError(wrong_settings(error)) from None


def _kind(name: str) -> Kind[Any]:
    if name not in KINDS:
        raise BadInputError(f"--kind: {shown(name)}: {known_kinds(name)}")
    return KINDS[name]
