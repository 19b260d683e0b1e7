"""The distances of many hands at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from models.defects import Defects
from models.mahjong.distance import Form
from models.mahjong.rules import DEFAULT_PRESET, PRESETS, Rules
from solvers.mahjong.dp import table
from solvers.mahjong.dp.chain import least
from solvers.mahjong.dp.task import FAR, NEVER_STOPS, Integers, game_task, shown

NONE = -1
"""In place of a distance: there is no complete hand."""


def distances(hands: ArrayLike, rules: Rules = PRESETS[DEFAULT_PRESET]) -> Integers:
    """Return the distance of each of many hands, none with wild tiles, standard form.

    Parameters
    ----------
    hands
        Copies of each kind of ``rules.kinds``; whole numbers, shape (hands, kinds).
    rules
        The rules.

    Returns
    -------
    Integers
        For each hand the tiles that a nearest complete hand has and it lacks, ``-1`` where there is
        none; shape (hands,).

    Raises
    ------
    InvalidInputError
        If the shape does not fit, or a count is less than none or more than there are copies.
    """
    held = np.asarray(hands)
    _check(held, rules)
    held = np.ascontiguousarray(held, dtype=np.int64)
    tiles = held.sum(axis=1)
    sets = tiles // 3 if rules.sets is None else np.full_like(tiles, rules.sets)
    starts = shown(rules, Form.STANDARD).starts
    found = np.full(len(held), NONE, np.int64)
    if len(held) and sets.max() <= table.SETS and table.fits(rules):
        made = table.tables(rules)
        table.distances(held, sets, int(rules.pair), starts, len(rules.suits), *made, found)
    # What the tables do not reach is worked out hand by hand.
    for place in np.flatnonzero(found < 0).tolist():
        found[place] = least(game_task(rules, held[place], int(sets[place])), NEVER_STOPS)
    found[found >= FAR] = NONE
    return found


def _check(held: Integers, rules: Rules) -> None:
    defects = Defects()
    kinds = len(rules.kinds)
    if held.ndim != 2 or held.shape[1] != kinds:
        detail = f"an array of shape {held.shape}: give one row a hand and {kinds} columns"
        defects.add(("hands",), "wrong_shape", detail)
    elif held.dtype.kind not in "iu":
        detail = f"an array of {held.dtype}: give whole numbers"
        defects.add(("hands",), "wrong_type", detail)
    elif held.size and (held.min() < 0 or held.max() > rules.copies):
        wrong = np.flatnonzero(((held < 0) | (held > rules.copies)).any(axis=1))
        for place in wrong[:10].tolist():
            detail = f"counts from 0 to {rules.copies} are possible"
            defects.add(("hands", place), "out_of_range", detail)
    defects.raise_if_any()
