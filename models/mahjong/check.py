"""The independent verifier: given a hand and what is said of it, name every violation.

Exact, in whole numbers, and without a line of code shared with any backend: it knows what a set is
from the definition, never from the list of blocks the programs are built on. That no complete hand
is nearer than the one shown it can't see; whatever follows from the one shown it does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from models.defects import Defect, Defects, Path
from models.mahjong.blocks import Block, Shape
from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import Discard, Distance, Form, Nearest, Useful
from models.mahjong.hand import Hand
from models.mahjong.rules import Rules
from models.mahjong.tiles import HONOUR_LETTER, WILD, Tile


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
    seen: dict[frozenset[tuple[Block, int]], int] = {}
    for place, one in enumerate(said.found):
        at: Path = ("decompositions", place)
        _check_blocks(hand.rules, one.blocks, hand.sets, hand.rules.pair, at, defects)
        held = Counter(hand.tiles)
        held[WILD] -= len(one.wilds)
        _check_same(+held + Counter(one.wilds), _shown(one.blocks), at, defects)
        if len(one.wilds) != hand.wilds:
            detail = f"{len(one.wilds)} wild tiles stand for something, and {hand.wilds} are held"
            defects.add(at, "wrong_wilds", detail)
        _check_copies(hand.rules, _shown(one.blocks), at, defects)
        first = seen.setdefault(frozenset(Counter(one.blocks).items()), place)
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
    _check_order(said, defects)
    if (said.nearest is None) != (said.available is None):
        defects.add(("nearest",), "no_nearest", "a distance and a complete hand come together")
    if said.nearest is not None:
        if said.nearest.form not in forms:
            defects.add(("nearest",), "wrong_form", f"{said.nearest.form} was not asked for")
        _check_nearest(hand, said.nearest, said.available, defects)
    if said.useful is not None:
        _check_useful(hand, said.useful, ("useful_tiles",), defects)
        if said.nearest is not None:
            useful = {one.tile for one in said.useful}
            for tile in sorted(set(said.nearest.tiles_in) - useful):
                detail = f"{tile} leads to the complete hand shown, and is not said to be useful"
                defects.add(("useful_tiles",), "useful_tile_missing", detail)
        if said.available in (0, None) and said.useful:
            detail = "nothing can be drawn that lowers this distance"
            defects.add(("useful_tiles",), "nothing_is_useful", detail)
    if said.discards is not None:
        _check_discards(hand, said, said.discards, defects)
    return tuple(defects)


def _check_order(said: Distance, defects: Defects) -> None:
    """Hold the distances against each other: the fewer hands are allowed, the farther is one."""
    order = (said.without_copy_limit, said.exchanges, said.available)
    names = ("exchanges_without_copy_limit", "exchanges", "exchanges_available")
    for (name, near), far in zip(zip(names, order, strict=True), order[1:], strict=False):
        if far is not None and (near is None or near > far):
            detail = f"{near} is more than {far}, though more complete hands are allowed"
            defects.add((name,), "wrong_order", detail)


def _check_nearest(hand: Hand, near: Nearest, distance: int | None, defects: Defects) -> None:
    at: Path = ("nearest",)
    held, out, drawn = Counter(hand.tiles), Counter(near.tiles_out), Counter(near.tiles_in)
    for tile, count in sorted((out - held).items()):
        defects.add(at, "not_in_hand", f"{count} × {tile} out, and not in the hand")
    order, still = hand.rules.order, (*hand.left, 0)
    for tile, count in sorted(drawn.items()):
        left = still[order[tile]] if tile in order else 0
        if count > left:
            detail = f"{count} × {tile} in, and {left} are left"
            defects.add(at, "not_available", detail)
        if tile in out:
            defects.add(at, "out_and_in", f"{tile} goes out and comes in")
    if drawn.total() != distance:
        detail = f"{drawn.total()} tiles come in, and the distance is said to be {distance}"
        defects.add(at, "wrong_distance", detail)
    complete = held - out + drawn
    if complete[WILD] != len(near.wilds):
        detail = f"{len(near.wilds)} wild tiles stand for something, and {complete[WILD]} stay"
        defects.add(at, "wrong_wilds", detail)
    del complete[WILD]
    complete += Counter(near.wilds)
    _check_copies(hand.rules, complete, at, defects)
    if near.form is Form.THIRTEEN_ORPHANS:
        _check_orphans(hand.rules, complete, near, defects)
        return
    _check_same(complete, _shown(near.blocks), at, defects)
    if near.form is Form.STANDARD:
        _check_blocks(hand.rules, near.blocks, hand.sets, hand.rules.pair, at, defects)
        return
    kinds = {block.first for block in near.blocks if block.kind == "pair"}
    if len(kinds) != 7 or len(near.blocks) != 7:
        defects.add(at, "not_seven_pairs", "these are not pairs of seven different kinds")


def _check_orphans(rules: Rules, complete: Counter[Tile], near: Nearest, defects: Defects) -> None:
    ends = {1, rules.numbers}
    orphans = {t for t in rules.kinds if t.suit == HONOUR_LETTER or t.number in ends}
    if set(complete) != orphans or complete.total() != len(orphans) + 1 or near.blocks:
        detail = "this is not one of each lowest and highest number and honour, and one more"
        defects.add(("nearest",), "not_thirteen_orphans", detail)


def _check_useful(hand: Hand, useful: Sequence[Useful], at: Path, defects: Defects) -> None:
    """Hold useful tiles against what is left: each once, in order, and as many as there are."""
    order, still = hand.rules.order, (*hand.left, 0)
    last = -1
    for tile, left in useful:
        place = order.get(tile, -1)
        if place <= last:
            defects.add(at, "wrong_order_of_tiles", f"{tile} is out of order, or there twice")
        last = place
        if place >= 0 and (left != still[place] or left < 1):
            detail = f"{left} × {tile} are said to be left, and it is {still[place]}"
            defects.add(at, "wrong_left", detail)


def _check_discards(
    hand: Hand, said: Distance, discards: Sequence[Discard], defects: Defects
) -> None:
    at: Path = ("discards",)
    may = hand.tiles if len(hand.tiles) >= hand.complete_size else ()
    if [one.tile for one in discards] != list(dict.fromkeys(may)):
        defects.add(at, "wrong_discards", "the discards are not the tiles of the hand, each once")
    now = said.available
    keeping = {one.tile for one in discards if one.exchanges == now}
    for place, one in enumerate(discards):
        _check_useful(hand, one.useful, (*at, place), defects)
        # Without a wild tile, what only it could stand for is out of reach.
        steps = one.exchanges in (now, None if now is None else now + 1)
        less = one.exchanges is not None and (now is None or one.exchanges < now)
        if less or not (steps or one.tile.is_wild):
            detail = f"{one.exchanges} after {one.tile}, and {now} before"
            defects.add((*at, place), "wrong_distance", detail)
    if discards and said.nearest is not None:
        for tile in sorted(set(said.nearest.tiles_out) - keeping):
            detail = f"{tile} goes out for the complete hand shown, and is said to be missed"
            defects.add(at, "wrong_distance", detail)


def _check_blocks(
    rules: Rules, blocks: Iterable[Block], sets: int, pair: bool, at: Path, defects: Defects
) -> None:
    counts: Counter[bool] = Counter()
    for block in blocks:
        suit, number = block.first
        counts[block.kind == "pair"] += 1
        if block.first not in rules.order or block.first.is_wild:
            defects.add(at, "unknown_tile", f"{block}: the game has no such tiles")
        elif block.kind == Shape.RUN and (suit == HONOUR_LETTER or number + 2 > rules.numbers):
            defects.add(at, "no_run", f"{block} is no run of three in a suit")
        elif block.kind != "pair" and block.kind not in rules.shapes:
            defects.add(at, "wrong_shape", f"{block} is a {block.kind}: these rules have none")
    if counts[False] != sets or counts[True] != pair:
        detail = f"{counts[False]} sets and {counts[True]} pairs: {sets} and {int(pair)} are needed"
        defects.add(at, "wrong_number", detail)


def _check_same(held: Counter[Tile], shown: Counter[Tile], at: Path, defects: Defects) -> None:
    for tile, count in sorted((shown - held).items()):
        defects.add(at, "tile_from_nowhere", f"{count} × {tile} in the blocks, and nowhere else")
    for tile, count in sorted((held - shown).items()):
        defects.add(at, "tile_left_over", f"{count} × {tile} in none of the blocks")


def _check_copies(rules: Rules, shown: Counter[Tile], at: Path, defects: Defects) -> None:
    for tile, count in sorted(shown.items()):
        if count > rules.copies:
            detail = f"{count} × {tile}: the game has {rules.copies}"
            defects.add(at, "too_many_copies", detail)


def _shown(blocks: Iterable[Block]) -> Counter[Tile]:
    return Counter(tile for block in blocks for tile in block.tiles)
