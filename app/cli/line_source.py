"""The lines of a file, or of standard input, as they come."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager

from app.batch.lines import Line, Lines
from app.cli.blocking import read_part
from app.cli.documents import STDIN, BadInputError

_PART_BYTES = 2**18


class LineSource:
    """A file, or standard input, that is open.

    Parameters
    ----------
    name
        What messages call it.
    descriptor
        Where it is read.

    Attributes
    ----------
    count
        How many lines it has; ``None`` if only reading them could tell.
    """

    def __init__(self, name: str, descriptor: int) -> None:
        self.name = name
        self._descriptor = descriptor
        self.count = self._count() if stat.S_ISREG(os.fstat(descriptor).st_mode) else None

    def is_file(self, descriptor: int) -> bool:
        """Whether something that is open is the same file as this."""
        return os.path.samestat(os.fstat(self._descriptor), os.fstat(descriptor))

    async def lines(self, most_bytes: int) -> AsyncGenerator[Line]:
        """Read the lines that are not blank.

        Parameters
        ----------
        most_bytes
            How long a line may be.

        Raises
        ------
        BadInputError
            If they can't be read.
        """
        lines = Lines(most_bytes)
        while part := await self._part():
            lines.put(part)
            while (line := lines.take()) is not None:
                yield line
        lines.close()
        while (line := lines.take()) is not None:
            yield line

    async def _part(self) -> bytes:
        try:
            return await read_part(self._descriptor, _PART_BYTES)
        except OSError as error:
            raise BadInputError(f"{self.name}: {error.strerror or error}") from None

    def _count(self) -> int:
        begin = place = os.lseek(self._descriptor, 0, os.SEEK_CUR)
        ends, last = 0, b"\n"
        while part := os.pread(self._descriptor, _PART_BYTES, place):
            place += len(part)
            ends += part.count(b"\n")
            last = part[-1:]
        return ends + (last != b"\n") if place > begin else 0


@contextmanager
def opened(file: str) -> Iterator[LineSource]:
    """Open a file of lines.

    Parameters
    ----------
    file
        A path, or ``-`` for standard input.

    Raises
    ------
    BadInputError
        If it can't be opened.
    """
    if file == STDIN:
        if sys.stdin is None:
            raise BadInputError("standard input: it is closed")
        yield LineSource("standard input", sys.stdin.fileno())
        return
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise BadInputError(f"{file}: {error.strerror or error}") from None
    try:
        yield LineSource(file, descriptor)
    finally:
        os.close(descriptor)
