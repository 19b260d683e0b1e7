"""``bitmask``: the four questions against brute force, its sizes and its limits."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.defects import Defects, InvalidInputError
from models.rummikub.catalogue import all_melds
from models.rummikub.legality import reading_faults
from models.rummikub.move import Move, hand_left, stay
from models.rummikub.notation import read_tiles
from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS, Rules
from models.rummikub.tiles import JOKER, Tile
from solvers.result import Limits, Result, Status, Stop
from solvers.rummikub.bitmask import BITMASK, Partition, most_sets, partition
from solvers.rummikub.bitmask import meter as meter_module
from solvers.rummikub.bitmask.masks import Masks
from solvers.rummikub.bitmask.meter import LimitReachedError
from solvers.rummikub.bitmask.sets import sets_through
from solvers.rummikub.solve import solve, verified
from tests.cases import Case, load, position
from tests.oracle import best_value_as_set, optimum
from tests.strategies import odd_rules, positions

STANDARD = PRESETS["standard"]
DENSE = tuple(Tile(colour, number) for number in range(1, 7) for colour in "RBOK")
RACKS = [c for c in load("positions.jsonl") if c["id"].startswith("rack-only-")]
SMALL = positions(odd_rules(), most_sets=2, most_table_tiles=7, most_hand=5)
terms = st.lists(st.sampled_from(sorted(BITMASK.terms)), min_size=1, unique=True).map(tuple)


def tiles_of(text: str) -> tuple[Tile, ...]:
    defects = Defects()
    tiles = read_tiles(text, STANDARD, (), defects)
    defects.raise_if_any()
    return tiles


def answer(where: Position, objective: Objective, limits: Limits | None = None) -> Result[Move]:
    return verified(BITMASK, where, BITMASK.solve(where, objective, limits or Limits()))


def split(text: str, *, whole: bool = False) -> Partition:
    return partition(tiles_of(text), STANDARD, whole=whole, limits=Limits())


@lru_cache(maxsize=100_000)
def by_hand(tiles: tuple[Tile, ...], rules: Rules, *, whole: bool) -> int | None:
    """The most sets in sorted tiles, tried one way after the other; None if there is no way."""
    if not tiles:
        return 0
    first, rest = tiles[0], tiles[1:]
    found = [] if whole else [by_hand(rest, rules, whole=whole)]
    for size in range(len(rest) + 1):
        for others in set(combinations(rest, size)):
            if best_value_as_set((first, *others), rules) is not None:
                left = tuple(sorted((Counter(rest) - Counter(others)).elements()))
                more = by_hand(left, rules, whole=whole)
                found.append(None if more is None else 1 + more)
    return max((sets for sets in found if sets is not None), default=None)


@st.composite
def pools(draw: st.DrawFn) -> tuple[tuple[Tile, ...], Rules]:
    """Up to nine tiles, some of them laid as sets."""
    drawn = draw(positions(odd_rules(), most_sets=3, most_table_tiles=9, most_hand=4))
    tiles = [*drawn.table_counts.elements(), *drawn.hand][:9]
    return tuple(draw(st.permutations(tiles))), drawn.rules


# The best move


@given(position=SMALL, objective=terms)
def test_the_best_move_is_the_one_brute_force_finds(
    position: Position, objective: Objective
) -> None:
    result = answer(position, objective)
    best = optimum(position, objective)
    if best is None:
        assert (result.status, result.answer) == (Status.INFEASIBLE, None)
    else:
        assert result.status is Status.OPTIMAL
        assert tuple(term.value for term in result.terms) == best
        assert tuple(term.bound for term in result.terms) == best
    assert result.stop is Stop.COMPLETED


@pytest.mark.parametrize("case", RACKS, ids=lambda c: c["id"])
def test_racks_of_the_300_positions_are_solved_exactly(case: Case) -> None:
    best = case["best"]
    opened = position(hand=case["hand"])
    owed = position(hand=case["hand"], opened=False)
    found = [
        answer(opened, (Term.TILES,)).terms[0].value,
        answer(opened, (Term.VALUE,)).terms[0].value,
        answer(owed, (Term.TILES,)).terms[0].value,
    ]
    assert found == [best["tiles"], best["value"], best["tiles_when_not_opened"]]


def test_there_are_fifty_racks() -> None:
    assert len(RACKS) == 50


@pytest.mark.parametrize("case", load("samuelson_seibert.json"), ids=lambda c: f"test-{c['id']}")
def test_the_ten_published_tests_lay_every_hand_tile(case: Case) -> None:
    where = position(hand=case["hand"], table=case["board"])
    assert BITMASK.refusal(where, (Term.TILES,)) is None
    assert answer(where, (Term.TILES,)).terms[0].value == case["max_tiles"] == len(where.hand)


@pytest.mark.parametrize("hand", ["B4 R4 B4 R4 J J", "R1 R2 R1 R2 J J"])
def test_two_equal_sets_with_a_joker_each_are_six_tiles(hand: str) -> None:
    result = answer(position(hand=hand), (Term.TILES,))
    assert result.terms[0].value == 6
    assert result.answer is not None
    assert len(result.answer.table) == 2


@pytest.mark.parametrize(
    ("objective", "best"),
    [
        ((Term.TILES, Term.VALUE), [4, 7]),
        ((Term.VALUE, Term.TILES), [26, 3]),
        ((Term.PENALTY, Term.TILES), [7, 3]),
        ((Term.HELD_JOKERS, Term.VALUE, Term.TILES), [1, 0, 0]),
    ],
)
def test_the_first_term_decides_first(objective: Objective, best: list[int]) -> None:
    """One joker, for a run of four low tiles or a group of three high ones."""
    result = answer(position(hand="R1 R2 R4 K13 O13 J"), objective)
    assert [term.value for term in result.terms] == best


def test_jokers_are_read_as_what_makes_the_initial_meld() -> None:
    """K13 J J is 39 as a group, 36 as a run, and 3 read from below."""
    where = position(hand="K13 J J", opened=False, rules={"initial_meld_points": 39})
    result = answer(where, (Term.TILES,))
    assert result.terms[0].value == 3
    assert result.answer is not None
    assert result.answer.table[0].value == 39


def test_an_initial_meld_one_point_short_is_a_draw() -> None:
    where = position(
        hand="K13 J J", table=["R1-3"], opened=False, rules={"initial_meld_points": 40}
    )
    result = answer(where, (Term.TILES,))
    assert (result.status, result.answer) == (Status.OPTIMAL, stay(where))


def test_drawing_is_weighed_against_an_initial_meld_that_spends_a_joker() -> None:
    where = position(hand="K13 K12 J", opened=False)
    assert answer(where, (Term.TILES,)).terms[0].value == 3
    held = answer(where, (Term.HELD_JOKERS, Term.TILES))
    assert [term.value for term in held.terms] == [1, 0]
    assert held.answer == stay(where)


def test_a_move_that_plays_nothing_leaves_the_table_as_it_lies() -> None:
    """The tiles alone would come back as two sets of three."""
    where = position(hand="K1", table=["R1-6"])
    assert answer(where, (Term.TILES,)).answer == stay(where)


def test_a_table_of_tiles_that_can_not_be_laid_out_is_infeasible() -> None:
    result = answer(position(hand="K5 O5", table_tiles="R1 R2 B5"), (Term.TILES,))
    assert result.status is Status.INFEASIBLE
    assert result.terms[0].bound is None


# The most sets, whole or not


@pytest.mark.parametrize("low", ["R1", "B1", "K12 O13", "J R1"])
def test_a_low_tile_that_fits_nowhere_does_not_spoil_the_rest(low: str) -> None:
    """The published recursion forces the lowest tile into a set, and gives 0."""
    cut = split(f"{low} B5 B6 B7")
    assert len(cut.sets) == most_sets(tiles_of(f"{low} B5 B6 B7"), STANDARD) == 1
    assert cut.possible
    assert set(tiles_of("B5 B6 B7")) <= set(cut.sets[0].tiles)


def test_one_set_of_r1_b5_b6_b7_takes_three_tiles_and_leaves_r1() -> None:
    cut = split("R1 B5 B6 B7")
    assert [meld.tiles for meld in cut.sets] == [tiles_of("B5 B6 B7")]
    assert cut.left == tiles_of("R1")


@given(pools())
def test_the_most_sets_are_those_brute_force_finds(pool: tuple[tuple[Tile, ...], Rules]) -> None:
    tiles, rules = pool
    cut = partition(tiles, rules, whole=False, limits=Limits())
    assert len(cut.sets) == cut.flexibility == most_sets(tiles, rules)
    assert cut.flexibility == by_hand(tuple(sorted(tiles)), rules, whole=False)
    assert cut.possible
    check_cut(cut, tiles, rules)


@given(pools())
def test_whether_tiles_can_all_be_laid_is_what_brute_force_says(
    pool: tuple[tuple[Tile, ...], Rules],
) -> None:
    tiles, rules = pool
    cut = partition(tiles, rules, whole=True, limits=Limits())
    most = by_hand(tuple(sorted(tiles)), rules, whole=True)
    assert cut.possible == (most is not None)
    assert len(cut.sets) == (most or 0)
    assert cut.left == (() if cut.possible else rules.in_order(tiles))
    assert cut.flexibility == by_hand(tuple(sorted(tiles)), rules, whole=False)
    check_cut(cut, tiles, rules)


def check_cut(cut: Partition, tiles: Sequence[Tile], rules: Rules) -> None:
    """The sets are legal as they are read, and together with what is left are the tiles."""
    assert not [fault for meld in cut.sets for fault in reading_faults(meld, rules)]
    used = Counter(tile for meld in cut.sets for tile in meld.tiles)
    assert used + Counter(cut.left) == Counter(tiles)


def test_of_equally_many_sets_the_one_that_leaves_the_fewest_tiles_is_taken() -> None:
    assert split("R1 R2 R3 R4 R5 K9").left == tiles_of("K9")


def test_using_every_tile_can_mean_fewer_sets() -> None:
    """O4 only fits into a group, and two runs of six then are two of five."""
    whole, most = split("B4-9 O4 K4-9", whole=True), split("B4-9 O4 K4-9")
    assert (whole.possible, len(whole.sets), whole.left, whole.flexibility) == (True, 3, (), 4)
    assert (len(most.sets), most.left) == (4, tiles_of("O4"))


def test_of_all_ways_to_use_every_tile_the_one_into_the_most_sets_is_taken() -> None:
    """Five runs use all 19 tiles, and so do four, cut elsewhere; six sets leave one over."""
    cut = split("B1-9 O7-11 K7-11", whole=True)
    assert (len(cut.sets), cut.left, cut.flexibility) == (5, (), 6)


def test_of_a_pool_that_can_not_be_laid_out_all_is_left() -> None:
    cut = split("R4-6 K9", whole=True)
    assert (cut.possible, cut.sets, cut.left) == (False, (), tiles_of("R4-6 K9"))
    assert cut.flexibility == 1


def test_what_stays_in_a_hand_has_a_flexibility() -> None:
    where = position(hand="R4-6 B4-6 K13", opened=False)
    result = answer(where, (Term.TILES,))
    assert result.answer is not None
    assert most_sets(hand_left(where, stay(where)), STANDARD) == 2
    assert most_sets(hand_left(where, result.answer), STANDARD) == 0


def test_no_tiles_are_cut_into_no_sets() -> None:
    for whole in (True, False):
        assert partition((), STANDARD, whole=whole, limits=Limits()) == Partition(
            (), True, (), 0, 0
        )


# Sets and masks


def test_the_sets_through_all_lowest_tiles_are_the_1173_of_the_box() -> None:
    box = {tile: STANDARD.count(tile) for tile in STANDARD.order}
    listed = {m.key: m.value for tile in box for m in sets_through(tile, box, STANDARD)}
    assert listed == {meld.key: meld.value for meld in all_melds(STANDARD)}
    assert len(listed) == 1173


@given(odd_rules())
def test_a_set_is_listed_once_and_only_through_its_lowest_tile(rules: Rules) -> None:
    box = {tile: rules.count(tile) for tile in rules.order if rules.count(tile)}
    found = [m for tile in box for m in sets_through(tile, box, rules)]
    wanted = {m.key: m.value for m in all_melds(rules) if len(m) < 2 * rules.min_set_size}
    assert {meld.key: meld.value for meld in found} == wanted
    assert len(found) == len(wanted)
    assert not [fault for meld in found for fault in reading_faults(meld, rules)]


def test_masks_of_equal_tiles_count_them_and_guards_say_what_is_contained() -> None:
    counts = {Tile("R", 1): 3, Tile("B", 1): 1, JOKER: 2}
    masks = Masks(counts, STANDARD)
    assert masks.kinds == (Tile("R", 1), Tile("B", 1), JOKER)
    parts = [Counter(part) for n in range(7) for part in combinations_with_replacement(counts, n)]
    parts = [part for part in parts if part <= Counter(counts)]
    assert len({masks.mask(part) for part in parts}) == len(parts) == 4 * 2 * 3
    for one in parts:
        if one:
            assert masks.kinds[masks.lowest(masks.mask(one))] == min(one, key=masks.kinds.index)
        for other in parts:
            difference = (masks.mask(one) | masks.guards) - masks.mask(other)
            assert (difference & masks.guards == masks.guards) == (other <= one)


# Size and limits


@given(pools())
def test_equal_tiles_do_not_multiply_states(pool: tuple[tuple[Tile, ...], Rules]) -> None:
    tiles, rules = pool
    states = partition(tiles, rules, whole=False, limits=Limits()).states
    assert states < prod(count + 1 for count in Counter(tiles).values()) or not tiles


def test_of_16_777_216_subsets_of_24_tiles_hardly_any_is_met() -> None:
    cut = partition(DENSE, STANDARD, whole=True, limits=Limits())
    assert len(cut.sets) == 8
    assert cut.states < 2**24 // 10_000


def test_24_tiles_in_play_are_taken_and_25_refused() -> None:
    table = ["R1-6", "B1-6", "O1-6"]
    taken = position(hand="K1-6", table=table)
    refused = position(hand="K1-7", table=table)
    assert BITMASK.refusal(taken, (Term.TILES,)) is None
    assert answer(taken, (Term.TILES,)).terms[0].value == 6
    sentence = "bitmask takes at most 24 tiles in play: this position has 25"
    assert BITMASK.refusal(refused, (Term.TILES,)) == sentence
    with pytest.raises(InvalidInputError, match=sentence):
        BITMASK.solve(refused, (Term.TILES,), Limits())


def test_the_table_does_not_count_while_the_initial_meld_is_owed() -> None:
    table = ["R1-6", "B1-6", "O1-6"]
    where = position(hand="K8-13 B12", table=table, opened=False)
    result = answer(where, (Term.TILES,))
    assert result.terms[0].value == 6
    assert result.answer is not None
    assert Counter(meld.key for meld in result.answer.table) >= where.table_keys


def test_of_24_tiles_the_sets_are_counted_and_25_are_a_defect() -> None:
    assert most_sets(DENSE, STANDARD) == 8
    for whole in (True, False):
        with pytest.raises(InvalidInputError) as caught:
            partition((*DENSE, JOKER), STANDARD, whole=whole, limits=Limits())
        assert [(d.pointer, d.code) for d in caught.value.defects] == [("/tiles", "too_many_tiles")]


def test_tiles_the_box_does_not_hold_are_a_defect() -> None:
    with pytest.raises(InvalidInputError) as caught:
        most_sets((*tiles_of("R1 R1"), Tile("R", 1), Tile("X", 1)), STANDARD)
    assert {d.code for d in caught.value.defects} == {"too_many_copies", "unknown_tile"}


@pytest.mark.parametrize("opened", [True, False])
def test_a_work_limit_is_met_exactly_and_is_never_a_false_optimum(opened: bool) -> None:
    where = position(hand="R4-7 B4-7 K4-6 J", opened=opened)
    whole = answer(where, (Term.TILES, Term.HELD_JOKERS))
    states = whole.stats.nodes
    assert states > 20
    assert answer(where, (Term.TILES, Term.HELD_JOKERS), Limits(work=states)).answer == whole.answer
    for work in (0, 1, 2, states // 2, states - 1):
        result = answer(where, (Term.TILES, Term.HELD_JOKERS), Limits(work=work))
        assert (result.status, result.stop) == (Status.NO_ANSWER, Stop.WORK_LIMIT)
        assert (result.answer, result.stats.nodes) == (None, work)
        assert [(term.value, term.bound) for term in result.terms] == [(None, None)] * 2


def test_a_time_limit_is_never_a_false_optimum() -> None:
    result = answer(position(hand="R4-7 J", opened=False), (Term.TILES,), Limits(seconds=0))
    assert (result.status, result.stop) == (Status.NO_ANSWER, Stop.TIME_LIMIT)


def test_a_partition_that_reaches_a_limit_raises_it() -> None:
    for limits, stop in ((Limits(work=5), Stop.WORK_LIMIT), (Limits(seconds=0), Stop.TIME_LIMIT)):
        with pytest.raises(LimitReachedError) as caught:
            partition(DENSE, STANDARD, whole=True, limits=limits)
        assert caught.value.stop is stop


def test_memory_is_bounded_without_limits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter_module, "MOST_STATES", 50)
    result = answer(position(hand=[str(tile) for tile in DENSE]), (Term.TILES,))
    assert (result.status, result.stop) == (Status.NO_ANSWER, Stop.WORK_LIMIT)
    assert result.stats.nodes == 50


@given(SMALL, st.data())
def test_the_same_request_has_the_same_answer_however_it_is_written(
    position: Position, data: st.DataObject
) -> None:
    hand = tuple(data.draw(st.permutations(position.hand)))
    other = Position(position.rules, hand, position.table, position.table_tiles, position.opened)
    first, again = (answer(where, (Term.TILES,)) for where in (position, other))
    assert (first.answer, first.stats.nodes) == (again.answer, again.stats.nodes)


@given(positions(most_sets=4, most_table_tiles=14, most_hand=10), terms)
def test_under_the_rules_of_the_box_it_agrees_with_the_integer_program(
    position: Position, objective: Objective
) -> None:
    ilp = solve(position, objective, "ilp")
    result = answer(position, objective)
    assert result.status is ilp.status
    assert result.terms == ilp.terms
