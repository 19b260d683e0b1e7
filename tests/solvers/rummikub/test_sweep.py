"""What only the sweep does: pruning, counting, and knowing what it can't take."""

import random
import subprocess
import sys
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.rummikub.objective import Objective, Term
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS, Rules
from models.rummikub.tiles import JOKER, Tile
from solvers.result import Limits, Status, Stop
from solvers.rummikub.ilp import ILP
from solvers.rummikub.solve import verified
from solvers.rummikub.sweep import SWEEP, Sweep
from solvers.rummikub.sweep.states import colour_states, count_states
from solvers.rummikub.sweep.words import Pruning
from tests.cases import load, position, refused
from tests.strategies import objectives, odd_rules, positions, presets

RULES_OF_PRUNING = [rule for rule in Pruning if rule.name and rule.bit_count() == 1]


def optimum(sweep: Sweep, where: Position, objective: Objective) -> tuple[Status, list[int | None]]:
    result = verified(sweep, where, sweep.solve(where, objective, Limits()))
    assert result.proven
    return result.status, [term.value for term in result.terms]


@given(
    where=st.one_of(
        positions(odd_rules(), most_sets=4, most_hand=8),
        positions(presets, most_sets=12, most_hand=14),
    ),
    objective=objectives,
    pruning=st.sampled_from(
        [Pruning.NONE, *RULES_OF_PRUNING, *(Pruning.ALL & ~rule for rule in RULES_OF_PRUNING)]
    ),
    narrow=st.sampled_from([0, 1, 20]),
)
@settings(max_examples=200)
def test_no_pruning_rule_changes_an_optimum(
    where: Position, objective: Objective, pruning: Pruning, narrow: int
) -> None:
    """Each alone, each left out, none at all, and with any width of the first sweep."""
    terms = tuple(term for term in objective if term in SWEEP.terms) or (Term.TILES,)
    if refused(where, terms, "sweep"):
        return
    expected = optimum(SWEEP, where, terms)
    assert optimum(Sweep(pruning=pruning, narrow=narrow), where, terms) == expected


@pytest.mark.parametrize("rule", RULES_OF_PRUNING, ids=lambda rule: rule.name)
def test_each_pruning_rule_saves_states_somewhere(rule: Pruning) -> None:
    """A rule that never did anything would only be a place for faults."""
    with_all = without = 0
    for case in load("positions.jsonl")[::6]:
        where = position(hand=case["hand"], table=case["table"])
        sweeps = (Sweep(narrow=0), Sweep(narrow=0, pruning=Pruning.ALL & ~rule))
        if rule is Pruning.BOUND:
            sweeps = (Sweep(), Sweep(pruning=Pruning.ALL & ~rule))
        first, second = (s.solve(where, (Term.TILES,), Limits()).stats.nodes for s in sweeps)
        with_all += first
        without += second
    assert with_all < without


@pytest.mark.parametrize("four", [True, False])
def test_groups_are_not_cut_fours_first(four: bool) -> None:
    """Leftovers 2, 2, 1, 1 of one number are six tiles; a group of four first leaves two over."""
    hand = "R5 R5 B5 B5 O5 K5" if four else "R5 R5 B5 B5 O5 O5 K5 K5"
    assert optimum(SWEEP, position(hand=hand), (Term.TILES,))[1] == [6 if four else 8]


def test_a_real_tile_beside_jokers_puts_three_of_one_tile_into_play() -> None:
    hand = "R4 R5 R6 R5 R7 B5 O5 J J"
    found = optimum(SWEEP, position(hand=hand), (Term.TILES,))[1]
    assert (
        found
        == optimum(Sweep(pruning=Pruning.NONE, narrow=0), position(hand=hand), (Term.TILES,))[1]
    )
    assert found == [9]


@pytest.mark.parametrize(("min_set_size", "most"), [(2, 3), (3, 2), (3, 4), (4, 3)])
def test_states_of_a_colour_are_counted_and_numbered(min_set_size: int, most: int) -> None:
    states = colour_states(min_set_size, most)
    assert len(states.due) == count_states(min_set_size, most)
    for place, longs in enumerate(states.long):
        if longs:
            # States that differ only in long runs follow each other, fewest first.
            assert states.long[place - 1] == longs - 1
            assert states.due[place - 1] == states.due[place]


