"""How tiles are written: reading shorthand, and saying what is wrong with it.

A *word* is one of

=========  ==================================  =====================
``R7``     a tile                              R7
``J``      a joker                             J
``R7-10``  a run of one colour                 R7 R8 R9 R10
``RBK4``   tiles of one number                 R4 B4 K4
``JRB5``   the same with a joker among them    J R5 B5
=========  ==================================  =====================

Letters may be small. ``Y`` (yellow) is read as ``O`` where the rules have O and no Y. A text is
words between spaces or commas; a list holds words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from models.defects import Defects, Path, short, shown
from models.rummikub.rules import Rules
from models.rummikub.tiles import JOKER, JOKER_LETTER, Tile

# A range may be written with a dash of any length, and may name its colour again: R7–R10.
_WORD = re.compile(r"([A-Za-z]+)(\d*)(?:[-–—]([A-Za-z]?)(\d+))?", re.ASCII)
_NUMBER_FIRST = re.compile(r"(\d+)([A-Za-z]+)", re.ASCII)
_SEPARATORS = re.compile(r"[\s,]+")
_MOST_DIGITS = 3


def tile_codes(tiles: Iterable[Tile]) -> list[str]:
    """Write tiles as the canonical list of codes: ``["R7", "J"]``."""
    return [str(tile) for tile in tiles]


def read_tiles(raw: object, rules: Rules, path: Path, defects: Defects) -> tuple[Tile, ...]:
    """Read tiles from JSON: a text in shorthand, or a list of words.

    Parameters
    ----------
    raw
        The JSON value.
    rules
        The colours and numbers there are.
    path
        Where the value stands in the document.
    defects
        Takes every word that can't be read.

    Returns
    -------
    tuple[Tile, ...]
        The tiles that could be read, in the order they were written.
    """
    items = [raw] if isinstance(raw, str) else raw
    if not isinstance(items, list):
        defects.add(path, "wrong_type", 'give tiles as text ("R7 B8 J") or a list (["R7", "B8"])')
        return ()
    tiles: list[Tile] = []
    for place, item in enumerate(items):
        at = path if isinstance(raw, str) else (*path, place)
        words = _words(item) if isinstance(item, str) else []
        if not isinstance(item, str):
            defects.add(at, "wrong_type", f'{shown(item)} is not a tile: write a text such as "R7"')
        elif not words and not isinstance(raw, str):
            defects.add(at, "empty_tile", 'an empty text is not a tile: write one such as "R7"')
        for word in words:
            known = _right_word(word, rules)
            tiles.extend(_read_word(word, rules, at, defects) if known is None else known)
            if len(tiles) > rules.total_tiles:
                # A short word can stand for many tiles: what can't be right is not read on.
                defects.add(at, "too_many_tiles", too_many_tiles(rules))
            if len(tiles) > rules.total_tiles or defects.full:
                return tuple(tiles)
        if defects.full:
            break
    return tuple(tiles)


def too_many_tiles(rules: Rules) -> str:
    """Say that there are more tiles than the box holds."""
    return f"more than {rules.total_tiles} tiles: the game has no more; what follows was not read"


def _words(text: str) -> list[str]:
    return [word for word in _SEPARATORS.split(text) if word]


@lru_cache(maxsize=4096)
def _right_word(word: str, rules: Rules) -> tuple[Tile, ...] | None:
    """Return what a word stands for, ``None`` if something is wrong with it.

    The same words come again and again: a service spends much of its time on them.
    """
    defects = Defects()
    tiles = _read_word(word, rules, (), defects)
    return None if len(defects) else tuple(tiles)


def _read_word(word: str, rules: Rules, path: Path, defects: Defects) -> list[Tile]:
    seen = short(word)
    match = _WORD.fullmatch(word)
    if match is None:
        defects.add(path, "unreadable_tile", f"{seen}: {_right_way_round(word, rules)}")
        return []
    if len(match[1]) > rules.total_tiles:
        # Each letter is a tile: what can't be right is not taken apart.
        defects.add(path, "too_many_tiles", too_many_tiles(rules))
        return []
    letters = [_colour(letter, rules) for letter in match[1].upper()]
    colours = [letter for letter in letters if letter != JOKER_LETTER]
    first, last = match[2], match[4]
    if any(colour not in rules.colours for colour in colours):
        known = f"colours are {rules.colour_list()}, and J is a joker"
        defects.add(path, "unknown_colour", f"{seen}: {known}")
        colours = []
    elif not colours and (first or last):
        defects.add(path, "joker_with_number", f"{seen}: a joker has no number; write J")
        return []
    elif not colours:
        return [JOKER] * len(letters)
    elif not first:
        detail = f"{seen}: a number is missing; write {_some_tile(colours[0], rules)}"
        defects.add(path, "missing_number", detail)
        return []
    numbers = [_number(text, seen, rules, path, defects) for text in (first, last) if text]
    if not colours or not numbers or None in numbers:
        return []
    low, high = numbers[0] or 0, numbers[-1] or 0
    if last is None:
        return [JOKER if c == JOKER_LETTER else Tile(c, low) for c in letters]
    if len(letters) > 1 or (match[3] and _colour(match[3].upper(), rules) != letters[0]):
        detail = f"{seen}: a run has one colour; write {colours[0]}{first}-{last}"
        defects.add(path, "run_of_two_colours", detail)
        return []
    if high < low:
        detail = f"{seen}: a run rises; write {colours[0]}{last}-{first}"
        defects.add(path, "falling_run", detail)
        return []
    return [Tile(colours[0], number) for number in range(low, high + 1)]


def _right_way_round(word: str, rules: Rules) -> str:
    """Say what would be right: the word turned round if that makes a tile."""
    turned = _NUMBER_FIRST.fullmatch(word)
    if turned and len(turned[1]) <= _MOST_DIGITS:
        tile = Tile(_colour(turned[2].upper(), rules), int(turned[1]))
        if tile in rules.order:
            return f"write the colour first: {tile}"
    example = _some_tile(rules.colours[0], rules)
    return f"write a colour and a number, such as {example}, or J for a joker"


def _some_tile(colour: str, rules: Rules) -> Tile:
    return Tile(colour, min(7, rules.numbers))


def _colour(letter: str, rules: Rules) -> str:
    return "O" if letter == "Y" and "Y" not in rules.colours and "O" in rules.colours else letter


def _number(text: str, seen: str, rules: Rules, path: Path, defects: Defects) -> int | None:
    # The length is looked at first: int() of a text of thousands of digits is slow, then an error.
    plain = text.lstrip("0")
    if not plain or len(plain) > _MOST_DIGITS or int(plain) > rules.numbers:
        defects.add(path, "unknown_number", f"{seen}: numbers are 1 to {rules.numbers}")
        return None
    if plain != text:
        detail = f"{seen}: write the number without a zero in front: {plain}"
        defects.add(path, "leading_zero", detail)
        return None
    return int(text)
