"""What a set can spare and accept, against the definition of a set."""

from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

from models.rummikub.legality import read_meld, reading_faults
from models.rummikub.meld import Meld
from models.rummikub.rules import Rules
from models.rummikub.tiles import JOKER, Tile
from solvers.rummikub.rule_based.codes import JOKERS, Codes, codes_of
from solvers.rummikub.rule_based.facts import facts_of
from tests.oracle import best_value_as_set
from tests.strategies import legal_sets, odd_rules, presets


def tiles_of(codes: Codes, code: int) -> list[Tile]:
    return sorted(codes.tile(unit) for unit in codes.units(code))


@st.composite
def sets(draw: st.DrawFn) -> tuple[Rules, tuple[Tile, ...]]:
    rules = draw(st.one_of(presets, odd_rules()))
    box = Counter({tile: rules.count(tile) for tile in rules.order})
    tiles = draw(legal_sets(rules, box))
    assume(tiles is not None)
    return rules, tiles or ()


@given(sets())
def test_a_set_spares_and_accepts_what_leaves_legal_sets_of_all_its_tiles(
    drawn: tuple[Rules, tuple[Tile, ...]],
) -> None:
    rules, tiles = drawn
    codes = codes_of(rules)
    one = facts_of(codes, sum(codes.unit(tile) for tile in tiles))
    assert tiles_of(codes, one.code) == sorted(tiles)
    changes = [(tile, one.rest, one.spare, False) for tile in set(tiles)]
    # A second R5 on a run with an R5 may cut it in two; more jokers than there are can't come.
    new = [*rules.tiles, *([JOKER] if tiles.count(JOKER) < rules.jokers else [])]
    changes += [(tile, one.grown, one.accepts, True) for tile in new]
    for tile, outcome, mask, added in changes:
        unit = codes.unit(tile)
        after = [*tiles, tile] if added else list(tiles)
        if not added:
            after.remove(tile)
        assert bool(mask & unit) == (unit in outcome)
        if unit in outcome:
            made = [tiles_of(codes, code) for code in outcome[unit]]
            assert sorted(t for part in made for t in part) == sorted(after)
            assert all(isinstance(read_meld(part, rules), Meld) for part in made)
        else:
            assert not isinstance(read_meld(after, rules), Meld)


@given(sets())
def test_what_is_left_of_a_broken_set_is_all_of_it(
    drawn: tuple[Rules, tuple[Tile, ...]],
) -> None:
    rules, tiles = drawn
    codes = codes_of(rules)
    one = facts_of(codes, sum(codes.unit(tile) for tile in tiles))
    for unit, left in one.breaks:
        assert sum(left.kept) + sum(left.loose) == one.code - unit
        assert all(codes.is_legal(code) for code in left.kept)
        for helper in codes.units(left.repairs & ~JOKERS):
            assert codes.as_sets(one.code - unit + helper)


@given(sets())
def test_a_set_is_read_as_favourably_as_can_be(drawn: tuple[Rules, tuple[Tile, ...]]) -> None:
    rules, tiles = drawn
    codes = codes_of(rules)
    meld = facts_of(codes, sum(codes.unit(tile) for tile in tiles)).meld
    assert reading_faults(meld, rules) == ()
    assert sorted(meld.tiles) == sorted(tiles)
    assert meld.value == best_value_as_set(tiles, rules)