def test_rules_it_has_no_room_for_are_refused() -> None:
    eight = {"colours": "ABCDEFGH", "copies": 10, "jokers": 4}
    hand = f"{'A1 ' * 10} J J J J"
    assert refused(position(hand=hand, rules=eight), (Term.TILES,), "sweep")
    capped = {"max_jokers_in_set": 1}
    assert refused(position(hand="R1 J J", rules=capped), (Term.TILES,), "sweep")
    assert not refused(position(hand="R1 J", rules=capped), (Term.TILES,), "sweep")
    # Jokers that lie on a table that may not be touched yet are not in play.
    owed = position(hand="R10-12", table=["R1 R2 J", "B1 B2 J"], opened=False, rules=capped)
    assert not refused(owed, (Term.TILES,), "sweep")


@pytest.mark.parametrize("copies", [2, 3, 4])
@pytest.mark.parametrize("jokers", [0, 1, 4])
@pytest.mark.parametrize("colours", ["ABC", "ABCDEF", "ABCDEFGH"])
def test_three_to_eight_colours_with_two_to_four_copies_are_taken(
    colours: str, copies: int, jokers: int
) -> None:
    """Eight colours with four copies and four jokers fill the word to its sign bit."""
    rules = Rules(colours=tuple(colours), numbers=5, copies=copies, jokers=jokers)
    dealer = random.Random(f"{colours}{copies}{jokers}")
    numbered = [tile for tile in rules.tiles for _ in range(copies)]
    last = [Tile(colours[-1], 3)] * copies
    for _ in range(4):
        hand = [tile for tile in dealer.sample(numbered, 8) if tile not in last]
        where = Position(rules, (*hand, *last, *([JOKER] * jokers)))
        for objective in ((Term.TILES,), (Term.VALUE, Term.HELD_JOKERS)):
            expected = [term.value for term in ILP.solve(where, objective, Limits()).terms]
            assert optimum(SWEEP, where, objective) == (Status.OPTIMAL, expected)


def test_a_limit_in_states_keeps_the_best_so_far_with_a_bound_that_holds() -> None:
    case = next(c for c in load("positions.jsonl") if c["id"] == "mid-table-joker-24")
    where = position(hand=case["hand"], table=case["table"])
    # A hand that can't be played out: a narrow sweep that plays it out has the proof already.
    best = case["best"]["tiles"]
    assert best < len(case["hand"])
    seen = set()
    for work in range(10, 20_000, 400):
        result = SWEEP.solve(where, (Term.TILES,), Limits(work=work))
        seen.add(result.status)
        bound = result.terms[0].bound
        assert bound is not None
        assert bound >= best
        assert (result.stop is Stop.WORK_LIMIT) == (result.status is not Status.OPTIMAL)
        if result.status is Status.OPTIMAL:
            assert result.terms[0].value == best
        if result.status is Status.FEASIBLE:
            assert verified(SWEEP, where, result).verified
            assert result.terms[0].value is not None
            assert 0 < result.terms[0].value <= bound
    assert seen == {Status.NO_ANSWER, Status.FEASIBLE, Status.OPTIMAL}


def test_a_clock_stops_a_long_sweep() -> None:
    case = next(c for c in load("positions.jsonl") if c["id"] == "full-3")
    where = position(hand=case["hand"], table=case["table"])
    wide = Sweep(narrow=0, pruning=Pruning.NONE)
    result = wide.solve(where, (Term.TILES,), Limits(seconds=0.05))
    assert (result.status, result.stop) == (Status.NO_ANSWER, Stop.TIME_LIMIT)


