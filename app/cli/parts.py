"""Parts that the commands of ``meldwise`` have in common."""

from __future__ import annotations

import argparse
import math

from app.client.patience import DEFAULT_SECONDS

EPILOG = """\
Exit codes: 0 answered, 1 backends disagree (cross-check), a fault, or a server that does not
answer, 2 bad input, 3 no answer within the limits.
"""
SERVER = "the address of a server that answers (MELDWISE_SERVER)"


type Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_command(
    commands: Commands, name: str, summary: str, notation: str = ""
) -> argparse.ArgumentParser:
    """Add a command; its help ends with how a game is written, and the exit codes."""
    return commands.add_parser(
        name,
        help=summary,
        description=f"{summary[:1].upper()}{summary[1:]}.",
        epilog=notation + EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_remote(command: argparse.ArgumentParser) -> None:
    """Let a server answer, if one is named."""
    place = command.add_mutually_exclusive_group()
    place.add_argument("--server", metavar="URL", help=SERVER)
    place.add_argument(
        "--local", action="store_true", help="answer here, whatever MELDWISE_SERVER says"
    )
    add_asking(command)


def add_asking(command: argparse.ArgumentParser) -> None:
    """Say how a server is asked."""
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


def add_file(command: argparse.ArgumentParser, kind: str) -> None:
    """Take a question from a file."""
    text = f"JSON as for POST /v1/{kind}; - is standard input"
    command.add_argument("file", nargs="?", metavar="FILE", help=text)


def add_output(command: argparse.ArgumentParser) -> None:
    """Choose between JSON and English."""
    form = command.add_mutually_exclusive_group()
    for flag, as_json, text in (
        ("--json", True, "JSON (the default when piped)"),
        ("--text", False, "plain English (the default on a terminal)"),
    ):
        form.add_argument(
            flag, dest="json", action="store_const", const=as_json, default=None, help=text
        )
