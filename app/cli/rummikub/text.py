"""Answers about Rummikub for a person to read: coloured tiles and plain English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from app.cli.solved_text import print_cross_check, print_end

# Tiles are light, as on the table, so that black numbers can be told from the rest.
_STYLES = {
    "R": "bold red on white",
    "B": "bold blue on white",
    "O": "bold dark_orange3 on white",
    "K": "bold black on white",
    "J": "bold magenta on white",
}


def print_solve(answer: dict[str, Any], out: Console) -> None:
    """Print a ``SolveAnswer``."""
    out.print(Text(answer["summary"], style="bold"))
    out.print()
    if answer["table"]:
        out.print("The table after the move (* from your hand, = set left as it was):")
        for one in answer["table"]:
            out.print(_set_line(one))
    if answer["untouched"]:
        out.print(Text("  untouched: ").append_text(_tiles(answer["untouched"])))
    if answer["hand_left"]:
        out.print(Text("In hand: ").append_text(_tiles(answer["hand_left"])))
    out.print()
    for term in answer["objective"] if answer["table"] is not None else ():
        out.print(f"{term['term']}: {_known(term['value'])} (bound {_known(term['bound'])})")
    print_cross_check(answer, out)
    print_end(answer, out)


def print_check(answer: dict[str, Any], out: Console) -> None:
    """Print a ``CheckAnswer``."""
    out.print(Text("Legal." if answer["legal"] else "Not legal:", style="bold"))
    for violation in answer["violations"]:
        out.print(Text(f"  {violation['pointer']}: {violation['detail']}"))
    for name in ("table", "new_table"):
        for place, one in enumerate(answer[name] or ()):
            mark = one["kind"] if one["legal"] else "not a set"
            out.print(Text(f"  /{name}/{place}  {mark:9}  ").append_text(_tiles(one["tiles"])))
    if answer["played"]:
        out.print(Text("Played: ").append_text(_tiles(answer["played"])))


def _set_line(one: dict[str, Any]) -> Text:
    line = Text("  = " if one["kept"] else "    ")
    line.append(f"{one['kind']:5}  ")
    from_hand = list(one["from_hand"])
    for tile, meant in zip(one["tiles"], one["stands_for"], strict=True):
        line.append_text(_tile(tile))
        if tile in from_hand:
            from_hand.remove(tile)
            line.append("*")
        if tile == "J":
            line.append(f"({meant})")
        line.append(" ")
    return line


def _tiles(codes: Sequence[str]) -> Text:
    return Text(" ").join(_tile(code) for code in codes)


def _tile(code: str) -> Text:
    return Text(code, style=_STYLES.get(code[:1], "bold black on white"))


def _known(value: int | None) -> str:
    return "not known" if value is None else str(value)
