"""The rules as data: nothing outside this file says 13, 4 or 2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any

from models.defects import Defects, Path, short, shown, suggestion
from models.rummikub.tiles import COLOUR_NAMES, JOKER, JOKER_LETTER, Tile


class JokerPolicy(StrEnum):
    """What a joker that lies on the table may do.

    ``free``: it may change its place and its meaning, but stays on the table (Den Hertog &
    Hulshof 2006, and today's rulebook).
    """

    FREE = "free"


# Wide enough for every variant in print.
RANGES: Mapping[str, tuple[int, int]] = {
    "numbers": (1, 50),
    "copies": (1, 10),
    "jokers": (0, 8),
    "min_set_size": (2, 6),
    "initial_meld_points": (0, 1000),
    "max_jokers_in_set": (0, 8),
    "joker_penalty": (0, 1000),
}
"""The least and the greatest value of each field that is a number."""
_MAX_COLOURS = 8


def _check_ranges(rules: Rules, path: Path, defects: Defects) -> None:
    colours = rules.colours
    if not 1 <= len(colours) <= _MAX_COLOURS:
        detail = f"{len(colours)} colours: give 1 to {_MAX_COLOURS}"
        defects.add((*path, "colours"), "out_of_range", detail)
        colours = ()
    for place, letter in enumerate(colours):
        at = (*path, "colours", place)
        if len(letter) != 1 or not ("A" <= letter <= "Z"):
            detail = f"{shown(letter)}: a colour is one letter from A to Z"
            defects.add(at, "bad_colour", detail)
        elif letter == JOKER_LETTER:
            defects.add(at, "bad_colour", "J is the joker; choose another letter")
        elif letter in colours[:place]:
            defects.add(at, "repeated_colour", f"{letter} is there already; name a colour once")
    for name, (low, high) in RANGES.items():
        value = getattr(rules, name)
        if value is None and name == "max_jokers_in_set":
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            defects.add((*path, name), "wrong_type", f"{shown(value)}: give a whole number")
        elif not low <= value <= high:
            detail = f"{shown(value)}: give a number from {low} to {high}"
            defects.add((*path, name), "out_of_range", detail)


@dataclass(frozen=True)
class Rules:
    """The rules of one game of Rummikub; the defaults are the boxed game for four.

    Attributes
    ----------
    colours
        The colours, one letter each, in the order they are written in.
    numbers
        The highest number; numbers run from 1.
    copies
        How many tiles there are of each colour and number.
    jokers
        How many jokers there are.
    min_set_size
        The fewest tiles in a set.
    initial_meld_points
        Points the first sets a player lays must reach together.
    max_jokers_in_set
        The most jokers in one set; ``None`` is no limit, so that a set may be jokers only.
    joker_policy
        What a joker on the table may do.
    joker_penalty
        Points a joker costs that is left in the hand.

    Raises
    ------
    InvalidInputError
        With every field that is out of range.
    """

    colours: tuple[str, ...] = ("R", "B", "O", "K")
    numbers: int = 13
    copies: int = 2
    jokers: int = 2
    min_set_size: int = 3
    initial_meld_points: int = 30
    max_jokers_in_set: int | None = None
    joker_policy: JokerPolicy = JokerPolicy.FREE
    joker_penalty: int = 30

    def __post_init__(self) -> None:
        defects = Defects()
        _check_ranges(self, (), defects)
        defects.raise_if_any()

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __hash__(self) -> int:
        # What is remembered about words and sets is remembered by the rules, too.
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields alone; a process that reads them often makes equal rules once."""
        return _remembered, tuple(getattr(self, field.name) for field in fields(self))

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every kind of numbered tile, colour by colour; ``colours × numbers`` of them."""
        return tuple(Tile(c, n) for c in self.colours for n in range(1, self.numbers + 1))

    @cached_property
    def order(self) -> Mapping[Tile, int]:
        """Where each kind of tile stands when tiles are written in order; jokers come last."""
        return {tile: place for place, tile in enumerate((*self.tiles, JOKER))}

    @cached_property
    def total_tiles(self) -> int:
        """How many tiles are in the box."""
        return len(self.colours) * self.numbers * self.copies + self.jokers

    @property
    def joker_limit(self) -> int:
        """The most jokers that one set can hold, whether by a limit or for want of more."""
        if self.max_jokers_in_set is None:
            return self.jokers
        return min(self.jokers, self.max_jokers_in_set)

    def count(self, tile: Tile) -> int:
        """How many of this tile are in the box."""
        return self.jokers if tile.is_joker else self.copies

    def in_order(self, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """Put tiles in the canonical order."""
        return tuple(sorted(tiles, key=self.order.__getitem__))

    def colour_list(self) -> str:
        """Name the colours for a message: ``R B O K (red, blue, orange, black)``."""
        letters = " ".join(self.colours)
        names = [COLOUR_NAMES.get(letter) for letter in self.colours]
        return f"{letters} ({', '.join(n for n in names if n)})" if all(names) else letters

    def to_json(self) -> dict[str, Any]:
        """Write the rules as a JSON object that :func:`read_rules` reads back."""
        return asdict(self) | {"colours": list(self.colours)}


@lru_cache(maxsize=64)
def _remembered(*given: Any) -> Rules:
    return Rules(*given)


PRESETS: Mapping[str, Rules] = {
    "standard": Rules(),
    "six-player": Rules(copies=3, jokers=4),
}
"""Rules by name: the boxed game (106 tiles) and the one for up to six players (160)."""

DEFAULT_PRESET = "standard"


def read_rules(raw: object, path: Path, defects: Defects) -> Rules | None:
    """Read rules from JSON: the name of a preset, or an object.

    An object starts from the preset it names under ``preset`` (``standard`` if it names none) and
    replaces the fields it gives.

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
        return _preset(raw, path, defects)
    if not isinstance(raw, dict):
        defects.add(
            path, "wrong_type", f"give the name of a preset ({', '.join(PRESETS)}) or an object"
        )
        return None
    before = len(defects)
    preset = _preset(raw.get("preset", DEFAULT_PRESET), (*path, "preset"), defects)
    given = asdict(preset or PRESETS[DEFAULT_PRESET])
    for name, value in raw.items():
        if name == "preset":
            continue
        if name not in given:
            known = ["preset", *given]
            hint = f"{suggestion(name, known)}known fields: {', '.join(known)}"
            defects.add((*path, name), "unknown_field", f"{short(name)}: {hint}")
        elif name in ("colours", "joker_policy"):
            given[name] = _field(name, value, given[name], (*path, name), defects)
        else:
            given[name] = value
        if defects.full:
            return None
    _check_ranges(_unchecked(given), path, defects)
    return Rules(**given) if len(defects) == before else None


def _unchecked(values: Mapping[str, Any]) -> Rules:
    """Make rules that may be wrong, to be checked."""
    rules = object.__new__(Rules)
    for name, value in values.items():
        object.__setattr__(rules, name, value)
    return rules


def _preset(raw: object, path: Path, defects: Defects) -> Rules | None:
    if isinstance(raw, str) and raw in PRESETS:
        return PRESETS[raw]
    defects.add(
        path,
        "unknown_preset",
        f"{shown(raw)}: the presets are {', '.join(PRESETS)}; or give an object",
    )
    return None


def _field(name: str, value: object, default: object, path: Path, defects: Defects) -> object:
    """Read one of the two fields that are no numbers; the default when it can't be read."""
    if name == "joker_policy":
        if isinstance(value, str) and value in tuple(JokerPolicy):
            return JokerPolicy(value)
        detail = f"{shown(value)}: known is {', '.join(JokerPolicy)}"
        defects.add(path, "unknown_joker_policy", detail)
        return default
    letters = list(value) if isinstance(value, str) else value
    if isinstance(letters, list) and all(isinstance(letter, str) for letter in letters):
        return tuple(letters)
    defects.add(path, "wrong_type", 'give the colours as text or a list of letters: "RBOK"')
    return default
