"""The command line: within this process, or as one of its own."""

import os
import pty
import subprocess
import sys
from io import TextIOWrapper
from tempfile import TemporaryFile
from unittest import mock

from app.cli.main import main

type Done = subprocess.CompletedProcess[bytes]


def run(*arguments: str, stdin: bytes = b"") -> Done:
    """What a command prints where, and its exit code, within this process.

    To start Python anew takes a second, and shows nothing more of most commands; what it shows
    is shown with :func:`start`, once for each command at least.
    """
    # Files, for what runs for long reads and writes by its descriptor.
    with TemporaryFile() as given, TemporaryFile() as output, TemporaryFile() as errors:
        given.write(stdin)
        given.seek(0)
        stdin_, stdout, stderr = (TextIOWrapper(f, "utf-8") for f in (given, output, errors))
        streams = mock.patch.multiple(sys, stdin=stdin_, stdout=stdout, stderr=stderr)
        # As wide as where there is no terminal, whoever runs this.
        with streams, mock.patch.dict(os.environ, COLUMNS="80"):
            code = _exit_code(arguments)
        stdout.flush()
        stderr.flush()
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(arguments, code, output.read(), errors.read())


def _exit_code(arguments: tuple[str, ...]) -> int:
    try:
        return main(arguments)
    except SystemExit as end:
        if isinstance(end.code, int):
            return end.code
        raise


def start(*arguments: str, stdin: bytes = b"") -> Done:
    """What a command prints where, and its exit code, as a process of its own."""
    command = [sys.executable, "-m", "app.cli", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def on_a_terminal(*arguments: str) -> str:
    """What a person at a terminal would see."""
    reader, terminal = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"}
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli", *arguments], stdout=terminal, env=environment
    )
    os.close(terminal)
    seen = b""
    try:
        while chunk := os.read(reader, 4096):
            seen += chunk
    except OSError:  # Linux says so when the other side has closed
        pass
    os.close(reader)
    assert process.wait() == 0
    return seen.decode()
