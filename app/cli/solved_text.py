"""What answers of all games have in common, for a person to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text


def print_cross_check(answer: Mapping[str, Any], out: Console) -> None:
    """Print whether the backends agree, if an answer was cross-checked."""
    checked = answer["cross_check"]
    if checked is None:
        return
    names = ", ".join(opinion["backend"] for opinion in checked["opinions"])
    out.print(f"cross-check: {'all agree' if checked['agree'] else 'DISAGREEMENT'} ({names})")
    for sentence in checked["disagreements"]:
        out.print(Text(f"  {sentence}"))


def print_end(answer: Mapping[str, Any], out: Console, size: str | None = None) -> None:
    """Print what is known, who found it, and how much work it was.

    Parameters
    ----------
    answer
        In the shape of ``Solved``, with ``stats``, and ``route`` where there is one.
    out
        Where to.
    size
        The work in words; by default the size of the program, and nodes.
    """
    stats = answer["stats"]
    seconds = stats["build_seconds"] + stats["solve_seconds"] + stats["check_seconds"]
    verified = "verified" if answer["verified"] else "nothing to verify"
    way = answer.get("route") or answer["backend"]
    if size is None:
        size = f"{stats['rows']} rows, {stats['columns']} columns, {stats['nodes']} nodes"
    out.print(f"{answer['status']}, {verified}, by {way} in {1000 * seconds:.1f} ms ({size})")
