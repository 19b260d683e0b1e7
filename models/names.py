"""Reading names from JSON that an enumeration knows."""

from __future__ import annotations

from enum import StrEnum

from models.defects import Defects, Path, shown, suggestion


def read_names[Name: StrEnum](
    raw: object, known: type[Name], noun: str, path: Path, defects: Defects
) -> tuple[Name, ...] | None:
    """Read a list of names.

    Parameters
    ----------
    raw
        The JSON value.
    known
        The names there are.
    noun
        What one of them is called: a defect is ``unknown_{noun}``.
    path
        Where the list stands in the document.
    defects
        Takes every name that is not known.

    Returns
    -------
    tuple[Name, ...] | None
        Those that could be read, in the order they were named; ``None`` if it is no list.
    """
    every = ", ".join(known)
    if not isinstance(raw, list):
        detail = f"{shown(raw)}: give the {noun}s as a list of {every}"
        defects.add(path, "wrong_type", detail)
        return None
    read: list[Name] = []
    for place, name in enumerate(raw):
        if isinstance(name, str) and name in tuple(known):
            read.append(known(name))
        else:
            hint = f"{suggestion(name, known)}the {noun}s are {every}"
            defects.add((*path, place), f"unknown_{noun}", f"{shown(name)}: {hint}")
        if defects.full:
            break
    return tuple(read)
