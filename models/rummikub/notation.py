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

from models.defects import Defects, Path, shown
from models.rummikub.rules import Rules
from models.rummikub.tiles import JOKER, JOKER_LETTER, Tile

_WORD = re.compile(r"([A-Za-z]+)(\d*)(?:-(\d+))?", re.ASCII)
_NUMBER_FIRST = re.compile(r"(\d+)([A-Za-z]+)", re.ASCII)
_SEPARATORS = re.compile(r"[\s,]+")


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
    if isinstance(raw, str):
        words = [word for word in _SEPARATORS.split(raw) if word]
        return tuple(tile for word in words for tile in _read_word(word, rules, path, defects))
    if not isinstance(raw, list):
        defects.add(path, "wrong_type", 'give tiles as text ("R7 B8 J") or a list (["R7", "B8"])')
        return ()
    tiles: list[Tile] = []
    for place, item in enumerate(raw):
        at = (*path, place)
        if not isinstance(item, str):
            defects.add(at, "wrong_type", f'{shown(item)} is not a tile: write a text such as "R7"')
        elif not item.strip():
            defects.add(at, "empty_tile", 'an empty text is not a tile: write one such as "R7"')
        else:
            for word in _SEPARATORS.split(item.strip()):
                tiles.extend(_read_word(word, rules, at, defects))
    return tuple(tiles)


def _read_word(word: str, rules: Rules, path: Path, defects: Defects) -> list[Tile]:
    seen = shown(word)
    match = _WORD.fullmatch(word)
    if match is None:
        turned = _NUMBER_FIRST.fullmatch(word)
        hint = (
            f"write the colour first: {turned[2].upper()}{turned[1]}"
            if turned
            else "write a colour and a number, such as R7, or J for a joker"
        )
        defects.add(path, "unreadable_tile", f"{seen}: {hint}")
        return []
    letters = [_colour(letter, rules) for letter in match[1].upper()]
    first, last = match[2], match[3]
    unknown = [c for c in dict.fromkeys(letters) if c != JOKER_LETTER and c not in rules.colours]
    if unknown:
        defects.add(
            path, "unknown_colour", f"{seen}: colours are {rules.colour_list()}, and J is a joker"
        )
    if not first:
        if unknown:
            return []
        if last is None and all(letter == JOKER_LETTER for letter in letters):
            return [JOKER] * len(letters)
        defects.add(path, "missing_number", f"{seen}: a number is missing; write {letters[0]}7")
        return []
    if letters == [JOKER_LETTER]:
        defects.add(path, "joker_with_number", f"{seen}: a joker has no number; write J")
        return []
    numbers = [_number(text, seen, rules, path, defects) for text in (first, last) if text]
    if unknown or None in numbers:
        return []
    low, high = numbers[0], numbers[-1]
    assert low is not None  # noqa: S101  (for the type checker: None was sent away above)
    assert high is not None  # noqa: S101
    if last is None:
        return [JOKER if c == JOKER_LETTER else Tile(c, low) for c in letters]
    if len(letters) > 1:
        defects.add(
            path,
            "run_of_two_colours",
            f"{seen}: a run has one colour; write {letters[0]}{first}-{last}",
        )
        return []
    if high < low:
        defects.add(path, "falling_run", f"{seen}: a run rises; write {letters[0]}{last}-{first}")
        return []
    return [Tile(letters[0], number) for number in range(low, high + 1)]


def _colour(letter: str, rules: Rules) -> str:
    return "O" if letter == "Y" and "Y" not in rules.colours and "O" in rules.colours else letter


def _number(text: str, seen: str, rules: Rules, path: Path, defects: Defects) -> int | None:
    # The length is looked at first: int() of a text of thousands of digits is slow, then an error.
    if len(text) > 1 and text.startswith("0"):
        plain = text.lstrip("0") or "1"
        defects.add(path, "leading_zero", f"{seen}: write the number without a zero: {plain[:2]}")
        return None
    if len(text) > 3 or not 1 <= int(text) <= rules.numbers:
        defects.add(path, "unknown_number", f"{seen}: numbers are 1 to {rules.numbers}")
        return None
    return int(text)
