"""The commands of ``meldwise`` and their options."""

from __future__ import annotations

import argparse
from importlib.metadata import version

from app.cli import mahjong, peg_solitaire, rummikub
from app.cli.experiments import EXPERIMENTS
from app.cli.parts import EPILOG, SERVER, Commands, add_asking, add_command, add_output
from app.kinds import KINDS


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    top = argparse.ArgumentParser(
        prog="meldwise",
        description="Proven best answers to tile and peg puzzles.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"meldwise {version('meldwise')}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    rummikub.add(commands)
    mahjong.add(commands)
    peg_solitaire.add(commands)
    _jobs(commands)
    _batch(commands)
    _experiment(commands)
    _serve(commands)
    _keys(commands)
    return top


def _jobs(commands: Commands) -> None:
    command = add_command(commands, "jobs", "see to the jobs of a server")
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    listed = add_command(actions, "list", "list your jobs, the newest first")
    listed.add_argument("--limit", type=int, metavar="N", help="how many at most")
    submit = add_command(actions, "submit", "make a job of a question")
    submit.add_argument("file", metavar="FILE", help="JSON as for POST /v1/KIND; - is stdin")
    submit.add_argument(
        "--kind",
        metavar="KIND",
        default="rummikub/solve",
        help=f"{', '.join(KINDS)} (rummikub/solve)",
    )
    for name, summary in (
        ("show", "show a job and its answer"),
        ("watch", "watch a job to its end"),
        ("stop", "stop a job, which keeps its best answer"),
    ):
        add_command(actions, name, summary).add_argument(
            "job", metavar="ID", help="its id, or path"
        )
    for action in actions.choices.values():
        add_output(action)
        add_asking(action)
        action.add_argument("--server", metavar="URL", help=SERVER)


def _batch(commands: Commands) -> None:
    command = add_command(commands, "batch", "answer every line of a file of questions")
    command.add_argument(
        "file", metavar="FILE", help="JSON lines as for POST /v1/batch; - is standard input"
    )
    command.add_argument(
        "--output",
        metavar="FILE",
        help="where the results go; one that has some is gone on with (standard output)",
    )
    command.add_argument(
        "--kind",
        metavar="KIND",
        help=f"of all lines, each a request alone: {', '.join(KINDS)}",
    )
    command.add_argument("--workers", type=int, metavar="N", help="processes (MELDWISE_WORKERS)")


def _experiment(commands: Commands) -> None:
    command = add_command(commands, "experiment", "repeat a published experiment")
    names = command.add_subparsers(dest="name", required=True, metavar="NAME")
    for name, experiment in EXPERIMENTS.items():
        one = add_command(names, name, experiment.summary)
        one.add_argument("--output", metavar="FILE", help="where to; by default standard output")
        experiment.add_options(one)


def _serve(commands: Commands) -> None:
    command = add_command(commands, "serve", "start the HTTP service")
    command.add_argument("--host", metavar="ADDRESS", help="where to listen (MELDWISE_HOST)")
    command.add_argument("--port", type=int, metavar="N", help="on which port (MELDWISE_PORT)")
    command.add_argument("--workers", type=int, metavar="N", help="processes (MELDWISE_WORKERS)")


def _keys(commands: Commands) -> None:
    command = add_command(commands, "keys", "make a key that opens the service")
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = add_command(actions, "new", "make a key, and print the line of it for the service")
    new.add_argument("name", metavar="NAME", help="whose key it is: letters, digits, dots, - and _")
    new.add_argument("--rate", metavar="R", help="requests a second (MELDWISE_RATE)")
    new.add_argument("--burst", metavar="N", help="requests at once (MELDWISE_BURST)")
    new.add_argument(
        "--concurrency", metavar="N", help="requests under way together (MELDWISE_CONCURRENCY)"
    )
    add_output(new)
