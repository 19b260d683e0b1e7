"""Taking a tile off the table, and finding a place for one: each may need the other.

Both give, one after the other, the tables that come out, each of legal sets only. A *level* bounds
how far one need leads to the next: at level 0 a tile is spare, or accepted as it is; at level 1 it
may take one more step to make it so; and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solvers.rummikub.rule_based.codes import JOKER_UNIT, JOKERS, holds
from solvers.rummikub.rule_based.facts import facts_of
from solvers.rummikub.rule_based.meter import Meter
from solvers.rummikub.rule_based.state import Hand, Sets, State, less, swapped

MOST_STEPS = 2000
"""Steps that one search takes at most: under the rules of the box, far more than it needs."""

type Outcomes = Iterator[tuple[Sets, Hand]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A set around a tile.

    Attributes
    ----------
    code
        The set.
    mine
        The hand's tiles in it, but for the tile itself.
    needs
        What it needs of the table.
    """

    code: int
    mine: tuple[int, ...]
    needs: tuple[int, ...]


class Extraction:
    """The search around one state.

    Parameters
    ----------
    state
        The state.
    meter
        Counts each table that comes out, and each set that is wanted.
    depth
        The deepest level.
    jokers
        Whether jokers come off the table too. If so, only what moves one is of interest: the rest
        is the business of other layers.
    """

    def __init__(self, state: State, meter: Meter, depth: int, *, jokers: bool) -> None:
        self._codes = state.codes
        self._state = state
        self._meter = meter
        self._jokers = jokers
        self._left = MOST_STEPS
        self._with_jokers = _with_jokers(state.sets)
        # One of these alone is taken, or none, by the simple layers.
        self._simple = state.spare & ~JOKER_UNIT
        # By level, a mask of what may come off the table. Whatever else does so only after changes
        # on the way is not looked for.
        spare = state.spare if jokers else state.spare & ~JOKER_UNIT
        if jokers and any(one.stand_ins & state.held for one in state.sets):
            spare |= JOKER_UNIT
        self._free = [spare]
        for _ in range(depth):
            self._free.append(self._freed(self._free[-1]))

    def _freed(self, spare: int) -> int:
        """Make the mask of the next level out of one."""
        accepted = self._state.accepted
        mask = spare
        for one in self._state.sets:
            for unit, left in one.breaks:
                if not unit & mask and (left.repairs & spare or not left.loose_mask & ~accepted):
                    mask |= unit
        return mask if self._jokers else mask & ~JOKER_UNIT

    def lay_around_hand(self, level: int, jokers: Iterable[tuple[int, int]]) -> State | None:
        """Lay a set of hand and table tiles: the first found, those with most of the hand first.

        Parameters
        ----------
        level
            How deep to look for each tile that is needed.
        jokers
            How many jokers are in it, of the hand and of the table: choices to be tried.
        """
        hand = self._state.hand
        found: dict[tuple[int, int], tuple[Hand, tuple[int, ...]]] = {}
        for mine, theirs in jokers:
            for unit in dict.fromkeys(hand):
                if unit != JOKER_UNIT:
                    for one in self.wanted(unit, hand, level, mine + theirs):
                        used = (unit, *one.mine, *(JOKER_UNIT,) * mine)
                        needs = (*one.needs, *(JOKER_UNIT,) * theirs)
                        found.setdefault((one.code, mine), (used, needs))
        ordered = sorted(found.items(), key=lambda item: len(item[1][1]))
        for (code, _), (used, needs) in ordered:
            if len(needs) < 2 and not sum(needs) & ~self._simple:
                continue
            for after in self._laid(self._state.sets, less(hand, used), code, needs, level):
                if not self._jokers or _with_jokers(after[0]) != self._with_jokers:
                    return self._state.moved(*after)
        return None

    def wanted(self, unit: int, hand: Hand, level: int, jokers: int = 0) -> list[Wanted]:
        """List the smallest sets around a numbered tile whose others may be had."""
        codes = self._codes
        have = self._state.held | self._free[level] | unit
        around = codes.around(unit, jokers)
        self._meter.step(len(around))
        found = []
        for code in around:
            if not code & ~JOKERS & ~have:
                others = [*codes.units((code - unit) & ~JOKERS)]
                mine = tuple(other for other in others if other in hand)
                needs = tuple(other for other in others if other not in hand)
                found.append(Wanted(code, mine, needs))
        return found

    def _step(self) -> bool:
        """Count a table that comes out; false if it is one too many."""
        self._meter.step()
        self._left -= 1
        return self._left >= 0

    def _laid(
        self, sets: Sets, hand: Hand, code: int, needs: Sequence[int], level: int
    ) -> Outcomes:
        """Lay a set, what it needs being taken off the table one after the other."""
        if not needs:
            yield (*sets, facts_of(self._codes, code)), hand
            return
        for other_sets, other_hand in self._taken(sets, hand, needs[0], level):
            yield from self._laid(other_sets, other_hand, code, needs[1:], level)

    def _taken(self, sets: Sets, hand: Hand, unit: int, level: int) -> Outcomes:
        """Take a tile off the table."""
        codes = self._codes
        for place, one in enumerate(sets):
            if unit & one.spare and self._step():
                yield swapped(codes, sets, place, one.rest[unit]), hand
        for place, one in enumerate(sets):
            if self._left < 0:
                return
            if not unit & one.spare and holds(one.code, unit):
                yield from self._broken(sets, hand, place, unit, level)

    def _broken(self, sets: Sets, hand: Hand, place: int, unit: int, level: int) -> Outcomes:
        """Take a tile out of a set that can't spare it, and see to what is left of that set."""
        codes = self._codes
        one = sets[place]
        left = one.broken[unit]
        if unit == JOKER_UNIT:
            for helper in codes.units(left.repairs & self._state.held):
                if helper in hand and self._step():
                    whole = codes.as_sets(one.code - unit + helper)
                    yield swapped(codes, sets, place, whole), less(hand, (helper,))
        if not level:
            return
        others = sets[:place] + sets[place + 1 :]
        for helper in codes.units(left.repairs & self._free[level - 1]):
            whole = codes.as_sets(one.code - unit + helper)
            made = tuple(facts_of(codes, code) for code in whole)
            for other_sets, other_hand in self._taken(others, hand, helper, level - 1):
                if self._step():
                    yield (*other_sets, *made), other_hand
        if level > 1 or not left.loose_mask & ~self._state.accepted:
            kept = (*others, *(facts_of(codes, code) for code in left.kept))
            yield from self._all_placed(kept, hand, left.loose, level - 1)

    def _all_placed(self, sets: Sets, hand: Hand, units: Sequence[int], level: int) -> Outcomes:
        if not units:
            yield sets, hand
            return
        for other_sets, other_hand in self.placed(sets, hand, units[0], level):
            yield from self._all_placed(other_sets, other_hand, units[1:], level)

    def placed(self, sets: Sets, hand: Hand, unit: int, level: int) -> Outcomes:
        """Find a place on the table for a tile that is in no set."""
        for place, one in enumerate(sets):
            if unit & one.accepts and self._step():
                yield swapped(self._codes, sets, place, one.grown[unit]), hand
        if level and unit != JOKER_UNIT:
            for one_wanted in self.wanted(unit, hand, level - 1):
                if self._left < 0:
                    return
                left = less(hand, one_wanted.mine)
                yield from self._laid(sets, left, one_wanted.code, one_wanted.needs, level - 1)


def _with_jokers(sets: Sets) -> list[int]:
    """List the sets that hold jokers."""
    return sorted(one.code for one in sets if one.code & JOKERS)
