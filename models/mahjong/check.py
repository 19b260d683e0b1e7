"""The independent verifier: given a hand and what is said of it, name every violation.

Exact, in whole numbers, and without a line of code shared with any backend: it knows what a set is
from the definition, never from the list of blocks the programs are built on. That no complete hand
is nearer than the one shown it can't see; whatever follows from the one shown it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.defects import Defect, Defects, Path
from models.mahjong.blocks import PAIR, Block, Shape
from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import (
    SEVEN,
    Discard,
    Distance,
    Form,
    Kinds,
    Nearest,
    useful_tiles,
)
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import HONOUR_LETTER, Tile


def check_decompositions(hand: Hand, said: Decompositions) -> tuple[Defect, ...]:
    """Name everything that is wrong with decompositions of a hand.

    Parameters
    ----------
    hand
        The hand.
    said
        The decompositions: at least one.

    Returns
    -------
    tuple[Defect, ...]
        Every violation; empty if each splits the whole hand and no two are the same. Whether they
        are all there are is not seen here.
    """
    defects = Defects()
    if not said.found:
        defects.add((), "no_decomposition", "a hand that can be split, and no way to split it")
    seen: dict[tuple[Block, ...], int] = {}
    for place, one in enumerate(said.found):
        at: Path = ("decompositions", place)
        _check_blocks(hand.rules, one.blocks, hand.sets, hand.rules.pair, at, defects)
        if len(one.wilds) != hand.wilds:
            detail = f"{len(one.wilds)} wild tiles stand for something, and {hand.wilds} are held"
            defects.add(at, "wrong_wilds", detail)
        stand = _tally(hand.rules, one.wilds, at, defects)
        _check_shown(
            hand.rules,
            one.blocks,
            [a + b for a, b in zip(hand.counts, stand, strict=True)],
            at,
            defects,
        )
        first = seen.setdefault(tuple(sorted(one.blocks)), place)
        if first != place:
            defects.add(at, "repeated", f"{one} is decomposition {first} again")
    return tuple(defects)


def check_distance(hand: Hand, forms: Sequence[Form], said: Distance) -> tuple[Defect, ...]:
    """Name everything that is wrong with what is said of a hand's distance.

    Parameters
    ----------
    hand
        The hand.
    forms
        The forms a complete hand may have.
    said
        What is said.

    Returns
    -------
    tuple[Defect, ...]
        Every violation found.
    """
    defects = Defects()
    _check_order(hand, said, defects)
    near = said.nearest
    if (near is None) != (said.available is None):
        defects.add(("nearest",), "no_nearest", "a distance and a complete hand come together")
    if near is not None:
        if near.form not in forms:
            defects.add(("nearest",), "wrong_form", f"{near.form} was not asked for")
        _check_nearest(hand, near, said.available, defects)
    if said.useful is None and said.discards is None:
        return tuple(defects)
    none_left = _none_left(hand)
    if said.useful is not None:
        _check_useful(hand, said, said.useful, none_left, defects)
    if said.discards is not None:
        _check_discards(hand, said, said.discards, none_left, defects)
    return tuple(defects)


def _check_order(hand: Hand, said: Distance, defects: Defects) -> None:
    """Hold the distances against each other: the fewer hands are allowed, the farther is one."""
    if not hand.visible and said.exchanges != said.available:
        detail = f"{said.exchanges} and {said.available}, and no tile is visible"
        defects.add(("exchanges",), "distances_differ", detail)
    least = max(0, hand.complete_size - len(hand.tiles))
    if said.without_copy_limit is not None and said.without_copy_limit < least:
        detail = f"{said.without_copy_limit}: a complete hand has at least {least} tiles more"
        defects.add(("exchanges_without_copy_limit",), "too_near", detail)
    for name, near, far in (
        ("exchanges_without_copy_limit", said.without_copy_limit, said.exchanges),
        ("exchanges", said.exchanges, said.available),
    ):
        if far is not None and (near is None or near > far):
            detail = f"{near} is more than {far}, though more complete hands are allowed"
            defects.add((name,), "wrong_order", detail)


def _check_nearest(hand: Hand, near: Nearest, distance: int | None, defects: Defects) -> None:
    at: Path = ("nearest",)
    rules = hand.rules
    if len(near.tiles_in) != distance:
        detail = f"{len(near.tiles_in)} tiles come in, and the distance is said to be {distance}"
        defects.add(at, "wrong_distance", detail)
    order, unknown = rules.order, len(rules.kinds) + 1
    # Copies of each kind; then wild tiles, and tiles that the game has not.
    complete, left = [*hand.counts, hand.wilds, 0], [*hand.left, 0, 0]
    for tile in near.tiles_out:
        place = order.get(tile, unknown)
        complete[place] -= 1
        if complete[place] < 0:
            defects.add(at, "not_in_hand", f"{tile} out, and not in the hand so often")
    for tile in near.tiles_in:
        place = order.get(tile, unknown)
        complete[place] += 1
        left[place] -= 1
        if left[place] < 0:
            defects.add(at, "not_available", f"{tile} in, and no such tile is left")
        if tile in near.tiles_out:
            defects.add(at, "out_and_in", f"{tile} goes out and comes in")
    complete.pop()
    staying = complete.pop()
    if staying != len(near.wilds):
        detail = f"{len(near.wilds)} wild tiles stand for something, and {staying} stay"
        defects.add(at, "wrong_wilds", detail)
    if near.wilds:
        stand = _tally(rules, near.wilds, at, defects)
        complete = [a + b for a, b in zip(complete, stand, strict=True)]
    if near.form is Form.THIRTEEN_ORPHANS:
        _check_orphans(rules, complete, near, defects)
        return
    _check_shown(rules, near.blocks, complete, at, defects)
    if near.form is Form.STANDARD:
        _check_blocks(rules, near.blocks, hand.sets, rules.pair, at, defects)
        return
    kinds = {block.first for block in near.blocks if block.kind == PAIR}
    if len(kinds) != SEVEN or len(near.blocks) != SEVEN:
        defects.add(at, "not_seven_pairs", "these are not pairs of seven different kinds")


def _check_orphans(rules: Rules, complete: Sequence[int], near: Nearest, defects: Defects) -> None:
    ends = {1, rules.numbers}
    orphans = [tile.suit == HONOUR_LETTER or tile.number in ends for tile in rules.kinds]
    right = all(
        1 <= count <= 2 if orphan else count == 0
        for count, orphan in zip(complete, orphans, strict=True)
    )
    if not right or sum(complete) != sum(orphans) + 1 or near.blocks:
        detail = "this is not one of each lowest and highest number and honour, and one more"
        defects.add(("nearest",), "not_thirteen_orphans", detail)


def _none_left(hand: Hand) -> Kinds:
    """Return every kind that can't be drawn, those the game has not among them."""
    none = -1 << len(hand.left)
    if min(hand.left) < 1:
        for place, left in enumerate(hand.left):
            none |= (left < 1) << place
    return none


