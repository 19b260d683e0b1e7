"""What is wrong with an input: every defect at once, each at its place."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

type Path = tuple[str | int, ...]
"""Where in a JSON document something stands: ``("table", 0, 2)``."""


def json_pointer(path: Path) -> str:
    """Write a path as a JSON pointer (RFC 6901); the whole document is ``""``."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


_LONGEST_SHOWN = 40

MOST_DEFECTS = 1000
"""Defects that are noted of one input; readers stop there and say so."""

MOST_LISTED = 100
"""Defects of one input that are listed for a reader; of more, the number is said."""


def short(text: str) -> str:
    """Cut a text that is quoted in a message, however long it is."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def shown(value: object) -> str:
    """Write a JSON value into a message, texts in quotes: short, however long or deep it is."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int) and abs(value) >= 10**_LONGEST_SHOWN:
        return "a huge number"
    return f'"{short(value)}"' if isinstance(value, str) else short(repr(value))


def suggestion(name: object, known: Iterable[str]) -> str:
    """Return ``did you mean …? `` when a name is close to a known one, else nothing."""
    close = difflib.get_close_matches(short(str(name)), list(known), n=1)
    return f"did you mean {close[0]}? " if close else ""


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong.

    Attributes
    ----------
    pointer
        JSON pointer (RFC 6901) to the place.
    code
        A stable word for programs, such as ``unknown_colour``.
    detail
        A sentence for people: what is wrong and what would be right.
    """

    pointer: str
    code: str
    detail: str

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.detail}"


class Defects:
    """Collects defects while an input is read, so that none hides another."""

    def __init__(self) -> None:
        self._found: list[Defect] = []
        self._count = 0

    def add(self, path: Path, code: str, detail: str) -> None:
        """Note one defect at ``path``."""
        self.extend((Defect(json_pointer(path), code, detail),))

    def extend(self, defects: Defects | tuple[Defect, ...]) -> None:
        """Take over defects found elsewhere."""
        for defect in defects:
            self._count += 1
            if len(self._found) < MOST_DEFECTS:
                self._found.append(defect)
            elif len(self._found) == MOST_DEFECTS:
                detail = f"more than {MOST_DEFECTS} defects: what follows was not read"
                self._found.append(Defect("", "too_many_defects", detail))

    @property
    def full(self) -> bool:
        """Whether so much is wrong that reading on is of no use to anybody."""
        return self._count > MOST_DEFECTS

    def raise_if_any(self) -> None:
        """Raise everything found so far.

        Raises
        ------
        InvalidInputError
            If at least one defect was noted.
        """
        if self._found:
            raise InvalidInputError(tuple(self._found))

    def __iter__(self) -> Iterator[Defect]:
        return iter(self._found)

    def __len__(self) -> int:
        # All of them, so that more is noticed even where no more is noted.
        return self._count


class InvalidInputError(ValueError):
    """An input with at least one defect.

    Attributes
    ----------
    defects
        All of them, in the order of the document.
    """

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        self.defects = defects
        super().__init__("; ".join(map(str, defects)))
