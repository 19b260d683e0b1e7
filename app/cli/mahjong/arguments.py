"""The command about Mahjong hands and its options."""

from __future__ import annotations

from app.cli.parts import Commands, add_command, add_output, add_remote
from models.mahjong.distance import Form
from models.mahjong.rules import PRESETS
from solvers.mahjong.registry import AUTO, BACKENDS

_TILES = """\
Tiles: numbers, then their suit: 123m456p11z (z: honours, 1z to 7z are east south west north white
green red); w, or 0 among numbers, is a wild tile; numbers alone are of the first suit, if no suit
is named at all.
"""


def add(commands: Commands) -> None:
    """Add ``mahjong``."""
    command = add_command(
        commands,
        "mahjong",
        "say how far a hand is from complete, or in which ways it splits",
        _TILES,
    )
    command.add_argument(
        "hand",
        metavar="HAND",
        help="tiles: 123m456p11z; or a file: JSON as for POST /v1/mahjong/distance (or decompose), "
        "- is standard input",
    )
    command.add_argument(
        "--decompose", action="store_true", help="every way to split a complete hand"
    )
    command.add_argument(
        "--one",
        action="store_true",
        help="with --decompose: one way will do, which greedy knows too",
    )
    command.add_argument("--visible", metavar="TILES", help="tiles that are seen elsewhere")
    command.add_argument(
        "--forms", metavar="FORMS", help=f"forms with commas between: {', '.join(Form)}"
    )
    command.add_argument(
        "--rules",
        metavar="RULES",
        help=f"{', '.join(PRESETS)}; or a JSON object that changes fields of one: "
        """'{"preset": "one-suit", "sets": 4}'""",
    )
    command.add_argument("--backend", metavar="NAME", help=", ".join((AUTO, *BACKENDS)))
    command.add_argument("--seconds", type=float, metavar="S", help="time limit")
    command.add_argument("--work", type=int, metavar="N", help="limit in nodes or states")
    command.add_argument(
        "--cross-check",
        action="store_true",
        default=None,
        help="have all other backends answer too, and say whether they agree",
    )
    add_output(command)
    add_remote(command)