def _add_not_left(hand: Hand, kinds: Kinds, at: Path, defects: Defects) -> None:
    """Note kinds that are said to be useful and can't be drawn."""
    names = [str(tile) for place, tile in enumerate(hand.rules.kinds) if kinds >> place & 1]
    if kinds >> len(hand.rules.kinds):
        names.append("a kind that the game has not")
    defects.add(at, "none_left", f"{', '.join(names)}: said to be useful, and none is left")


def _check_useful(
    hand: Hand, said: Distance, useful: Kinds, none_left: Kinds, defects: Defects
) -> None:
    at: Path = ("useful_tiles",)
    if useful & none_left:
        _add_not_left(hand, useful & none_left, at, defects)
    if said.nearest is not None:
        order = hand.rules.order
        for tile in dict.fromkeys(said.nearest.tiles_in):
            if not useful >> order.get(tile, 0) & 1:
                detail = f"{tile} leads to the complete hand shown, and is not said to help"
                defects.add(at, "useful_tile_missing", detail)
    if useful and not said.available:
        defects.add(at, "nothing_is_useful", "nothing can be drawn that lowers this distance")


def _check_discards(
    hand: Hand, said: Distance, discards: Sequence[Discard], none_left: Kinds, defects: Defects
) -> None:
    at: Path = ("discards",)
    may = hand.tiles if len(hand.tiles) >= hand.complete_size else ()
    if [one.tile for one in discards] != list(dict.fromkeys(may)):
        defects.add(at, "wrong_discards", "the discards are not the tiles of the hand, each once")
    now, before = said.available, said.useful
    # A discard keeps the distance or raises it by one.
    raised = None if now is None else now + 1
    for place, (tile, exchanges, useful) in enumerate(discards):
        if useful & none_left:
            _add_not_left(hand, useful & none_left, (*at, place), defects)
        # What helps a hand that was not farther before helped it then; what helped helps one that
        # is farther now. A wild tile may have stood for what can't be had.
        keeps = exchanges == now
        if before is not None:
            differ = useful & ~before if keeps else before & ~useful
            if differ and not tile.is_wild:
                names = ", ".join(str(one.tile) for one in useful_tiles(hand, differ))
                detail = f"{names}: useful before or after {tile}, and not both"
                defects.add((*at, place), "useful_tiles_differ", detail)
        if keeps or exchanges == raised:
            continue
        # Without a wild tile, what only it could stand for is out of reach.
        less = exchanges is not None and (now is None or exchanges < now)
        if less or not tile.is_wild:
            detail = f"{exchanges} after {tile}, and {now} before"
            defects.add((*at, place), "wrong_distance", detail)
    if discards and said.nearest is not None:
        missed = {one.tile for one in discards if one.exchanges != now}
        for tile in sorted(missed.intersection(said.nearest.tiles_out)):
            detail = f"{tile} goes out for the complete hand shown, and is said to be missed"
            defects.add(at, "wrong_distance", detail)


