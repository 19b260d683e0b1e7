"""The rules as data: nothing outside this file says 9, 7 or 4."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

from models.defects import Defects, Path, shown, suggestion
from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.tiles import HONOUR_LETTER, SUIT_NAMES, WILD, WILD_LETTER, Tile

# A tile is written as one digit; the other ranges are wider than any game in print.
RANGES: Mapping[str, tuple[int, int]] = {
    "numbers": (1, 9),
    "honours": (0, 9),
    "copies": (1, 8),
    "wilds": (0, 16),
    "sets": (0, 60),
}
"""The least and the greatest value of each field that is a number."""
_MAX_SUITS = 8
_RUN = 3


def _check_ranges(rules: Rules, path: Path, defects: Defects) -> None:
    suits = rules.suits
    if not 1 <= len(suits) <= _MAX_SUITS:
        detail = f"{len(suits)} suits: give 1 to {_MAX_SUITS}"
        defects.add((*path, "suits"), "out_of_range", detail)
        suits = ()
    for place, letter in enumerate(suits):
        at = (*path, "suits", place)
        if len(letter) != 1 or not ("a" <= letter <= "z"):
            defects.add(at, "bad_suit", f"{shown(letter)}: a suit is one letter from a to z")
        elif letter in (WILD_LETTER, HONOUR_LETTER):
            detail = f"{letter} is {'wild' if letter == WILD_LETTER else 'for honours'}"
            defects.add(at, "bad_suit", f"{detail}; choose another letter")
        elif letter in suits[:place]:
            defects.add(at, "repeated_suit", f"{letter} is there already; name a suit once")
    for name, (low, high) in RANGES.items():
        value = getattr(rules, name)
        if value is None and name == "sets":
            continue
        if isinstance(value, bool) or not isinstance(value, int):
            defects.add((*path, name), "wrong_type", f"{shown(value)}: give a whole number")
        elif not low <= value <= high:
            detail = f"{shown(value)}: give a number from {low} to {high}"
            defects.add((*path, name), "out_of_range", detail)
    pair: object = rules.pair
    if not isinstance(pair, bool):
        defects.add((*path, "pair"), "wrong_type", f"{shown(pair)}: give true or false")
    if not rules.shapes:
        detail = f"no shape: give at least one of {', '.join(Shape)}"
        defects.add((*path, "shapes"), "no_shape", detail)


@dataclass(frozen=True)
class Rules:
    """What a complete hand is made of; the defaults are the usual 136 tiles, and four wild ones.

    Attributes
    ----------
    suits
        The suits, one small letter each, in the order they are written in.
    numbers
        The highest number of a suit; numbers run from 1.
    honours
        How many kinds of honour there are (suit ``z``): they make triplets and pairs, no runs.
    copies
        How many tiles there are of each kind, and so how often a complete hand may show it.
    shapes
        Which sets count.
    sets
        How many sets a complete hand has; ``None`` is a third of the hand's tiles, rounded down.
    pair
        Whether it has a pair as well.
    wilds
        The most wild tiles there are.

    Raises
    ------
    InvalidInputError
        With every field that is out of range.
    """

    suits: tuple[str, ...] = ("m", "p", "s")
    numbers: int = 9
    honours: int = 7
    copies: int = 4
    shapes: tuple[Shape, ...] = (Shape.TRIPLET, Shape.RUN)
    sets: int | None = None
    pair: bool = True
    wilds: int = 4

    def __post_init__(self) -> None:
        defects = Defects()
        _check_ranges(self, (), defects)
        defects.raise_if_any()
        object.__setattr__(self, "shapes", tuple(s for s in Shape if s in self.shapes))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields alone; a process that reads them often makes equal rules once."""
        return _remembered, tuple(getattr(self, field.name) for field in fields(self))

    @cached_property
    def kinds(self) -> tuple[Tile, ...]:
        """Every kind of tile but the wild one, suit by suit, honours last."""
        suited = tuple(Tile(s, n) for s in self.suits for n in range(1, self.numbers + 1))
        return suited + tuple(Tile(HONOUR_LETTER, n) for n in range(1, self.honours + 1))

    @cached_property
    def order(self) -> Mapping[Tile, int]:
        """Where each kind stands when tiles are written in order; the wild tile comes last."""
        return {tile: place for place, tile in enumerate((*self.kinds, WILD))}

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Every set and pair there is, kind by kind: triplet, run, pair of each lowest tile."""
        found: list[Block] = []
        for tile in self.kinds:
            runs = tile.suit != HONOUR_LETTER and tile.number <= self.numbers - _RUN + 1
            if Shape.TRIPLET in self.shapes and self.copies >= _RUN:
                found.append(Block(Shape.TRIPLET, tile))
            if Shape.RUN in self.shapes and runs:
                found.append(Block(Shape.RUN, tile))
            if self.pair and self.copies > 1:
                found.append(Block(PAIR, tile))
        return tuple(found)

    @cached_property
    def orphans(self) -> tuple[Tile, ...]:
        """The lowest and the highest tile of each suit, and the honours."""
        ends = (1, self.numbers)
        return tuple(t for t in self.kinds if t.suit == HONOUR_LETTER or t.number in ends)

    @property
    def total_tiles(self) -> int:
        """How many tiles there are, wild ones included."""
        return len(self.kinds) * self.copies + self.wilds

    def count(self, tile: Tile) -> int:
        """How many of this tile there are."""
        return self.wilds if tile.is_wild else self.copies

    def sets_of(self, tiles: int) -> int:
        """How many sets a complete hand has, for a hand of so many tiles."""
        return tiles // 3 if self.sets is None else self.sets

    def in_order(self, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """Put tiles in the canonical order."""
        return tuple(sorted(tiles, key=self.order.__getitem__))

    def suit_list(self) -> str:
        """Name the suits for a message: ``m p s z (characters, dots, bamboo, honours)``."""
        letters = (*self.suits, *((HONOUR_LETTER,) if self.honours else ()))
        names = [SUIT_NAMES.get(letter) for letter in letters]
        listed = " ".join(letters)
        return f"{listed} ({', '.join(n for n in names if n)})" if all(names) else listed

    def to_json(self) -> dict[str, Any]:
        """Write the rules as a JSON object that :func:`read_rules` reads back."""
        return asdict(self) | {"suits": list(self.suits), "shapes": list(self.shapes)}


@lru_cache(maxsize=64)
def _remembered(*given: Any) -> Rules:
    return Rules(*given)


PRESETS: Mapping[str, Rules] = {
    "standard": Rules(),
    "no-honours": Rules(honours=0),
    "one-suit": Rules(suits=("m",), honours=0),
}
"""Rules by name: the usual tiles, those without honours (108), and a single suit (36)."""

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
        detail = f"{shown(raw)}: give the name of a preset ({', '.join(PRESETS)}) or an object"
        defects.add(path, "wrong_type", detail)
        return None
    before = len(defects)
    preset = _preset(raw.get("preset", DEFAULT_PRESET), (*path, "preset"), defects)
    start = preset or PRESETS[DEFAULT_PRESET]
    given = {field.name: getattr(start, field.name) for field in fields(Rules)}
    for name, value in raw.items():
        if name == "preset":
            continue
        if name not in given:
            known = ["preset", *given]
            hint = f"{suggestion(name, known)}known fields: {', '.join(known)}"
            defects.add((*path, name), "unknown_field", f"{shown(name)}: {hint}")
        elif name == "suits":
            given[name] = _suits(value, given[name], (*path, name), defects)
        elif name == "shapes":
            given[name] = _shapes(value, given[name], (*path, name), defects)
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
    hint = f"{suggestion(raw, PRESETS)}the presets are {', '.join(PRESETS)}"
    detail = f"{shown(raw)}: {hint}; or give an object"
    defects.add(path, "unknown_preset", detail)
    return None


def _suits(value: object, default: object, path: Path, defects: Defects) -> object:
    """Read the suits; the default when they can't be read."""
    letters = list(value) if isinstance(value, str) else value
    if isinstance(letters, list) and all(isinstance(letter, str) for letter in letters):
        return tuple(letters)
    detail = f'{shown(value)}: give the suits as text or a list of letters: "mps"'
    defects.add(path, "wrong_type", detail)
    return default


def _shapes(value: object, default: object, path: Path, defects: Defects) -> object:
    """Read the shapes; the default when they can't be read."""
    if not isinstance(value, list):
        detail = f"{shown(value)}: give the shapes as a list of {', '.join(Shape)}"
        defects.add(path, "wrong_type", detail)
        return default
    read: list[Shape] = []
    for place, name in enumerate(value):
        if isinstance(name, str) and name in tuple(Shape):
            if name in read:
                detail = f"{name} is there already; name a shape once"
                defects.add((*path, place), "repeated_shape", detail)
            read.append(Shape(name))
        else:
            detail = f"{shown(name)}: {suggestion(name, Shape)}the shapes are {', '.join(Shape)}"
            defects.add((*path, place), "unknown_shape", detail)
        if defects.full:
            break
    # An empty list is a defect of its own; one that could not be read has been noted.
    return tuple(read) if read or not value else default
