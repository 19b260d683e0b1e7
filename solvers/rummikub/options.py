"""What some backends let a request choose, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from models.defects import Defects, Path, short, shown, suggestion
from solvers.rummikub.backend import Backend

type OptionValue = str | int | float | tuple[str, ...]

type Options = Mapping[str, OptionValue]
"""Values of options by name; what is not named is left at its default."""


class OptionType(StrEnum):
    """What an option takes."""

    CHOICE = "choice"
    CHOICES = "choices"
    INTEGER = "integer"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a request may choose.

    Attributes
    ----------
    name
        What it is called.
    type
        What it takes.
    default
        Its value if nothing is said.
    meaning
        What it does.
    choices
        All values of a choice, or of each of several.
    least, most
        The range of a number.
    """

    name: str
    type: OptionType
    default: OptionValue
    meaning: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None

    def read(self, raw: object, path: Path, defects: Defects) -> OptionValue:
        """Read a value from JSON; the default when it can't be read."""
        if self.type is OptionType.CHOICE:
            if isinstance(raw, str) and raw in self.choices:
                return raw
            hint = f"{suggestion(raw, self.choices)}choices: {', '.join(self.choices)}"
            detail = f"{short(raw) if isinstance(raw, str) else shown(raw)}: {hint}"
            defects.add(path, "unknown_choice", detail)
            return self.default
        if self.type is OptionType.CHOICES:
            return self._read_choices(raw, path, defects)
        whole = self.type is OptionType.INTEGER
        if isinstance(raw, bool) or not isinstance(raw, int if whole else (int, float)):
            wanted = "a whole number" if whole else "a number"
            defects.add(path, "wrong_type", f"{shown(raw)}: give {wanted}")
            return self.default
        # Written so that not-a-number is out of every range.
        least = float("-inf") if self.least is None else self.least
        most = float("inf") if self.most is None else self.most
        if not least <= raw <= most:
            detail = f"{shown(raw)}: give a number from {least:g} to {most:g}"
            defects.add(path, "out_of_range", detail)
            return self.default
        return raw if whole else float(raw)

    def _read_choices(self, raw: object, path: Path, defects: Defects) -> OptionValue:
        """Read a list of choices, each once, or a text with commas between them."""
        names = raw.split(",") if isinstance(raw, str) and raw else raw
        if not isinstance(names, (list, tuple)):
            detail = f"{shown(raw)}: give a list, of: {', '.join(self.choices)}"
            defects.add(path, "wrong_type", detail)
            return self.default
        for place, name in enumerate(names):
            if defects.full:
                break
            if not isinstance(name, str) or name not in self.choices:
                hint = f"{suggestion(name, self.choices)}choices: {', '.join(self.choices)}"
                said = short(name) if isinstance(name, str) else shown(name)
                defects.add((*path, place), "unknown_choice", f"{said}: {hint}")
            elif name in names[:place]:
                defects.add((*path, place), "repeated_choice", f"{name} is there already")
        return tuple(str(name) for name in names)


@runtime_checkable
class Configurable(Backend, Protocol):
    """A backend with options.

    Attributes
    ----------
    options
        What a request may choose.
    """

    @property
    def options(self) -> Sequence[Option]: ...  # noqa: D102

    def with_options(self, options: Options) -> Backend:
        """Return the backend with these options, all of which were read by :class:`Option`."""
        ...


def options_of(backend: Backend) -> Sequence[Option]:
    """Return what a request may choose of a backend; nothing of most."""
    return backend.options if isinstance(backend, Configurable) else ()


def configured(backend: Backend, options: Options) -> Backend:
    """Return a backend with the options of a request."""
    return backend.with_options(options) if isinstance(backend, Configurable) else backend


def read_options(
    backend: Backend, raw: object, path: Path, defects: Defects, others: Sequence[str]
) -> Options:
    """Read the options of a backend from JSON.

    Parameters
    ----------
    backend
        The backend.
    raw
        An object: values by the names of options.
    path
        Where it stands in the document.
    defects
        Takes everything that is wrong.
    others
        The names of the backends that have options, for one that has none.

    Returns
    -------
    Options
        Those that could be read.
    """
    if not isinstance(raw, Mapping):
        defects.add(path, "wrong_type", f"{shown(raw)}: give an object: options by name")
        return {}
    known = {option.name: option for option in options_of(backend)}
    hint = f"options of {backend.name}: {', '.join(known)}"
    if not known:
        hint = f"{backend.name} has no options; backends with options: {', '.join(others)}"
    read: dict[str, OptionValue] = {}
    for name, value in raw.items():
        if defects.full:
            break
        at = (*path, name)
        if name in known:
            read[name] = known[name].read(value, at, defects)
        else:
            detail = f"{short(str(name))}: {suggestion(name, known)}{hint}"
            defects.add(at, "unknown_option", detail)
    return read
