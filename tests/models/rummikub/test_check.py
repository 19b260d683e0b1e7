"""The independent checker: it accepts every answer and rejects every mutilated one."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from models.defects import Defects
from models.rummikub.check import check_change, check_move, check_table
from models.rummikub.legality import read_meld
from models.rummikub.meld import Meld, MeldKind
from models.rummikub.move import Move, stay
from models.rummikub.notation import read_tiles
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS
from models.rummikub.tiles import JOKER, Tile
from solvers.rummikub.solve import solve
from tests.cases import position
from tests.strategies import odd_rules, positions

STANDARD = PRESETS["standard"]


def tiles(text: str) -> tuple[Tile, ...]:
    return read_tiles(text, STANDARD, (), Defects())


def meld(text: str) -> Meld:
    read = read_meld(tiles(text), STANDARD)
    assert isinstance(read, Meld)
    return read


def codes(position: Position, move: Move) -> list[str]:
    return [violation.code for violation in check_move(position, move)]


OPENED = position(hand="B10 K10 R6", table=["R7-13", "RBK4"])
PLAY = Move(
    tiles("B10 K10 R6"),
    tuple(map(meld, ("R6-9", "R B K10".replace("R B K10", "RBK10"), "R11-13", "RBK4"))),
)


def test_a_legal_move_is_accepted() -> None:
    assert codes(OPENED, PLAY) == []


def test_leaving_everything_is_legal() -> None:
    assert codes(OPENED, stay(OPENED)) == []


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (replace(PLAY, played=tiles("B10 K10")), ["tile_from_nowhere"]),
        (replace(PLAY, played=tiles("B10 K10 R6 R5")), ["not_in_hand", "tile_vanished"]),
        (replace(PLAY, table=PLAY.table[:-1]), ["table_tile_taken"] * 3),
        (replace(PLAY, table=(*PLAY.table, meld("O1-3"))), ["tile_from_nowhere"] * 3),
        (
            replace(PLAY, table=(replace(PLAY.table[0], kind=MeldKind.GROUP), *PLAY.table[1:])),
            ["wrong_reading"],
        ),
        (
            replace(PLAY, table=(Meld(MeldKind.RUN, tiles("R6 R7 R9 R8")), *PLAY.table[1:])),
            ["wrong_reading"],
        ),
        (
            replace(
                PLAY,
                table=(
                    Meld(MeldKind.RUN, tiles("R6 R7")),
                    Meld(MeldKind.RUN, tiles("R8 R9")),
                    *PLAY.table[1:],
                ),
            ),
            ["set_too_small"] * 2,
        ),
    ],
)
def test_a_mutilated_move_is_rejected(move: Move, expected: list[str]) -> None:
    assert codes(OPENED, move) == expected


def test_a_joker_must_stand_for_a_tile_that_makes_its_set() -> None:
    before = position(hand="R5 R7 J")
    right = Meld(MeldKind.RUN, tiles("R5 R6 R7"), (1,))
    wrong = Meld(MeldKind.RUN, tiles("R5 R9 R7"), (1,))
    assert codes(before, Move(before.hand, (right,))) == []
    assert codes(before, Move(before.hand, (wrong,))) == ["wrong_reading"]


def test_table_tiles_may_never_end_in_the_hand() -> None:
    """The solver of gregorias lets a table tile vanish (its issue 3); the checker would not."""
    before = position(hand="R4", table=["R5-8"])
    assert codes(before, Move(tiles("R4"), (meld("R4-7"),))) == ["table_tile_taken"]


class TestInitialMeld:
    BEFORE = position(hand="B10 K10 R10 R6 O9 J", table=["R7-9"], opened=False)

    def test_sets_from_the_hand_worth_enough_are_accepted(self) -> None:
        assert codes(self.BEFORE, Move(tiles("B10 K10 R10"), (meld("R7-9"), meld("RBK10")))) == []

    def test_one_point_short_is_rejected(self) -> None:
        before = position(hand="B9 K9 R9 O2", opened=False)
        assert codes(before, Move(tiles("B9 K9 R9"), (meld("RBK9"),))) == ["initial_meld_too_small"]

    def test_the_table_must_stay(self) -> None:
        move = Move(tiles("R10 B10 K10 R6"), (meld("R6-9"), meld("RBK10")))
        assert codes(self.BEFORE, move) == ["table_touched"]

    def test_a_joker_counts_what_it_stands_for(self) -> None:
        before = position(hand="R12 R13 J", opened=False)
        high = Move(before.hand, (Meld(MeldKind.RUN, tiles("R11 R12 R13"), (0,)),))
        assert codes(before, high) == []

    def test_table_tiles_known_only_as_tiles_stay_untouched(self) -> None:
        before = position(hand="B10 K10 R10", table_tiles="R7-9", opened=False)
        move = Move(tiles("B10 K10 R10"), (meld("RBK10"),), tiles("R7-9"))
        assert codes(before, move) == []
        laid = Move(tiles("B10 K10 R10"), (meld("RBK10"), meld("R7-9")))
        assert "table_touched" in codes(before, laid)


def _drop_a_tile(move: Move, data: st.DataObject) -> Move:
    index = data.draw(st.integers(0, len(move.table) - 1))
    one = move.table[index]
    cut = Meld(
        one.kind, one.stands_for[:-1], tuple(p for p in one.joker_places if p < len(one) - 1)
    )
    return replace(move, table=(*move.table[:index], cut, *move.table[index + 1 :]))


def _repeat_a_set(move: Move, data: st.DataObject) -> Move:
    return replace(move, table=(*move.table, data.draw(st.sampled_from(move.table))))


def _lose_a_set(move: Move, data: st.DataObject) -> Move:
    index = data.draw(st.integers(0, len(move.table) - 1))
    return replace(move, table=(*move.table[:index], *move.table[index + 1 :]))


def _keep_a_played_tile(move: Move, data: st.DataObject) -> Move:
    assume(move.played)
    index = data.draw(st.integers(0, len(move.played) - 1))
    return replace(move, played=(*move.played[:index], *move.played[index + 1 :]))


def _play_a_tile_twice(move: Move, data: st.DataObject) -> Move:
    assume(move.played)
    return replace(move, played=(*move.played, data.draw(st.sampled_from(move.played))))


def _joker_for_a_tile(move: Move, data: st.DataObject) -> Move:
    index = data.draw(st.integers(0, len(move.table) - 1))
    one = move.table[index]
    place = data.draw(st.integers(0, len(one) - 1))
    assume(place not in one.joker_places)
    forged = replace(one, joker_places=tuple(sorted((*one.joker_places, place))))
    return replace(move, table=(*move.table[:index], forged, *move.table[index + 1 :]))


def _shift_a_number(move: Move, data: st.DataObject) -> Move:
    index = data.draw(st.integers(0, len(move.table) - 1))
    one = move.table[index]
    shifted = tuple(Tile(t.colour, t.number + 1) for t in one.stands_for)
    assume(any(p not in one.joker_places for p in range(len(one))))
    return replace(
        move,
        table=(*move.table[:index], replace(one, stands_for=shifted), *move.table[index + 1 :]),
    )


MUTILATIONS = [
    _drop_a_tile,
    _repeat_a_set,
    _lose_a_set,
    _keep_a_played_tile,
    _play_a_tile_twice,
    _joker_for_a_tile,
    _shift_a_number,
]


@pytest.mark.parametrize("mutilate", MUTILATIONS, ids=lambda f: f.__name__.strip("_"))
@given(before=st.one_of(positions(), positions(odd_rules(), most_hand=8)), data=st.data())
def test_every_answer_is_accepted_and_every_mutilated_one_rejected(
    mutilate: Callable[[Move, st.DataObject], Move], before: Position, data: st.DataObject
) -> None:
    move = solve(before).answer
    assume(move is not None)
    assert move is not None
    assert check_move(before, move) == ()
    assume(move.table)
    assert check_move(before, mutilate(move, data)) != ()


def test_a_table_is_checked_set_by_set_and_then_as_a_whole() -> None:
    sets = {0: tiles("R5 R7 R8"), 1: tiles("R4 R4 B4"), 2: tiles("R7-9"), 4: tiles("R6-8")}
    assert [(d.pointer, d.detail) for d in check_table(sets, STANDARD)] == [
        ("/table/0", "run broken between R5 and R7"),
        ("/table/1", "two tiles of one colour in a group: R4 twice"),
        ("/table/4", "a third R7 in this table: the game has two"),
        ("/table/4", "a third R8 in this table: the game has two"),
    ]


def test_tiles_of_a_new_table_come_from_the_old_one_or_the_hand() -> None:
    old, new = {0: tiles("R5-7")}, {0: (*tiles("R5 R6"), JOKER), 1: tiles("B1-3")}
    found = check_change(STANDARD, old, new, tiles("B2 B3"), opened=True)
    assert [f"{d.pointer} {d.code}" for d in found] == [
        "/new_table table_tile_taken",
        "/new_table tile_from_nowhere",
        "/new_table tile_from_nowhere",
    ]


def test_an_excess_is_named_once_and_at_the_set_or_hand_that_makes_it() -> None:
    """Three R7 on the old table were once named at the set, and again at the whole table."""
    old = {0: tiles("R7-9"), 1: tiles("R6-8"), 2: tiles("R5-7")}
    found = check_change(STANDARD, old, old, tiles("R8"), opened=True)
    assert [d.pointer for d in found if d.code == "too_many_copies"] == [
        "/table/2",
        "/hand",
        "/new_table/2",
    ]


def test_an_empty_table_left_empty_is_a_legal_first_move() -> None:
    assert check_change(STANDARD, {}, {}, None, opened=False) == ()
