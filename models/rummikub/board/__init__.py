"""The table as a board of places: tiles side by side are a set, and nothing is ever rescanned."""

from models.rummikub.board.board import COLUMNS as COLUMNS
from models.rummikub.board.board import ROWS as ROWS
from models.rummikub.board.board import Board as Board
from models.rummikub.board.chains import Effect as Effect
from models.rummikub.board.errors import BoardError as BoardError
from models.rummikub.board.errors import EmptyError as EmptyError
from models.rummikub.board.errors import NoRoomError as NoRoomError
from models.rummikub.board.errors import OccupiedError as OccupiedError
from models.rummikub.board.errors import OutsideError as OutsideError
from models.rummikub.board.place import Place as Place
from models.rummikub.board.turn import Action as Action
