"""Whether a turn may end: only the sets it touched are looked at.

The sets that it did not touch lie on the table before and after, so that whatever is asked of both
cancels out, and they were legal when the turn began. The rules are those of
:func:`models.rummikub.check.check_change`, which looks at two whole tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from models.defects import Defect, Defects, Path
from models.rummikub.board.place import Place
from models.rummikub.check import (
    check_initial_points,
    check_sets_stay,
    check_tiles_known,
    check_tiles_stay,
)
from models.rummikub.legality import read_meld
from models.rummikub.meld import Meld
from models.rummikub.position import check_counts
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile

type PlacedSets = Mapping[Place, Sequence[Tile]]
"""The tiles of sets on the board, legal or not, by the place of the first."""

_BOARD: Path = ("board",)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn has come to.

    Attributes
    ----------
    old, new
        The sets that it touched, as they lay when it began and as they lie now.
    balance
        How many more (or, below 0, fewer) of each tile lie on the board.
    counts
        How many of each tile lie on the board now.
    """

    old: PlacedSets
    new: PlacedSets
    balance: Mapping[Tile, int]
    counts: Mapping[Tile, int]


def touched_sets(
    changed: Iterable[Place], tile_at: Callable[[Place], Tile | None]
) -> dict[Place, tuple[Tile, ...]]:
    """Return the sets with a tile at, or next to, a place that changed.

    Parameters
    ----------
    changed
        The places.
    tile_at
        The tile at a place, as the board lies or lay.

    Returns
    -------
    dict[Place, tuple[Tile, ...]]
        The sets in reading order. Every tile of them is looked at a fixed number of times.
    """
    found: dict[Place, tuple[Tile, ...]] = {}
    seen: set[Place] = set()
    for place in changed:
        for one in (place.left, place, place.right):
            if one in seen or tile_at(one) is None:
                continue
            first = one
            while tile_at(first.left) is not None:
                first = first.left
            tiles: list[Tile] = []
            at = first
            while (tile := tile_at(at)) is not None:
                tiles.append(tile)
                seen.add(at)
                at = at.right
            found[first] = tuple(tiles)
    return dict(sorted(found.items()))


def check_turn(
    outcome: Outcome, rules: Rules, hand: Sequence[Tile] | None, *, opened: bool
) -> tuple[Defect, ...]:
    """Name everything that is wrong with a turn.

    Parameters
    ----------
    outcome
        What the turn has come to.
    rules
        The rules.
    hand
        The hand when the turn began, or ``None`` if it is not known: what is new on the board is
        then taken to come from it.
    opened
        Whether the player had laid the initial meld.

    Returns
    -------
    tuple[Defect, ...]
        Every violation; empty if the turn may end. A set's pointer is that of its first tile.
    """
    defects = Defects()
    melds = read_sets(outcome.new, rules, defects)
    gained, gone = _parts(outcome.balance)
    _check_counts(outcome, rules, gained, hand, defects)
    check_tiles_stay(gone, _BOARD, defects)
    if hand is not None:
        check_tiles_known(gained, hand, _BOARD, defects)
    if not defects and not opened:
        old = Counter(tuple(sorted(tiles)) for tiles in outcome.old.values())
        check_sets_stay(old, Counter(meld.key for meld in melds), _BOARD, defects)
        if gained:
            check_initial_points(old, melds, rules, _BOARD, defects)
    return tuple(defects)


def read_sets(sets: PlacedSets, rules: Rules, defects: Defects) -> tuple[Meld, ...]:
    """Read sets as legal ones, noting why those that are not are none."""
    melds: list[Meld] = []
    for place, tiles in sets.items():
        read = read_meld(tiles, rules)
        if isinstance(read, Meld):
            melds.append(read)
        else:
            for fault in read:
                defects.add((*_BOARD, *place), fault.code, fault.detail)
    return tuple(melds)


def _parts(balance: Mapping[Tile, int]) -> tuple[Counter[Tile], Counter[Tile]]:
    """Tell what the board gained from what is gone."""
    return +Counter(balance), -Counter(balance)


def _check_counts(
    outcome: Outcome,
    rules: Rules,
    gained: Counter[Tile],
    hand: Sequence[Tile] | None,
    defects: Defects,
) -> None:
    """Note tiles of which there are too many: of the hand, and of what the turn put down."""
    counts, known, held = outcome.counts, rules.order, Counter(hand or ())
    before = {tile: counts.get(tile, 0) - outcome.balance.get(tile, 0) for tile in held}
    spare = Counter(
        {t: n for t, n in before.items() if t in known and n + held[t] > rules.count(t)}
    )
    places: dict[Path, Sequence[Tile]] = {_BOARD: [*spare.elements()]}
    check_counts(places | {("hand",): tuple(hand or ())}, rules, defects)
    # That a tile is unknown was noted when its set was read.
    many = {t for t in gained if t in known and counts[t] > rules.count(t)}
    touched = Counter(tile for tiles in outcome.new.values() for tile in tiles if tile in many)
    elsewhere = Counter({tile: counts[tile] for tile in many}) - touched
    # The sets that were not touched come first, so that one that was is blamed.
    places = {_BOARD: [*elsewhere.elements()]}
    for place, tiles in outcome.new.items():
        places[(*_BOARD, *place)] = [tile for tile in tiles if tile in many]
    check_counts(places, rules, defects, "this table")
