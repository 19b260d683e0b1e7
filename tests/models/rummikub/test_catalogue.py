"""The catalogue of sets, proved by counting."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb

import pytest
from hypothesis import given, settings

from models.rummikub.catalogue import all_melds, jokerless_melds, readings
from models.rummikub.legality import read_meld
from models.rummikub.meld import Meld, MeldKind
from models.rummikub.rules import PRESETS, Rules
from models.rummikub.tiles import JOKER
from tests.oracle import best_value_as_set
from tests.strategies import odd_rules

STANDARD = PRESETS["standard"]


def test_there_are_1173_sets_of_the_standard_rules() -> None:
    """185, 494, 494. Counted twice independently; the 2006 paper prints 1174 in all."""
    by_jokers = Counter(len(meld.joker_places) for meld in all_melds(STANDARD))
    assert by_jokers == {0: 185, 1: 494, 2: 494}


def test_there_are_120_runs_and_65_groups_without_a_joker() -> None:
    """The same counts stand on wyatt-johnston.com (65 + 120)."""
    kinds = Counter(meld.kind for meld in jokerless_melds(STANDARD))
    assert kinds == {MeldKind.RUN: 120, MeldKind.GROUP: 65}


def test_there_are_329_jokerless_sets_when_runs_may_be_13_long() -> None:
    assert len(jokerless_melds(STANDARD, longest_run=13)) == 329


def test_no_tiles_are_listed_twice() -> None:
    keys = [meld.key for meld in all_melds(STANDARD)]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_listed_set_is_legal_and_read_as_favourably_as_can_be(rules: Rules) -> None:
    for meld in all_melds(rules):
        assert isinstance(read_meld(meld.tiles, rules), Meld)
        assert meld.value == best_value_as_set(meld.tiles, rules)


@given(odd_rules())
@settings(max_examples=25)
def test_every_legal_set_short_enough_is_listed_and_no_other(rules: Rules) -> None:
    kinds, listed = sorted(rules.order), {meld.key for meld in all_melds(rules)}
    longest = 2 * rules.min_set_size - 1
    for size in range(1, 4):
        for tiles in combinations_with_replacement(kinds, size):
            legal = best_value_as_set(tiles, rules) is not None
            in_box = tiles.count(JOKER) <= rules.jokers
            assert (tiles in listed) == (legal and in_box) or size > longest
    for meld in all_melds(rules):
        # A group as large as a run that splits may be worth more as that run; as two runs it is.
        worth = best_value_as_set(meld.tiles, rules)
        assert worth is not None
        assert meld.value == worth or len(meld) > longest


@given(odd_rules())
def test_sets_are_counted_without_being_listed(rules: Rules) -> None:
    listed = sum(
        comb(len(shape), jokers)
        for shape in jokerless_melds(rules)
        for jokers in range(min(len(shape), rules.joker_limit) + 1)
    )
    assert readings(rules) == listed >= len(all_melds(rules))