def whole_multisets(rules: Rules, size: int) -> int:
    """How many multisets of ``size`` tiles can be cut wholly into sets, by the sweep's own steps.

    The states of one multiset are a set; counting multisets by what states they can be in is the
    subset construction over numbers, colours taken together.
    """
    states = colour_states(rules.min_set_size, rules.copies)
    mask = (1 << states.bits) - 1
    colours = len(rules.colours)

    def steps(start: frozenset[int], used: tuple[int, ...]) -> frozenset[int]:
        layer = {(runs, 0, 0) for runs in start}
        for colour, copies in enumerate(used):
            following = set()
            for runs, total, most in layer:
                state = (runs >> (states.bits * colour)) & mask
                due, long = int(states.due[state]), int(states.long[state])
                for grouped in range(copies - due + 1):
                    in_runs = copies - due - grouped
                    for extended in range(min(long, in_runs) + 1):
                        after = int(states.after[state, extended, in_runs - extended])
                        if after >= 0:
                            moved = runs + ((after - state) << (states.bits * colour))
                            following.add((moved, total + grouped, max(most, grouped)))
            layer = following
        return frozenset(r for r, total, most in layer if total >= rules.min_set_size * most)

    counted: dict[tuple[frozenset[int], int], int] = {(frozenset({0}), 0): 1}
    choices = [
        tuple(int(n) for n in np.base_repr(code, rules.copies + 1).zfill(colours))
        for code in range((rules.copies + 1) ** colours)
    ]
    for _ in range(rules.numbers):
        grown: dict[tuple[frozenset[int], int], int] = {}
        known: dict[tuple[frozenset[int], tuple[int, ...]], frozenset[int]] = {}
        for (reachable, tiles), count in counted.items():
            for used in choices:
                if tiles + sum(used) > size:
                    continue
                key = (reachable, used)
                if key not in known:
                    known[key] = steps(reachable, used)
                if known[key]:
                    at = (known[key], tiles + sum(used))
                    grown[at] = grown.get(at, 0) + count
        counted = grown
    total = 0
    for (reachable, tiles), count in counted.items():
        ends = any(
            all(states.due[(runs >> (states.bits * c)) & mask] == 0 for c in range(colours))
            for runs in reachable
        )
        total += count if ends and tiles == size else 0
    return total


@pytest.mark.parametrize(("size", "count"), [(3, 96), (4, 53), (5, 36), (6, 4656), (7, 4980)])
def test_tiles_that_split_wholly_into_sets_are_as_many_as_counted_elsewhere(
    size: int, count: int
) -> None:
    """van Rijn, Takes & Vis count the 14-tile hands that win at once; these are the small ones."""
    assert whole_multisets(PRESETS["standard"], size) == count


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), [(8, 4731), (9, 151_728), (14, 10_232_524)])
def test_ten_million_hands_of_fourteen_tiles_win_at_once(size: int, count: int) -> None:
    assert whole_multisets(PRESETS["standard"], size) == count


def test_the_count_of_small_hands_is_what_solving_each_of_them_gives() -> None:
    """The counting above and the backend, on all 3-tile multisets of a small box."""
    rules = Rules(colours=("R", "B", "O"), numbers=4, copies=2, jokers=0)
    whole = 0
    for tiles in combinations_with_replacement(rules.tiles, 3):
        if max(map(tiles.count, tiles)) <= rules.copies:
            whole += optimum(SWEEP, Position(rules, tiles), (Term.TILES,))[1] == [3]
    assert whole == whole_multisets(rules, 3)


def test_a_clock_can_be_set_to_any_time() -> None:
    """A limit beyond what a timer takes once ended its thread, and the limit with it."""
    case = next(c for c in load("positions.jsonl") if c["id"] == "late-jokers-3")
    where = position(hand=case["hand"], table=case["table"])
    result = Sweep(narrow=0).solve(where, (Term.TILES,), Limits(seconds=1e300))
    assert result.terms[0].value == case["best"]["tiles"]


def test_loading_compiled_code_is_no_part_of_a_time_limit() -> None:
    """In a new process the first sweep once found its time gone before it began."""
    code = (
        "from tests.cases import position\n"
        "from models.rummikub.objective import Term\n"
        "from solvers.rummikub.solve import solve\n"
        "from solvers.result import Limits\n"
        "where = position(hand='B10 K10 J', table=['R7-13'])\n"
        "print(solve(where, (Term.TILES,), 'auto', Limits(seconds=0.05)).status)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "optimal\n"
