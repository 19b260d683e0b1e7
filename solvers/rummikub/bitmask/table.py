"""The dynamic program: what the tiles that are left can still come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from models.rummikub.meld import Meld
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile
from solvers.rummikub.bitmask.masks import Masks
from solvers.rummikub.bitmask.meter import Meter
from solvers.rummikub.bitmask.sets import sets_through


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of some tiles: cut them into sets, at the least cost.

    Attributes
    ----------
    tiles
        How often each tile is in play.
    free
        How many of each tile may be left over; the others must be in sets.
    leaving
        The cost of leaving one tile over.
    laying
        The cost of a set; negative where sets are wanted.
    points
        What the sets must be worth together, jokers read as favourably as can be.
    """

    tiles: Mapping[Tile, int]
    free: Mapping[Tile, int]
    leaving: Mapping[Tile, int] = field(default_factory=dict)
    laying: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """An answer: sets, and the tiles in none of them."""

    melds: tuple[Meld, ...]
    left: Counter[Tile]


class SubsetTable:
    r"""Least costs, by sub-multiset *S* of the tiles and points *p* still owed.

    With *i* the lowest kind in *S*, of which *S* holds :math:`s_i`, and :math:`\mathcal L_i` the
    legal sets whose lowest tile is *i*,

    .. math::

        F(S, p) = \min\{\; s_i c_i + F(S - s_i \cdot i,\; p) \text{ if } s_i \le h_i;\quad
        d + F(S - M,\; \max(0, p - v_M)) \text{ for } M \in \mathcal L_i, M \subseteq S \;\}

    and :math:`F(\emptyset, 0) = 0`: the lowest tile is in a set, or it is left over. That all
    :math:`s_i` are left at once puts the sets through *i* first and what is left of *i* after
    them, so how many were left needs no place in the state.

    Only states that can be reached from all tiles are worked out.

    Parameters
    ----------
    question
        What is asked: :math:`h` is ``free``, :math:`c` ``leaving``, :math:`d` ``laying``.
    rules
        The rules.
    meter
        Counts the states, and stops.
    """

    def __init__(self, question: Question, rules: Rules, meter: Meter) -> None:
        self._question = question
        self._meter = meter
        self._masks = masks = Masks(question.tiles, rules)
        self._melds = [
            [
                (masks.mask(Counter(meld.tiles)), meld)
                for meld in sets_through(tile, question.tiles, rules)
            ]
            for tile in masks.kinds
        ]
        # A state is a mask with the points owed above it: one number, half the memory of a pair.
        self._start = question.points << masks.width | masks.whole
        self._all = (1 << masks.width) - 1
        self._known: dict[int, int | None] = {}

    def best(self) -> Cut | None:
        """Cut the tiles at the least cost, or return ``None`` if there is no way.

        Raises
        ------
        LimitReachedError
            If a limit stops the work before that is known.
        """
        if self._least(self._start) is None:
            return None
        melds: list[Meld] = []
        left: Counter[Tile] = Counter()
        state = self._start
        while state:
            least = self._least(state)
            # The first of equally good options, so that the same question has the same answer.
            rest, meld = next(
                (rest, meld)
                for cost, rest, meld in self._options(state)
                if (more := self._least(rest)) is not None and cost + more == least
            )
            if meld is None:
                place = self._masks.lowest(state)
                left[self._masks.kinds[place]] = self._masks.count(state, place)
            else:
                melds.append(meld)
            state = rest
        return Cut(tuple(melds), left)

    def _least(self, state: int) -> int | None:
        """Return :math:`F` of a state; ``None`` where there is no way."""
        if state in self._known:
            return self._known[state]
        if not state & self._all:
            return 0 if state == 0 else None
        self._meter.spend()
        best: int | None = None
        for cost, rest, _ in self._options(state):
            more = self._least(rest)
            if more is not None and (best is None or cost + more < best):
                best = cost + more
        self._known[state] = best
        return best

    def _options(self, state: int) -> Iterator[tuple[int, int, Meld | None]]:
        """List what can become of the lowest tile: cost, state after it, and the set it is in."""
        masks, guards = self._masks, self._masks.guards
        place = masks.lowest(state)
        owed = state >> masks.width
        guarded = state | guards
        for mask, meld in self._melds[place]:
            rest = guarded - mask
            if rest & guards == guards:
                paid = min(owed, meld.value) << masks.width if owed else 0
                yield self._question.laying, rest - guards - paid, meld
        count = masks.count(state, place)
        tile = masks.kinds[place]
        if count <= self._question.free.get(tile, 0):
            yield count * self._question.leaving.get(tile, 0), state & ~masks.fields[place], None
