"""Putting tiles on the board, taking them off, undoing that, and laying out whole tables."""

import pytest
from hypothesis import given

from models.defects import InvalidInputError
from models.rummikub.board import (
    COLUMNS,
    ROWS,
    Board,
    BoardError,
    Effect,
    EmptyError,
    NoRoomError,
    OccupiedError,
    OutsideError,
    Place,
)
from models.rummikub.position import Position
from models.rummikub.rules import PRESETS
from tests.cases import position
from tests.models.rummikub.board.scan import STANDARD, assert_maps_are, board_with, lay, one, tiles
from tests.strategies import positions


class TestPutting:
    def test_a_tile_alone_is_a_new_set(self) -> None:
        assert board_with("R5-7").put((1, 2), one("B1")) is Effect.NEW

    def test_a_tile_before_a_set_extends_it_to_the_left(self) -> None:
        board = board_with("R5-7")
        assert board.put((0, 1), one("R4")) is Effect.EXTEND_LEFT
        assert board.sets() == (tiles("R4-7"),)

    def test_a_tile_after_a_set_extends_it_to_the_right(self) -> None:
        board = board_with("R5-7")
        assert board.put((0, 5), one("R8")) is Effect.EXTEND_RIGHT
        assert board.sets() == (tiles("R5-8"),)

    def test_a_tile_between_two_sets_makes_them_one(self) -> None:
        board = board_with("R5-7")
        lay(board, 0, 6, "R9 R10")
        assert board.put((0, 5), one("R8")) is Effect.MERGE
        assert board.sets() == (tiles("R5-10"),)

    def test_the_end_of_a_row_does_not_touch_the_next(self) -> None:
        board = Board(STANDARD, 2, 3)
        lay(board, 0, 0, "R5-7")
        assert board.put((1, 0), one("R8")) is Effect.NEW


class TestTaking:
    def test_from_an_edge_the_set_gets_shorter(self) -> None:
        board = board_with("R5-8")
        assert board.take((0, 2)) == one("R5")
        assert board.take((0, 5)) == one("R8")
        assert board.sets() == (tiles("R6 R7"),)

    def test_from_the_middle_the_set_splits(self) -> None:
        board = board_with("R5-9")
        board.take((0, 4))
        assert board.sets() == (tiles("R5 R6"), tiles("R8 R9"))

    def test_the_larger_part_keeps_its_name(self) -> None:
        board = board_with("R5-9")
        (name,) = board._chains.ends
        board.take((0, 3))
        assert board._chains.ends[name].last.tile == one("R9")

    def test_the_last_tile_of_a_set_is_its_end(self) -> None:
        board = board_with("R5")
        board.take((0, 2))
        assert board.sets() == ()
        assert_maps_are(board, {})


class TestMoving:
    def test_a_tile_moves_from_one_set_to_another(self) -> None:
        board = board_with("R5-8", "RBK8")
        assert board.move((0, 5), (1, 1)) is Effect.EXTEND_LEFT
        assert board.sets() == (tiles("R5-7"), tiles("R8 R8 B8 K8"))

    def test_onto_its_own_place_nothing_changes(self) -> None:
        board = board_with("R5-7")
        board.move((0, 3), (0, 3))
        assert board.sets() == (tiles("R5-7"),)

    def test_a_place_beside_it_is_free_to_go_to(self) -> None:
        board = board_with("R5")
        assert board.move((0, 2), (0, 3)) is Effect.NEW

    def test_it_is_undone_at_once(self) -> None:
        board = board_with("R5-9", "RBK8")
        board.move((0, 4), (1, 5))
        action = board.undo()
        assert action is not None
        assert (action.source, action.target) == (Place(0, 4), Place(1, 5))
        assert board.sets() == (tiles("R5-9"), tiles("RBK8"))

    def test_to_where_it_can_not_go_it_stays_where_it_is(self) -> None:
        board = board_with("R5-7", "RBK8")
        for goal in ((1, 2), (9, 9)):
            with pytest.raises(BoardError):
                board.move((0, 3), goal)
        assert board.sets() == (tiles("R5-7"), tiles("RBK8"))
        assert board.actions == ()


class TestBadPlaces:
    @pytest.mark.parametrize("place", [(-1, 0), (0, -1), (3, 0), (0, 14)])
    def test_off_the_board_there_is_none(self, place: tuple[int, int]) -> None:
        board = board_with("R5-7")
        row, column = place
        expected = f"row {row}, column {column} is off the board: rows are 0 to 2, columns 0 to 13"
        with pytest.raises(OutsideError, match=expected) as raised:
            board.put(place, one("R8"))
        assert raised.value.place == place
        for ask in (board.take, board.tile, board.set_at):
            with pytest.raises(OutsideError):
                ask(place)

    def test_where_a_tile_lies_no_other_goes(self) -> None:
        with pytest.raises(OccupiedError, match="R6 lies at row 0, column 3: choose an empty"):
            board_with("R5-7").put((0, 3), one("R8"))

    def test_where_none_lies_none_is_taken(self) -> None:
        board = board_with("R5-7")
        with pytest.raises(EmptyError, match="no tile lies at row 1, column 3"):
            board.take((1, 3))
        with pytest.raises(EmptyError):
            board.set_at((1, 3))
        assert board.tile((1, 3)) is None

    def test_a_board_has_places(self) -> None:
        with pytest.raises(BoardError, match="0 rows of 5 places"):
            Board(STANDARD, 0, 5)

    def test_they_are_value_errors(self) -> None:
        assert issubclass(BoardError, ValueError)