def _check_blocks(
    rules: Rules, blocks: Iterable[Block], sets: int, pair: bool, at: Path, defects: Defects
) -> None:
    pairs, others = 0, 0
    for block in blocks:
        kind, (suit, number) = block
        if kind == PAIR:
            pairs += 1
        else:
            others += 1
            if kind not in rules.shapes:
                defects.add(at, "wrong_shape", f"{block} is a {kind}: these rules have none")
        if kind == Shape.RUN and (suit == HONOUR_LETTER or number + 2 > rules.numbers):
            defects.add(at, "no_run", f"{block} is no run of three in a suit")
    if others != sets or pairs != pair:
        detail = f"{others} sets and {pairs} pairs: {sets} and {int(pair)} are needed"
        defects.add(at, "wrong_number", detail)


def _check_shown(
    rules: Rules, blocks: Iterable[Block], held: Sequence[int], at: Path, defects: Defects
) -> None:
    """Hold what blocks show against the tiles they are made of, and the game's copies."""
    shown = _tally(rules, [tile for block in blocks for tile in block.tiles], at, defects)
    if shown == held and max(shown) <= rules.copies:
        return
    for tile, here, there in zip(rules.kinds, shown, held, strict=True):
        if here > there:
            detail = f"{here - there} × {tile} in the blocks, and nowhere else"
            defects.add(at, "tile_from_nowhere", detail)
        if here < there:
            defects.add(at, "tile_left_over", f"{there - here} × {tile} in none of the blocks")
        if here > rules.copies:
            defects.add(at, "too_many_copies", f"{here} × {tile}: the game has {rules.copies}")


def _tally(rules: Rules, tiles: Iterable[Tile], at: Path, defects: Defects) -> list[int]:
    """Count tiles that must be natural ones, by kind."""
    order, kinds = rules.order, len(rules.kinds)
    counts = [0] * kinds
    for tile in tiles:
        place = order.get(tile, kinds)
        if place < kinds:
            counts[place] += 1
        else:
            defects.add(at, "unknown_tile", f"{tile}: the game has no such natural tile")
    return counts
