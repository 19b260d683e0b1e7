"""Rules of whatever game as data: checked as they are made, and read from JSON.

What they are made of is a table of :mod:`models.rule_fields`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from models.defects import Defects, Path, shown, suggestion
from models.rule_fields import Field


class CheckedRules:
    """What the rules of all games have: a base for a frozen dataclass.

    Attributes
    ----------
    FIELDS
        What each field of the dataclass may hold, in the same order.
    """

    FIELDS: ClassVar[tuple[Field, ...]]

    def __post_init__(self) -> None:
        defects = Defects()
        for field in self.FIELDS:
            field.check(getattr(self, field.name), (field.name,), defects)
        defects.raise_if_any()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields alone; a process that reads them often makes equal rules once."""
        return _remembered, (type(self), *self.values().values())

    def to_json(self) -> dict[str, Any]:
        """Write the rules as a JSON object that a :class:`RulesReader` reads back."""
        return {n: list(v) if isinstance(v, tuple) else v for n, v in self.values().items()}

    def values(self) -> dict[str, Any]:
        """Return the fields by name."""
        return {field.name: getattr(self, field.name) for field in self.FIELDS}


@lru_cache(maxsize=128)
def _remembered(kind: type[CheckedRules], *given: Any) -> CheckedRules:
    return kind(*given)


@dataclass(frozen=True, slots=True)
class RulesReader[Rules: CheckedRules]:
    """Reads the rules of one game from JSON.

    Attributes
    ----------
    presets
        Rules by name, all of one class.
    default
        The name of those that hold where none is named.
    """

    presets: Mapping[str, Rules]
    default: str

    @property
    def fields(self) -> Sequence[Field]:
        """What each field may hold."""
        return self.presets[self.default].FIELDS

    @property
    def spans(self) -> dict[str, tuple[int, int]]:
        """The least and the greatest value of each field that has them."""
        return {field.name: field.span for field in self.fields if field.span is not None}

    def read(self, raw: object, path: Path, defects: Defects) -> Rules | None:
        """Read rules: the name of a preset, or an object.

        An object starts from the preset it names under ``preset`` (the default if it names none)
        and replaces the fields it gives.

        Parameters
        ----------
        raw
            The JSON value.
        path
            Where it stands in the document.
        defects
            Takes everything that is wrong.

        Returns
        -------
        Rules | None
            ``None`` when something is wrong with them.
        """
        if isinstance(raw, str):
            return self._preset(raw, path, defects)
        if not isinstance(raw, dict):
            names = ", ".join(self.presets)
            detail = f"{shown(raw)}: give the name of a preset ({names}) or an object"
            defects.add(path, "wrong_type", detail)
            return None
        before = len(defects)
        named = self._preset(raw.get("preset", self.default), (*path, "preset"), defects)
        start = named or self.presets[self.default]
        table = {field.name: field for field in start.FIELDS}
        given = {name: getattr(start, name) for name in table}
        for name, value in raw.items():
            at = (*path, name)
            if name in table:
                given[name] = table[name].read(value, given[name], at, defects)
            elif name != "preset":
                known = ["preset", *table]
                hint = f"{suggestion(name, known)}known fields: {', '.join(known)}"
                defects.add(at, "unknown_field", f"{shown(name)}: {hint}")
            if defects.full:
                return None
        for name, value in given.items():
            table[name].check(value, (*path, name), defects)
        return type(start)(**given) if len(defects) == before else None

    def _preset(self, raw: object, path: Path, defects: Defects) -> Rules | None:
        if isinstance(raw, str) and raw in self.presets:
            return self.presets[raw]
        hint = f"{suggestion(raw, self.presets)}the presets are {', '.join(self.presets)}"
        detail = f"{shown(raw)}: {hint}; or give an object"
        defects.add(path, "unknown_preset", detail)
        return None
