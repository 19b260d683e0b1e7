"""The commands of ``meldwise`` and their options."""

from __future__ import annotations

import argparse
import math
from importlib.metadata import version

from app.client.patience import DEFAULT_SECONDS
from models.program import ModelFormat
from models.rummikub.objective import Term
from models.rummikub.programs import PROGRAMS
from models.rummikub.rules import PRESETS
from solvers.rummikub.registry import AUTO, BACKENDS

_EPILOG = """\
Tiles: a colour (R, B, O, K) and a number, J for a joker; R7-13 is a run, RBK4 a group.
Exit codes: 0 answered, 1 backends disagree (cross-check), a fault, or a server that does not
answer, 2 bad input, 3 no answer within the limits.
"""
_SERVER = "the address of a server that answers (MELDWISE_SERVER)"


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    top = argparse.ArgumentParser(
        prog="meldwise",
        description="The best legal move in Rummikub, proven best.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"meldwise {version('meldwise')}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _solve(commands)
    _cross_check(commands)
    _check(commands)
    _model(commands)
    _jobs(commands)
    _batch(commands)
    _serve(commands)
    _keys(commands)
    return top


type _Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def _command(commands: _Commands, name: str, summary: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=summary,
        description=f"{summary[:1].upper()}{summary[1:]}.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _solve(commands: _Commands) -> None:
    command = _command(commands, "solve", "find the best move for a hand and a table")
    _position(command, "solve")
    command.add_argument("--backend", metavar="NAME", help=f"{AUTO}, {', '.join(BACKENDS)}")
    command.add_argument("--seconds", type=float, metavar="S", help="time limit")
    command.add_argument("--work", type=int, metavar="N", help="limit in nodes or states")
    command.add_argument("--svg", metavar="FILE", help="also draw the new table as a picture")
    command.add_argument(
        "--job", action="store_true", help="let the server make a job of it, and watch that"
    )
    _output(command)
    _remote(command)


def _cross_check(commands: _Commands) -> None:
    command = _command(commands, "cross-check", "have every backend answer each line of a file")
    command.add_argument("file", metavar="FILE", help="JSON lines; - is standard input")
    _objective(command)
    command.add_argument("--seconds", type=float, metavar="S", help="time limit of each backend")
    command.add_argument(
        "--output", metavar="FILE", help="where positions with disagreements go (standard output)"
    )


def _check(commands: _Commands) -> None:
    command = _command(commands, "check", "say whether a table, or a move, is legal, and why not")
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
    _output(command)
    _remote(command)


def _model(commands: _Commands) -> None:
    command = _command(commands, "model", "write the integer program of a position")
    _position(command, "model")
    command.add_argument("--program", metavar="NAME", help=", ".join(PROGRAMS))
    command.add_argument("--format", metavar="FORMAT", help=", ".join(ModelFormat))
    command.add_argument("--output", metavar="FILE", help="where to; by default standard output")
    _remote(command)


def _jobs(commands: _Commands) -> None:
    command = _command(commands, "jobs", "see to the jobs of a server")
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    listed = _command(actions, "list", "list your jobs, the newest first")
    listed.add_argument("--limit", type=int, metavar="N", help="how many at most")
    submit = _command(actions, "submit", "make a job of a question")
    submit.add_argument("file", metavar="FILE", help="JSON as for POST /v1/KIND; - is stdin")
    submit.add_argument(
        "--kind", metavar="KIND", default="rummikub/solve", help="rummikub/solve (the default), …"
    )
    for name, summary in (
        ("show", "show a job and its answer"),
        ("watch", "watch a job to its end"),
        ("stop", "stop a job, which keeps its best answer"),
    ):
        _command(actions, name, summary).add_argument("job", metavar="ID", help="its id, or path")
    for action in actions.choices.values():
        _output(action)
        _asking(action)
        action.add_argument("--server", metavar="URL", help=_SERVER)


def _batch(commands: _Commands) -> None:
    command = _command(commands, "batch", "answer every line of a file of questions")
    command.add_argument(
        "file", metavar="FILE", help="JSON lines as for POST /v1/batch; - is standard input"
    )
    command.add_argument(
        "--output",
        metavar="FILE",
        help="where the results go; one that has some is gone on with (standard output)",
    )
    command.add_argument(
        "--kind", metavar="KIND", help="of all lines, each a request alone: rummikub/solve"
    )
    command.add_argument("--workers", type=int, metavar="N", help="processes (MELDWISE_WORKERS)")


def _serve(commands: _Commands) -> None:
    command = _command(commands, "serve", "start the HTTP service")
    command.add_argument("--host", metavar="ADDRESS", help="where to listen (MELDWISE_HOST)")
    command.add_argument("--port", type=int, metavar="N", help="on which port (MELDWISE_PORT)")
    command.add_argument("--workers", type=int, metavar="N", help="processes (MELDWISE_WORKERS)")


def _keys(commands: _Commands) -> None:
    command = _command(commands, "keys", "make a key that opens the service")
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = _command(actions, "new", "make a key, and print the line of it for the service")
    new.add_argument("name", metavar="NAME", help="whose key it is: letters, digits, dots, - and _")
    new.add_argument("--rate", metavar="R", help="requests a second (MELDWISE_RATE)")
    new.add_argument("--burst", metavar="N", help="requests at once (MELDWISE_BURST)")
    new.add_argument(
        "--concurrency", metavar="N", help="requests under way together (MELDWISE_CONCURRENCY)"
    )
    _output(new)


def _remote(command: argparse.ArgumentParser) -> None:
    place = command.add_mutually_exclusive_group()
    place.add_argument("--server", metavar="URL", help=_SERVER)
    place.add_argument(
        "--local", action="store_true", help="answer here, whatever MELDWISE_SERVER says"
    )
    _asking(command)


def _asking(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--key-file", metavar="FILE", help="a file with the key of the server (MELDWISE_KEY)"
    )
    command.add_argument(
        "--patience",
        type=_seconds,
        default=DEFAULT_SECONDS,
        metavar="S",
        help=f"how long to ask a server that is busy or away ({DEFAULT_SECONDS:g} s)",
    )


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text}: give seconds, a number from 0 up")
    return seconds


def _position(command: argparse.ArgumentParser, verb: str) -> None:
    _file(command, verb)
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


def _file(command: argparse.ArgumentParser, verb: str) -> None:
    text = f"JSON as for POST /v1/rummikub/{verb}; - is standard input"
    command.add_argument("file", nargs="?", metavar="FILE", help=text)


def _output(command: argparse.ArgumentParser) -> None:
    form = command.add_mutually_exclusive_group()
    for flag, as_json, text in (
        ("--json", True, "JSON (the default when piped)"),
        ("--text", False, "plain English (the default on a terminal)"),
    ):
        form.add_argument(
            flag, dest="json", action="store_const", const=as_json, default=None, help=text
        )
