"""How tiles are written: reading shorthand, and saying what is wrong with it.

Numbers come first, then the suit they are of: ``123m456p11z``. A wild tile is ``w``, or a 0 among
the numbers: ``12m0m`` and ``12mw`` are the same three tiles. A text of numbers alone is of the
first suit: ``11122233344455``. Spaces and commas may stand anywhere between suits. A list holds
such texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase

from models.defects import Defects, Path, short, shown
from models.mahjong.rules import Rules
from models.mahjong.tiles import HONOUR_LETTER, WILD, WILD_LETTER, Tile

_PART = re.compile(r"([0-9w]*)([a-vx-z]?)", re.ASCII)
# Not str.lower: it makes a k of the Kelvin sign, too.
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
_SEPARATORS = re.compile(r"[\s,]+")
_BARE = re.compile(r"[0-9w]+", re.ASCII)
_LETTERS = re.compile(r"[a-z]+", re.ASCII)
_WILDS = re.compile(r"(?:w+[a-vx-z]?)*", re.ASCII)

_HONOURS = "east south west north white green red"
_FIRST = frozenset(name[0] for name in _HONOURS.split())


def tile_codes(tiles: Iterable[Tile]) -> list[str]:
    """Write tiles as a list of codes: ``["1m", "w"]``."""
    return [str(tile) for tile in tiles]


def tile_text(tiles: Iterable[Tile]) -> str:
    """Write tiles in shorthand, in the order they are given: ``123m11zw``."""
    suits = groupby(tiles, key=lambda tile: tile.suit)
    return "".join(
        WILD_LETTER * len(list(of_suit))
        if suit == WILD_LETTER
        else "".join(str(tile.number) for tile in of_suit) + suit
        for suit, of_suit in suits
    )


def read_tiles(raw: object, rules: Rules, path: Path, defects: Defects) -> tuple[Tile, ...]:
    """Read tiles from JSON: a text in shorthand, or a list of texts.

    Parameters
    ----------
    raw
        The JSON value.
    rules
        The suits and numbers there are.
    path
        Where the value stands in the document.
    defects
        Takes every part that can't be read.

    Returns
    -------
    tuple[Tile, ...]
        The tiles that could be read, in the order they were written.
    """
    items = [raw] if isinstance(raw, str) else raw
    if not isinstance(items, list):
        detail = f'{shown(raw)}: give tiles as text ("123m11z") or a list (["1m", "2m"])'
        defects.add(path, "wrong_type", detail)
        return ()
    tiles: list[Tile] = []
    for place, item in enumerate(items):
        at = path if isinstance(raw, str) else (*path, place)
        if not isinstance(item, str):
            detail = f'{shown(item)} is not a tile: write a text such as "5m"'
            defects.add(at, "wrong_type", detail)
        elif len(item) > 4 * rules.total_tiles:
            defects.add(at, "too_many_tiles", too_many_tiles(rules))
            return tuple(tiles)
        else:
            tiles.extend(_read_text(item, rules, at, defects))
        if len(tiles) > rules.total_tiles:
            # What can't be right is not read on.
            defects.add(at, "too_many_tiles", too_many_tiles(rules))
        if len(tiles) > rules.total_tiles or defects.full:
            break
    return tuple(tiles)


def too_many_tiles(rules: Rules) -> str:
    """Say that there are more tiles than the game has."""
    return f"more than {rules.total_tiles} tiles: the game has no more; what follows was not read"


def _read_text(text: str, rules: Rules, path: Path, defects: Defects) -> list[Tile]:
    words = [word for word in _SEPARATORS.split(text.translate(_SMALL)) if word]
    bare = all(_BARE.fullmatch(word) for word in words)
    tiles: list[Tile] = []
    named: list[str] = []
    for word in words:
        at = 0
        while at < len(word):
            letters = _LETTERS.match(word, at)
            if letters and not _WILDS.fullmatch(letters[0]) and _FIRST & set(letters[0]):
                # Wholly: in EESSWW nobody means wild tiles.
                named.append(short(letters[0]))
                at = letters.end()
                continue
            part = _PART.match(word, at)
            if part is None or part.end() == at:
                detail = f"{shown(word[at])} in {short(word)}: write numbers and then their suit"
                defects.add(path, "unreadable_tile", f"{detail}, such as {_example(rules)}")
                at += 1
                continue
            at = part.end()
            tiles += _read_part(part[1], part[2], rules, path, defects, bare=bare)
    if named:
        # Once, however many there are: it is one mistake.
        defects.add(path, "missing_number", f"{' '.join(named)}: {_how_to_write(rules)}")
    return tiles


def _how_to_write(rules: Rules) -> str:
    """Say how tiles are written, to one who may have named honours by letters."""
    detail = f"the numbers come first, then the suit; write {_example(rules)}"
    if not rules.honours:
        return detail
    names = f" ({_HONOURS})" if rules.honours == len(_HONOURS.split()) else ""
    return f"{detail}; honours are 1z to {rules.honours}z{names}, and w is a wild tile"


def _read_part(
    numbers: str, suit: str, rules: Rules, path: Path, defects: Defects, *, bare: bool
) -> list[Tile]:
    seen = short(numbers + suit)
    digits = [digit for digit in numbers if digit not in "0w"]
    wilds = [WILD] * (len(numbers) - len(digits))
    if suit and not numbers:
        detail = f"{seen}: the numbers come first, then the suit; write {_example(rules)}"
        defects.add(path, "missing_number", detail)
        return []
    if not suit:
        if digits and not bare:
            alone = (
                f"numbers alone are of the first, {rules.suits[0]}, only if none is named at all"
            )
            detail = f"{seen}: a suit is missing; suits are {rules.suit_list()}; {alone}"
            defects.add(path, "missing_suit", detail)
            return wilds
        suit = rules.suits[0]
    honours = suit == HONOUR_LETTER
    if suit not in rules.suits and not (honours and rules.honours):
        detail = f"{seen}: suits are {rules.suit_list()}, and w is a wild tile"
        defects.add(path, "unknown_suit", detail)
        return wilds
    high = rules.honours if honours else rules.numbers
    for digit in sorted({digit for digit in digits if int(digit) > high}):
        detail = f"{digit}{suit}: numbers of {suit} run from 1 to {high}"
        defects.add(path, "unknown_number", detail)
    return [Tile(suit, int(digit)) for digit in digits if int(digit) <= high] + wilds


def _example(rules: Rules) -> str:
    top = min(3, rules.numbers)
    return "".join(str(number) for number in range(1, top + 1)) + rules.suits[0]
