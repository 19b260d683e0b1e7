"""A file of the results of a batch, to which a later run can add what is missing."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from app.batch.results import Head, read_head
from app.cli.documents import BadInputError

_BEGINNING = b'{"line":'
"""How every line of results begins."""


class ResultsFile:
    """Results in a file: read from its beginning, then written to its end.

    Parameters
    ----------
    name
        The path of the file.
    file
        The file.
    """

    def __init__(self, name: str, file: BinaryIO) -> None:
        self.name = name
        self._file = file

    @property
    def descriptor(self) -> int:
        """Where the file is open."""
        return self._file.fileno()

    def heads(self) -> Iterator[tuple[Head, int]]:
        """Read what the lines say about themselves, and where each ends.

        A last one that is cut off does not count.

        Raises
        ------
        BadInputError
            At a line that is none of results, so that no other file is changed by mistake.
        """
        end = 0
        for number, line in enumerate(self._file, 1):
            end += len(line)
            whole = line.endswith(b"\n")
            if not whole and line.startswith(_BEGINNING[: len(line)]):
                return
            head = read_head(line)
            if head is None or not whole:
                raise BadInputError(
                    f"{self.name}:{number}: this is no line of results: name a new file, or one "
                    "with results of the same lines, to go on with it"
                )
            yield head, end

    def go_on(self, end: int) -> None:
        """Forget all behind a place, and write there from now on.

        Parameters
        ----------
        end
            The place.
        """
        self._file.truncate(end)
        self._file.seek(end)

    def write(self, result: bytes) -> None:
        """Add a line of results; when this returns, no end of the program can undo it.

        Parameters
        ----------
        result
            The line.

        Raises
        ------
        BadInputError
            If it can't be written.
        """
        try:
            self._file.write(result)
            self._file.flush()
        except OSError as error:
            raise BadInputError(f"{self.name}: {error.strerror or error}") from None


@contextmanager
def results_file(name: str) -> Iterator[ResultsFile]:
    """Open a file of results, a new one if there is none; nobody else can do so meanwhile.

    Parameters
    ----------
    name
        Its path.

    Raises
    ------
    BadInputError
        If it can't be opened, is no plain file, or another run has it open.
    """
    try:
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise BadInputError(f"{name}: {error.strerror or error}") from None
    with os.fdopen(descriptor, "r+b") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise BadInputError(
                f"{name}: this is no plain file: leave --output out, and use > or |"
            )
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInputError(f"{name}: another run writes into it: wait for its end") from None
        yield ResultsFile(name, file)
