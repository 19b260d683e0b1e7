"""The legal sets through a lowest tile: what can become of that tile, if it is not left over.

Only sets of ``min_set_size`` to ``2 × min_set_size − 1`` tiles are listed. A longer one, run or
group, splits into two: cut after ``min_set_size`` tiles, both parts are long enough, are runs or
groups themselves, show the same tiles (so have the same value, jokers included) and hold no more
jokers than the whole did. Splitting uses the same tiles and makes more sets, so neither a whole
cut, nor points, nor the most sets are lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from models.rummikub.meld import Meld, MeldKey, MeldKind
from models.rummikub.rules import Rules
from models.rummikub.tiles import JOKER, Tile


def sets_through(tile: Tile, counts: Mapping[Tile, int], rules: Rules) -> tuple[Meld, ...]:
    """List the sets whose lowest tile is a given one, each multiset of tiles once.

    Lowest is the lowest number, then the first colour; jokers come after all numbers. Of the ways
    to read a set the one worth most is listed (``R5 J J`` as a run, ``R13 J J`` as a group).

    Parameters
    ----------
    tile
        The lowest tile: the joker for sets of jokers only.
    counts
        How often each tile is in play.
    rules
        The rules.

    Returns
    -------
    tuple[Meld, ...]
        The sets, runs first, shorter ones before longer ones.
    """
    jokers = min(counts.get(JOKER, 0), rules.joker_limit)
    best: dict[MeldKey, Meld] = {}
    for meld in _of_jokers(jokers, rules) if tile.is_joker else _with(tile, counts, jokers, rules):
        known = best.setdefault(meld.key, meld)
        if meld.value > known.value:
            best[meld.key] = meld
    return tuple(best.values())


def _sizes(rules: Rules, longest: int) -> range:
    return range(rules.min_set_size, min(2 * rules.min_set_size - 1, longest) + 1)


def _with(tile: Tile, counts: Mapping[Tile, int], jokers: int, rules: Rules) -> Iterator[Meld]:
    """List runs and groups of a lowest tile, others above it, and jokers."""
    for size in _sizes(rules, rules.numbers):
        # As high as the tiles allow, so that jokers are worth as much as they can be.
        first = min(tile.number, rules.numbers - size + 1)
        shown = tuple(Tile(tile.colour, first + place) for place in range(size))
        reach = range(tile.number + 1, tile.number + size)
        above = [other for n in reach if counts.get(other := Tile(tile.colour, n), 0)]
        for others in _choices(above, size - 1, jokers):
            yield _read(MeldKind.RUN, shown, (tile, *others))
    place = rules.colours.index(tile.colour)
    later = [Tile(colour, tile.number) for colour in rules.colours[place + 1 :]]
    later = [other for other in later if counts.get(other, 0)]
    for size in _sizes(rules, len(rules.colours)):
        for others in _choices(later, size - 1, jokers):
            colours = {tile.colour, *(other.colour for other in others)}
            missing = [colour for colour in rules.colours if colour not in colours]
            colours.update(missing[: size - len(colours)])
            shown = tuple(Tile(c, tile.number) for c in rules.colours if c in colours)
            yield _read(MeldKind.GROUP, shown, (tile, *others))


def _of_jokers(jokers: int, rules: Rules) -> Iterator[Meld]:
    """List sets of jokers only, as the highest group or, where colours run out, the highest run."""
    highest = rules.numbers
    for size in _sizes(rules, jokers):
        if size <= len(rules.colours):
            shown = tuple(Tile(colour, highest) for colour in rules.colours[:size])
            yield _read(MeldKind.GROUP, shown, ())
        elif size <= highest:
            run = range(highest - size + 1, highest + 1)
            yield _read(MeldKind.RUN, tuple(Tile(rules.colours[0], n) for n in run), ())


def _choices(tiles: list[Tile], places: int, jokers: int) -> Iterator[tuple[Tile, ...]]:
    """Choose what takes the other places of a set, jokers filling those that are left."""
    for real in range(min(places, len(tiles)), max(0, places - jokers) - 1, -1):
        yield from combinations(tiles, real)


def _read(kind: MeldKind, shown: tuple[Tile, ...], real: tuple[Tile, ...]) -> Meld:
    return Meld(kind, shown, tuple(p for p, tile in enumerate(shown) if tile not in real))
