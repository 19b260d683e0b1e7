"""A turn ends when the sets it touched are legal, and its tiles came from where they may."""

from collections import Counter

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from models.rummikub.board import Board, confirming
from models.rummikub.check import check_change
from models.rummikub.legality import read_meld
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile
from tests.models.rummikub.board.scan import STANDARD, board_with, lay, one, tiles
from tests.strategies import legal_sets, odd_rules


def found(board: Board, hand: str | None = None, *, opened: bool = True) -> list[str]:
    held = None if hand is None else tiles(hand)
    return [f"{d.pointer} {d.code}" for d in board.confirm(held, opened=opened)]


class TestALegalTurn:
    def test_begins_the_next_one(self) -> None:
        board = board_with("R5-7")
        board.put((0, 5), one("R8"))
        assert board.played == tiles("R8")
        assert found(board, "R8") == []
        assert board.played == ()
        assert board.undo() is None

    def test_may_take_the_table_apart(self) -> None:
        board = board_with("R4-7", "RBK8")
        board.move((1, 2), (0, 6))
        lay(board, 1, 2, "O8")
        assert found(board, "O8") == []
        assert board.sets() == (tiles("R4-8"), tiles("O8 B8 K8"))

    def test_may_do_nothing(self) -> None:
        assert found(board_with("R5-7"), "") == []

    def test_may_put_a_tile_down_for_an_equal_one(self) -> None:
        """Of two equal tiles nobody can tell which one came from the hand."""
        board = board_with("R5-7")
        board.take((0, 3))
        board.put((0, 3), one("R6"))
        assert board.played == board.missing == ()
        assert found(board, "") == []


class TestAnIllegalTurn:
    def test_goes_on_as_if_nothing_had_been_asked(self) -> None:
        board = board_with("R5-7")
        board.put((0, 5), one("R9"))
        assert found(board) == ["/board/0/2 broken_run"]
        board.undo()
        assert found(board) == []

    def test_has_all_its_violations_named_at_once(self) -> None:
        board = board_with("R5-8", "RBK4")
        board.take((0, 3))
        board.put((2, 5), one("O2"))
        board.put((1, 5), one("K4"))
        assert board.missing == tiles("R6")
        assert found(board, "O2") == [
            "/board/0/2 set_too_small",
            "/board/0/4 set_too_small",
            "/board/1/2 repeated_colour_in_group",
            "/board/2/5 set_too_small",
            "/board table_tile_taken",
            "/board tile_from_nowhere",
        ]

    def test_may_not_put_down_more_of_a_tile_than_there_are(self) -> None:
        board = board_with("R5-7", "R6-8", "RBK5")
        lay(board, 3, 2, "R7-9")
        (defect,) = board.confirm()
        assert (defect.pointer, defect.code) == ("/board/3/2", "too_many_copies")
        assert defect.detail == "a third R7 in this table: the game has two"

    def test_may_not_hold_more_of_a_tile_than_there_are(self) -> None:
        board = board_with("R5-7", "R6-8")
        assert found(board, "R7 B7") == ["/hand too_many_copies"]

    def test_may_not_use_tiles_the_game_lacks(self) -> None:
        board = board_with("R5-7")
        board.put((0, 5), Tile("R", 99))
        assert found(board) == ["/board/0/2 unknown_tile"]


class TestTheInitialMeld:
    def test_comes_from_the_hand_and_is_worth_enough(self) -> None:
        board = board_with("R5-7")
        lay(board, 1, 2, "RBK10")
        assert found(board, "RBK10 R8", opened=False) == []

    def test_worth_too_little_is_not_enough(self) -> None:
        board = board_with("R5-7")
        lay(board, 1, 2, "RBK9")
        assert found(board, opened=False) == ["/board initial_meld_too_small"]

    def test_leaves_the_table_as_it_is(self) -> None:
        board = board_with("R5-7")
        lay(board, 1, 2, "RBK10")
        board.put((0, 5), one("R8"))
        assert found(board, opened=False) == ["/board table_touched"]

    def test_may_push_a_set_aside(self) -> None:
        board = board_with("R5-7")
        for column in (2, 3, 4):
            board.move((0, column), (1, column))
        lay(board, 2, 2, "RBK10")
        assert found(board, opened=False) == []

    def test_counts_a_new_set_as_it_lies_though_an_old_one_has_the_same_tiles(self) -> None:
        board = board_with("R11 R12 J")
        lay(board, 1, 2, "J R11 R12")
        assert found(board, opened=False) == []
        board = board_with("R8 R9 J")
        lay(board, 1, 2, "J R8 R9")
        assert found(board, opened=False) == ["/board initial_meld_too_small"]


def test_only_the_sets_that_a_turn_touched_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    def noting(some: tuple[Tile, ...], rules: Rules) -> object:
        read.append(some)
        return read_meld(some, rules)

    monkeypatch.setattr(confirming, "read_meld", noting)
    board = Board.from_sets([tiles(f"{c}1-6") for c in "RBOK"] * 2, STANDARD)
    whole = len(board.sets())
    board.move((0, 0), (2, 10))
    board.put((4, 0), one("J"))
    board.take((0, 9))
    board.undo()
    board.check()
    assert read == [tiles("R2-6"), tiles("R1"), tiles("J")]
    assert whole > len(read)
    read.clear()
    board.undo_all()
    assert board.confirm() == ()
    assert read == []


def test_a_set_that_no_turn_touches_may_be_what_it_is() -> None:
    board = board_with("R5 R7", "B1-3")
    board.put((1, 5), one("B4"))
    assert found(board) == []
    board.put((0, 4), one("R9"))
    assert found(board) == ["/board/0/2 broken_run", "/board/0/2 broken_run"]


@given(data=st.data())
def test_a_turn_is_judged_as_the_checker_judges_two_whole_tables(data: st.DataObject) -> None:
    rules = data.draw(odd_rules())
    box = Counter({tile: rules.count(tile) for tile in rules.order})
    drawn = [data.draw(legal_sets(rules, box)) for _ in range(data.draw(st.integers(0, 9)))]
    old: list[tuple[Tile, ...]] = []
    new: list[tuple[Tile, ...]] = []
    left = box.copy()
    for some in drawn:
        if some and Counter(some) <= left and data.draw(st.booleans()):
            left -= Counter(some)
            old.append(some)
        elif some:
            new.append(some)
    # Every set has a row of its own, so that those the turn takes away leave room for others.
    board = Board(rules, len(drawn) + 1, 10)
    for row, some in enumerate(old):
        for column, tile in enumerate(some):
            board.put((row, column), tile)
    assert board.confirm() == ()
    before = dict(enumerate(board.sets()))
    for row, some in enumerate(old):
        if data.draw(st.integers(0, 3)) == 0:
            for column in range(len(some)):
                board.take((row, column))
    for row, some in enumerate(new, start=len(old)):
        for column, tile in enumerate(some):
            board.put((row, column), tile)
    hand = data.draw(st.sampled_from((None, board.played, board.played[1:])))
    opened = data.draw(st.sampled_from((True, False, False)))
    expected = check_change(rules, before, dict(enumerate(board.sets())), hand, opened=opened)
    judged = board.confirm(hand, opened=opened)
    event(", ".join(sorted({d.code for d in judged})) or "confirmed")
    assert sorted((d.code, d.detail) for d in judged) == sorted(
        (d.code, d.detail) for d in expected
    )
