"""Whether a hand is complete in a form other than the standard one, told from its counts."""

from __future__ import annotations

from models.mahjong.distance import PAIR_TILES, SEVEN, Form, form_obstacle
from models.mahjong.hand import Hand


def other_forms(hand: Hand) -> tuple[Form, ...]:
    """Return the forms beside the standard one in which a hand is complete.

    Parameters
    ----------
    hand
        The hand.
    """
    if len(hand.tiles) != SEVEN * PAIR_TILES:
        return ()
    tests = {Form.SEVEN_PAIRS: _is_seven_pairs, Form.THIRTEEN_ORPHANS: _is_thirteen_orphans}
    return tuple(
        form for form, test in tests.items() if form_obstacle(hand, form) is None and test(hand)
    )


def _is_seven_pairs(hand: Hand) -> bool:
    # Wild tiles fill up single tiles, and the rest of them, an even number, makes other pairs.
    return max(hand.counts) <= PAIR_TILES and hand.counts.count(1) <= hand.wilds


def _is_thirteen_orphans(hand: Hand) -> bool:
    orphans = set(hand.rules.orphans)
    held = {kind: n for kind, n in zip(hand.rules.kinds, hand.counts, strict=True) if n}
    # Of 14 tiles: wild ones are then as many as are lacking.
    doubled = sum(n - 1 for n in held.values())
    return held.keys() <= orphans and doubled <= 1
