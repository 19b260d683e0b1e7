"""A play of peg solitaire for a person to read: its moves, and the board after each jump."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from app.answers.solved import plural
from app.cli.solved_text import print_end

_BETWEEN = 4
"""Columns between two boards."""

_MOST_WIDTH = 120


def print_play(answer: dict[str, Any], out: Console) -> None:
    """Print a ``PegSolveAnswer``."""
    out.print(Text(answer["summary"], style="bold"))
    out.print()
    if answer["jumps"] is not None:
        _print_moves(answer["moves"], out)
        out.print()
        _print_boards(answer, out)
    certificate = answer["certificate"]
    if certificate is not None:
        _print_certificate(answer, certificate, out)
    for term in answer["objective"]:
        if term["value"] is not None:
            bound = "not known" if term["bound"] is None else term["bound"]
            out.print(f"{term['term']}: {term['value']} (bound {bound})")
    print_end(answer, out)


def _print_moves(moves: Sequence[Sequence[Sequence[Sequence[int]]]], out: Console) -> None:
    width = len(str(len(moves)))
    for number, move in enumerate(moves, 1):
        places = [move[0][0], *(jump[1] for jump in move)]
        path = " → ".join(f"{row},{column}" for row, column in places)
        out.print(Text(f"{number:>{width}}. {_fitting(path, out)}"))


def _print_boards(answer: dict[str, Any], out: Console) -> None:
    """Print the boards side by side, as many as there is room for."""
    width = max(map(len, answer["board"]))
    boards = [("start", answer["start"], None)]
    boards += [
        (str(number), board, jump)
        for number, (board, jump) in enumerate(
            zip(answer["boards"], answer["jumps"], strict=True), 1
        )
    ]
    width = max(width, len("start"))
    each = max(1, (min(out.width, _MOST_WIDTH) + _BETWEEN) // (width + _BETWEEN))
    for first in range(0, len(boards), each):
        some = boards[first : first + each]
        blank = " " * _BETWEEN
        out.print(Text(blank.join(f"{name:<{width}}" for name, _, _ in some).rstrip()))
        for row in range(len(answer["board"])):
            line = Text(blank).join(_row(board, row, jump, width, out) for _, board, jump in some)
            line.rstrip()
            out.print(line)
        out.print()


def _row(
    board: Sequence[str],
    row: int,
    jump: Sequence[Sequence[int]] | None,
    width: int,
    out: Console,
) -> Text:
    line = Text()
    for column, mark in enumerate(board[row].ljust(width)):
        landed = jump is not None and jump[1] == [row, column]
        left = jump is not None and jump[0] == [row, column]
        style = "bold green" if landed else "red" if left else "dim" if mark == "." else ""
        line.append(_fitting({"o": "●", ".": "·"}.get(mark, " "), out), style=style)
    return line


def _print_certificate(answer: dict[str, Any], certificate: dict[str, Any], out: Console) -> None:
    """Print a certificate so that a person can follow it."""
    match certificate["kind"]:
        case "position-class":
            out.print("Jumps never change whether the marked holes hold an even number of pegs:")
            marked = {tuple(place) for place in certificate["marked"]}
            _print_cells(answer["board"], lambda place: "x" if place in marked else ".", 1, out)
        case "pagoda":
            out.print("No jump raises the sum of these over the pegs, and the goal has more:")
            _print_weights(answer["board"], certificate["weights"], out)
        case "jump-counts":
            start, goal = ("".join(answer[which]).count("o") for which in ("start", "goal"))
            out.print(
                "In each of these cases, which are all, weights show that no numbers of jumps lead "
                "to the goal. A jump adds the weight of the hole where it lands and takes away "
                "those of the two others. However often each is made within the case, none of them "
                f"more than {plural(start - goal, 'time')} as so many pegs go, together they add "
                "less than it takes from the start to the goal."
            )
            for number, (bounds, weights) in enumerate(_cases(certificate["tree"], {}), 1):
                made = "; ".join(f"{path}: {_times(*times)}" for path, times in bounds.items())
                out.print()
                out.print(Text(f"{number}. {_fitting(made or 'any numbers of jumps', out)}"))
                _print_weights(answer["board"], weights, out)
        case "exhaustion":
            count = certificate["positions"]
            looked = "1 position was" if count == 1 else f"{count} positions were"
            out.print(
                f"{looked} looked at: all with as many pegs as the goal, symmetric ones once."
            )
    out.print()


type _Bounds = dict[str, tuple[int, int | None]]
"""How often jumps are made, from and to, by what they are called."""


def _cases(tree: Mapping[str, Any], bounds: _Bounds) -> Iterator[tuple[_Bounds, Sequence[int]]]:
    """Name the cases of a ``JumpCountsAnswer`` one after the other, and the weights of each."""
    if "weights" in tree:
        yield bounds, tree["weights"]
        return
    path = " → ".join(f"{row},{column}" for row, column in tree["jump"])
    low, high = bounds.get(path, (0, None))
    yield from _cases(tree["at_most"], bounds | {path: (low, tree["most"])})
    yield from _cases(tree["more"], bounds | {path: (tree["most"] + 1, high)})


def _times(low: int, high: int | None) -> str:
    if high is None:
        return f"at least {plural(low, 'time')}"
    if low == high:
        return "never" if low == 0 else plural(low, "time")
    return f"{low} to {plural(high, 'time')}"


def _print_weights(board: Sequence[str], weights: Sequence[int], out: Console) -> None:
    """Print a weight in each hole; they are in reading order."""
    cells = [(r, c) for r, line in enumerate(board) for c, m in enumerate(line) if m == "o"]
    written = dict(zip(cells, map(str, weights), strict=True))
    width = max(map(len, written.values()))
    _print_cells(board, lambda place: written[place], width, out)


def _print_cells(board: Sequence[str], written: Any, width: int, out: Console) -> None:
    for r, line in enumerate(board):
        cells = (written((r, c)) if m == "o" else "" for c, m in enumerate(line))
        out.print(Text("  " + " ".join(f"{cell:>{width}}" for cell in cells).rstrip()))


def _fitting(text: str, out: Console) -> str:
    """Write a text with what the terminal can show."""
    if out.encoding.lower().startswith("utf"):
        return text
    return text.replace("●", "o").replace("·", ".").replace("→", "->")
