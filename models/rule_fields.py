"""Fields of rules as data: what each may hold, how it is read, and what is wrong with it.

A game lists its fields in one table. What reads rules, what describes them to those who write
requests, and what says which limits are in force all go by that table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, cast

from models.defects import Defects, Path, shown
from models.names import read_names


class Field(Protocol):
    """A field of a rules object.

    Attributes
    ----------
    name
        What it is called in Python and in JSON.
    span
        The least and the greatest number it may be, or of a list, that it may hold; ``None`` where
        it is no matter of numbers.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def span(self) -> tuple[int, int] | None: ...  # noqa: D102

    def read(self, raw: object, default: object, path: Path, defects: Defects) -> object:
        """Read the value from JSON; the default, and a defect, where it can't be read."""
        ...

    def check(self, value: object, path: Path, defects: Defects) -> None:
        """Note what is wrong with a value that was read, or that a program gave."""
        ...


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number.

    Attributes
    ----------
    name
        Its name.
    span
        The least and the greatest value.
    optional
        Whether it may be ``None``.
    """

    name: str
    span: tuple[int, int]
    optional: bool = False

    def read(self, raw: object, default: object, path: Path, defects: Defects) -> object:
        """Take the value as it is: the check says what is wrong with it."""
        del default, path, defects
        return raw

    def check(self, value: object, path: Path, defects: Defects) -> None:
        """Note what is no whole number, or out of range."""
        if value is None and self.optional:
            return
        least, greatest = self.span
        if isinstance(value, bool) or not isinstance(value, int):
            defects.add(path, "wrong_type", f"{shown(value)}: give a whole number")
        elif not least <= value <= greatest:
            detail = f"{shown(value)}: give a number from {least} to {greatest}"
            defects.add(path, "out_of_range", detail)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false; see :class:`Field` for the attributes."""

    name: str
    span: None = None

    def read(self, raw: object, default: object, path: Path, defects: Defects) -> object:
        """Take the value as it is: the check says what is wrong with it."""
        del default, path, defects
        return raw

    def check(self, value: object, path: Path, defects: Defects) -> None:
        """Note what is neither true nor false."""
        if not isinstance(value, bool):
            defects.add(path, "wrong_type", f"{shown(value)}: give true or false")


@dataclass(frozen=True, slots=True)
class Letters:
    """Different letters, such as those of the colours; the name is their plural.

    Attributes
    ----------
    name
        Their name.
    first, last
        The letters they are among.
    span
        How many there are.
    taken
        Letters that mean something else, and a sentence on what.
    example
        How they may be written.
    """

    name: str
    first: str
    last: str
    span: tuple[int, int]
    taken: Mapping[str, str]
    example: str

    @property
    def noun(self) -> str:
        """What one of them is called."""
        return self.name.removesuffix("s")

    def read(self, raw: object, default: object, path: Path, defects: Defects) -> object:
        """Read the letters from a text or a list."""
        letters = list(raw) if isinstance(raw, str) else raw
        if isinstance(letters, list) and all(isinstance(letter, str) for letter in letters):
            return tuple(letters)
        rule = f'give the {self.name} as text or a list of letters: "{self.example}"'
        defects.add(path, "wrong_type", f"{shown(raw)}: {rule}")
        return default

    def check(self, value: object, path: Path, defects: Defects) -> None:
        """Note what is no such letter or stands twice; or that there are too few or too many."""
        letters = tuple(cast("Iterable[str]", value))
        fewest, most = self.span
        if not fewest <= len(letters) <= most:
            detail = f"{len(letters)} {self.name}: give {fewest} to {most}"
            defects.add(path, "out_of_range", detail)
            return
        for place, letter in enumerate(letters):
            at = (*path, place)
            if len(letter) != 1 or not (self.first <= letter <= self.last):
                rule = f"a {self.noun} is one letter from {self.first} to {self.last}"
                defects.add(at, f"bad_{self.noun}", f"{shown(letter)}: {rule}")
            elif letter in self.taken:
                detail = f"{self.taken[letter]}; choose another letter"
                defects.add(at, f"bad_{self.noun}", detail)
            elif letter in letters[:place]:
                detail = f"{letter} is there already; name a {self.noun} once"
                defects.add(at, f"repeated_{self.noun}", detail)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few names; see :class:`Field` for the attributes.

    Attributes
    ----------
    known
        The names.
    """

    name: str
    known: type[StrEnum]
    span: None = None

    def read(self, raw: object, default: object, path: Path, defects: Defects) -> object:
        """Read the name."""
        if isinstance(raw, str) and raw in tuple(self.known):
            return self.known(raw)
        known = f"known {'is' if len(self.known) == 1 else 'are'} {', '.join(self.known)}"
        defects.add(path, f"unknown_{self.name}", f"{shown(raw)}: {known}")
        return default

    def check(self, value: object, path: Path, defects: Defects) -> None:
        """Note nothing: what was read is one of them."""


@dataclass(frozen=True, slots=True)
class Choices:
    """At least one of a few names, in a list; its name is their plural, see :class:`Field`.

    Attributes
    ----------
    known
        The names.
    """

    name: str
    known: type[StrEnum]
    span: None = None

    @property
    def noun(self) -> str:
        """What one of them is called."""
        return self.name.removesuffix("s")

    def read(self, raw: object, default: object, path: Path, defects: Defects) -> object:
        """Read the names."""
        read = read_names(raw, self.known, self.noun, path, defects)
        self._note_repeated(raw if isinstance(raw, list) else [], path, defects)
        # An empty list is a defect of its own; one that could not be read has been noted.
        return read if read or raw == [] else default

    def check(self, value: object, path: Path, defects: Defects) -> None:
        """Note that there is none."""
        if not value:
            detail = f"no {self.noun}: give at least one of {', '.join(self.known)}"
            defects.add(path, f"no_{self.noun}", detail)

    def _note_repeated(self, names: list[object], path: Path, defects: Defects) -> None:
        seen: set[object] = set()
        for place, name in enumerate(names):
            if defects.full:
                break
            if name not in tuple(self.known):
                continue
            if name in seen:
                detail = f"{name} is there already; name a {self.noun} once"
                defects.add((*path, place), f"repeated_{self.noun}", detail)
            seen.add(name)
