"""The commands about Rummikub and their options."""

from __future__ import annotations

import argparse

from app.cli.parts import Commands, add_command, add_file, add_output, add_remote
from models.program import ModelFormat
from models.rummikub.objective import Term
from models.rummikub.programs import PROGRAMS
from models.rummikub.rules import PRESETS
from solvers.rummikub.registry import AUTO, BACKENDS

_TILES = "Tiles: a colour (R, B, O, K) and a number, J for a joker; R7-13 is a run, RBK4 a group.\n"


def add(commands: Commands) -> None:
    """Add ``solve``, ``cross-check``, ``check`` and ``model``."""
    _solve(commands)
    _cross_check(commands)
    _check(commands)
    _model(commands)


def _solve(commands: Commands) -> None:
    command = add_command(commands, "solve", "find the best move for a hand and a table", _TILES)
    _position(command, "solve")
    command.add_argument("--backend", metavar="NAME", help=f"{AUTO}, {', '.join(BACKENDS)}")
    command.add_argument(
        "--option",
        action="append",
        metavar="NAME=VALUE",
        help="what the backend lets you choose; once for each (best-first: heuristic=ICC)",
    )
    command.add_argument("--seconds", type=float, metavar="S", help="time limit")
    command.add_argument("--work", type=int, metavar="N", help="limit in nodes or states")
    command.add_argument("--svg", metavar="FILE", help="also draw the new table as a picture")
    command.add_argument(
        "--job", action="store_true", help="let the server make a job of it, and watch that"
    )
    add_output(command)
    add_remote(command)


def _cross_check(commands: Commands) -> None:
    command = add_command(
        commands,
        "cross-check",
        "have every exact backend answer each line of a file of Rummikub positions",
        f"{_TILES}A Mahjong hand is cross-checked by `meldwise mahjong --cross-check`.\n",
    )
    command.add_argument("file", metavar="FILE", help="JSON lines; - is standard input")
    _objective(command)
    command.add_argument("--seconds", type=float, metavar="S", help="time limit of each backend")
    command.add_argument(
        "--output", metavar="FILE", help="where positions with disagreements go (standard output)"
    )


def _check(commands: Commands) -> None:
    command = add_command(
        commands, "check", "say whether a table, or a move, is legal, and why not", _TILES
    )
    command.add_argument(
        "file", nargs="?", metavar="FILE", help="JSON as for POST /v1/rummikub/check; - is stdin"
    )
    command.add_argument("--table", action="append", metavar="SET", help="a set; once for each")
    command.add_argument(
        "--new-table", action="append", metavar="SET", help="a set of the table after the move"
    )
    command.add_argument("--hand", metavar="TILES", help="the hand before the move")
    _opened(command)
    command.add_argument("--rules", metavar="PRESET", help=", ".join(PRESETS))
    add_output(command)
    add_remote(command)


def _model(commands: Commands) -> None:
    command = add_command(commands, "model", "write the integer program of a position", _TILES)
    _position(command, "model")
    command.add_argument("--program", metavar="NAME", help=", ".join(PROGRAMS))
    command.add_argument("--format", metavar="FORMAT", help=", ".join(ModelFormat))
    command.add_argument("--output", metavar="FILE", help="where to; by default standard output")
    add_remote(command)


def _position(command: argparse.ArgumentParser, verb: str) -> None:
    add_file(command, f"rummikub/{verb}")
    command.add_argument("--hand", metavar="TILES", help='the hand: "B10 K10 J"')
    command.add_argument("--table", action="append", metavar="SET", help="a set; once for each")
    command.add_argument("--table-tiles", metavar="TILES", help="the table as tiles, not sets")
    _opened(command)
    command.add_argument("--rules", metavar="PRESET", help=", ".join(PRESETS))
    _objective(command)


def _objective(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--objective", metavar="TERMS", help=f"terms with commas between: {', '.join(Term)}"
    )


def _opened(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--not-opened",
        dest="opened",
        action="store_false",
        default=None,
        help="the initial meld is still owed",
    )
