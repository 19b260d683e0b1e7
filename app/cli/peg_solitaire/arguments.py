"""The command about peg solitaire and its options."""

from __future__ import annotations

from app.cli.parts import Commands, add_command, add_output, add_remote
from models.peg_solitaire.board import Directions
from models.peg_solitaire.boards import BOARDS
from models.peg_solitaire.problem import Kind
from solvers.peg_solitaire.registry import AUTO, BACKENDS


def add(commands: Commands) -> None:
    """Add ``peg``."""
    command = add_command(commands, "peg", "find a play of peg solitaire, or prove there is none")
    command.add_argument(
        "board",
        metavar="BOARD",
        help=f"a board ({', '.join(BOARDS)}), its rows with / between (ooo/ooo/ooo), or a file: "
        "JSON as for POST /v1/peg-solitaire/solve, - is standard input",
    )
    command.add_argument(
        "--start",
        metavar="R,C",
        help="row and column of the empty hole, from 0; or a position, rows with / between: "
        "o is a peg, . an empty hole",
    )
    command.add_argument(
        "--goal", metavar="R,C", help="where the last peg shall stand; or a position"
    )
    command.add_argument("--problem", metavar="KIND", help=", ".join(Kind))
    command.add_argument(
        "--directions", metavar="WAYS", help=f"of a drawn board: {', '.join(Directions)}"
    )
    command.add_argument("--backend", metavar="NAME", help=", ".join((AUTO.name, *BACKENDS)))
    command.add_argument("--seconds", type=float, metavar="S", help="time limit")
    command.add_argument("--work", type=int, metavar="N", help="limit in nodes or positions")
    command.add_argument("--svg", metavar="FILE", help="also draw all positions as a picture")
    command.add_argument(
        "--job", action="store_true", help="let the server make a job of it, and watch that"
    )
    add_output(command)
    add_remote(command)
