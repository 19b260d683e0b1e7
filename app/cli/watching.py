"""Watching a job: one line that says how it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.status import Status
from rich.text import Text

from app.cli.remote import connected
from app.cli.server import Server
from app.client.events import JobEvent


class Line:
    """What is known about a job while it goes on, on a line of the terminal.

    Parameters
    ----------
    console
        Where the line is; nothing is written unless it is a terminal.
    """

    def __init__(self, console: Console) -> None:
        self._status = Status("asking", console=console)
        self._state = "asking"
        self._progress: Mapping[str, Any] = {}
        self._bound: Sequence[Mapping[str, Any]] = ()

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show the line, and take it away at the end."""
        with self._status:
            yield

    def take(self, event: JobEvent) -> None:
        """Say what an event says."""
        match event.kind:
            case "state":
                self._state = str(event.data.get("state"))
            case "progress":
                self._progress = event.data
            case "solution":
                self._bound = event.data.get("bound") or ()
        self._show(self.text)

    def wait(self, reason: str, pause: float) -> None:
        """Say that the job can't be asked for at the moment."""
        self._show(f"{self.text}; {reason}, trying again in {pause:.1f} s")

    @property
    def text(self) -> str:
        """The state, the seconds, the best answer so far and what could be better."""
        parts = [self._state]
        elapsed, limit = (self._progress.get(name) for name in ("elapsed_seconds", "limit_seconds"))
        if isinstance(elapsed, int | float):
            of = f" of {limit:.0f} s" if isinstance(limit, int | float) else ""
            parts.append(f"{elapsed:.0f} s{of}")
        if self._bound:
            parts.append(f"best so far: {written(self._bound)}")
        return ", ".join(parts)

    def _show(self, text: str) -> None:
        # As it is: what a server says is no markup.
        self._status.update(Text(text))


def written(bound: Sequence[Mapping[str, Any]]) -> str:
    """Write the terms of an objective: ``tiles 3 (bound 4)``."""
    return ", ".join(
        f"{term.get('term')} {_known(term.get('value'))} (bound {_known(term.get('bound'))})"
        for term in bound
    )


def watch(server: Server, job: str) -> dict[str, Any]:
    """Watch a job to its end, and return it.

    Whoever presses Ctrl-C is told how to go on, for the job goes on too.

    Raises
    ------
    BadInputError
        If there is no such job.
    ClientError
        If the server can't be asked any more.
    """
    line = Line(Console(stderr=True))
    try:
        with line.shown(), connected(server, on_wait=line.wait) as client:
            for event in client.follow(job):
                line.take(event)
            return client.job(job)
    except KeyboardInterrupt:
        options = f" {server.options}" if server.options else ""
        print(
            f"The job goes on. To watch it again: meldwise jobs watch {job}{options}\n"
            f"To stop it and keep its best: meldwise jobs stop {job}{options}",
            file=sys.stderr,
        )
        raise


def _known(value: object) -> str:
    return "not known" if value is None else str(value)