class TestUndoing:
    def test_the_latest_first(self) -> None:
        board = board_with("R5-7")
        board.put((0, 5), one("R8"))
        board.take((0, 3))
        assert [str(action.tile) for action in (board.undo(), board.undo()) if action] == [
            "R6",
            "R8",
        ]
        assert board.undo() is None
        assert board.sets() == (tiles("R5-7"),)

    def test_a_merge_is_undone_by_a_split_and_a_split_by_a_merge(self) -> None:
        board = board_with("R5 R6")
        lay(board, 0, 5, "R8 R9")
        board.put((0, 4), one("R7"))
        board.undo()
        assert board.sets() == (tiles("R5 R6"), tiles("R8 R9"))
        board.take((0, 2))
        board.undo()
        assert board.sets() == (tiles("R5 R6"), tiles("R8 R9"))

    def test_a_whole_turn_and_no_more(self) -> None:
        board = board_with("R5-7")
        board.put((0, 5), one("R8"))
        assert board.confirm() == ()
        board.take((0, 4))
        board.take((0, 3))
        assert board.undo_all() == 2
        assert board.sets() == (tiles("R5-8"),)
        assert board.undo_all() == 0


class TestLayingOut:
    def test_each_set_goes_to_the_first_row_with_room_and_a_gap(self) -> None:
        board = Board.from_sets([tiles("R5-9"), tiles("B1-6"), tiles("O1-3")], STANDARD, 3, 9)
        assert str(board).splitlines() == [
            "R5 R6 R7 R8 R9 ·  O1 O2 O3",
            "B1 B2 B3 B4 B5 B6 ·  ·  ·",
            "·  ·  ·  ·  ·  ·  ·  ·  ·",
        ]
        assert board.actions == ()
        assert board.undo() is None

    def test_what_does_not_fit_is_named(self) -> None:
        expected = (
            "set 1 does not fit: none of 1 rows of 9 places has room for 4 tiles beside what is "
            "laid; take a larger board"
        )
        with pytest.raises(NoRoomError, match=expected) as raised:
            Board.from_sets([tiles("R5-9"), tiles("B1-4")], STANDARD, 1, 9)
        assert raised.value.index == 1

    def test_a_set_of_no_tiles_is_none(self) -> None:
        with pytest.raises(BoardError, match="set 1 has no tiles"):
            Board.from_sets([tiles("R5-9"), ()], STANDARD)

    def test_a_table_known_only_as_tiles_can_not_be_laid_out(self) -> None:
        with pytest.raises(BoardError, match="known only as tiles"):
            Board.from_position(position(table_tiles="R5-9"))

    @given(before=positions())
    def test_a_position_comes_back_as_it_was(self, before: Position) -> None:
        if before.table_tiles:
            return
        board = Board.from_position(before)
        assert sorted(board.sets()) == sorted(meld.tiles for meld in before.table)
        if before.hand or before.table:
            after = board.position(before.hand, opened=before.opened)
            assert after.table_keys == before.table_keys
            assert (after.hand, after.opened) == (before.hand, before.opened)

    @pytest.mark.parametrize("length", range(3, 14))
    def test_the_box_fits_in_sets_of_any_one_length(self, length: int) -> None:
        """docs/board.md proves it for all tables; equal lengths leave the most places unused."""
        sets = [tiles("R1-13")[:length]] * (STANDARD.total_tiles // length)
        assert len(Board.from_sets(sets, STANDARD, ROWS, COLUMNS).sets()) == len(sets)

    @pytest.mark.parametrize("length", range(3, 14))
    def test_the_box_for_six_fits_in_twelve_rows(self, length: int) -> None:
        six = PRESETS["six-player"]
        sets = [tiles("R1-13")[:length]] * (six.total_tiles // length)
        assert len(Board.from_sets(sets, six, 12).sets()) == len(sets)

    def test_no_position_is_made_of_sets_that_are_not_legal(self) -> None:
        board = board_with("R5 R7 R8", "B1-3", "K5")
        with pytest.raises(InvalidInputError) as raised:
            board.position()
        assert [(d.pointer, d.code) for d in raised.value.defects] == [
            ("/board/0/2", "broken_run"),
            ("/board/2/2", "set_too_small"),
        ]
