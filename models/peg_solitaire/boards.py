"""The boards that have a name, and reading a board from JSON."""

from __future__ import annotations

from collections.abc import Mapping

from models.defects import Defects, Path, short, shown, suggestion
from models.peg_solitaire.board import EMPTY, GAP, HOLE, Board, Directions

MOST_HOLES = 128
"""Holes of the largest board that is read."""

MOST_ROWS = 64
"""Rows, and columns, of the largest board that is read."""

SPANS: Mapping[str, tuple[int, int]] = {
    "holes": (1, MOST_HOLES),
    "rows": (1, MOST_ROWS),
    "columns": (1, MOST_ROWS),
}
"""The least and the greatest number of each on a board that is read."""


def _rectangle(rows: int, columns: int) -> tuple[str, ...]:
    return (HOLE * columns,) * rows


def _triangle(side: int) -> tuple[str, ...]:
    return tuple(HOLE * (row + 1) for row in range(side))


def _stacked(widths: tuple[int, ...], left: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(GAP * skip + HOLE * width for width, skip in zip(widths, left, strict=True))


def _centred(*widths: int) -> tuple[str, ...]:
    """Draw rows of these widths, each in the middle."""
    return _stacked(widths, tuple((max(widths) - width) // 2 for width in widths))


_ROWS: Mapping[str, tuple[str, ...]] = {
    "english33": _centred(3, 3, 7, 7, 7, 3, 3),
    "french37": _centred(3, 5, 7, 7, 7, 5, 3),
    "wiegleb45": _centred(3, 3, 3, 9, 9, 9, 3, 3, 3),
    "asym39": _stacked((3, 3, 3, 8, 8, 8, 3, 3), (2, 2, 2, 0, 0, 0, 2, 2)),
    "diamond41": _centred(1, 3, 5, 7, 9, 7, 5, 3, 1),
    "tri10": _triangle(4),
    "tri15": _triangle(5),
    "tri21": _triangle(6),
    "square16": _rectangle(4, 4),
    "square25": _rectangle(5, 5),
    "square36": _rectangle(6, 6),
    "rect3x4": _rectangle(3, 4),
    "rect3x6": _rectangle(3, 6),
    "rect4x5": _rectangle(4, 5),
    "rect4x6": _rectangle(4, 6),
    "plus21": _centred(3, 5, 5, 5, 3),
    "diamond13": _centred(1, 3, 5, 3, 1),
}

BOARDS: Mapping[str, Board] = {
    name: Board(
        rows,
        Directions.TRIANGULAR if name.startswith("tri") else Directions.ORTHOGONAL,
        name,
    )
    for name, rows in _ROWS.items()
}
"""Every named board. A name ends in the number of holes, or in rows × columns."""

ALIASES: Mapping[str, str] = {
    "english": "english33",
    "french": "french37",
    "european": "french37",
    "wiegleb": "wiegleb45",
    "german": "wiegleb45",
    "asymmetrical": "asym39",
    "diamond": "diamond41",
    "triangular10": "tri10",
    "triangular15": "tri15",
    "triangular21": "tri21",
    "triangle": "tri15",
}
"""Other names of the same boards."""


def read_board(
    raw: object,
    path: Path,
    defects: Defects,
    directions: object = None,
    directions_path: Path | None = None,
    most_holes: int = MOST_HOLES,
) -> Board | None:
    """Read a board from JSON: a name, or rows of text.

    Rows are drawn with ``o`` for a hole and a blank for none; blanks at the end of a row may be
    left out. Every hole stands where it is drawn: row and column count from 0.

    Parameters
    ----------
    raw
        The JSON value.
    path
        Where it stands in the document.
    defects
        Takes everything that is wrong.
    directions
        The ways a peg may jump on a drawn board; ``None`` is ``orthogonal``. A named board has its
        own, and may only be given those.
    directions_path
        Where they stand in the document; by default beside the board.
    most_holes
        The largest board that is read.

    Returns
    -------
    Board | None
        ``None`` when something is wrong.
    """
    before = len(defects)
    at = (*path[:-1], "directions") if directions_path is None else directions_path
    ways = _read_directions(directions, at, defects)
    if isinstance(raw, str):
        board = _named(raw, path, defects)
        if board is not None and ways not in (None, board.directions):
            detail = f"{board.name} is {board.directions}: leave the directions out"
            defects.add(at, "wrong_directions", detail)
        return board if len(defects) == before else None
    rows = _read_rows(raw, path, defects, most_holes)
    if rows is None or len(defects) > before:
        return None
    return Board(rows, ways or Directions.ORTHOGONAL)


def _named(raw: str, path: Path, defects: Defects) -> Board | None:
    name = ALIASES.get(raw, raw)
    if name in BOARDS:
        return BOARDS[name]
    known = [*BOARDS, *ALIASES]
    hint = f"{suggestion(raw, known)}known boards: {', '.join(known)}; or draw it as rows of text"
    defects.add(path, "unknown_board", f"{shown(raw)}: {hint}")
    return None


def _read_directions(raw: object, path: Path, defects: Defects) -> Directions | None:
    if raw is None:
        return None
    if isinstance(raw, str) and raw in tuple(Directions):
        return Directions(raw)
    detail = f"{shown(raw)}: known are {', '.join(Directions)}"
    defects.add(path, "unknown_directions", detail)
    return None


def _read_rows(
    raw: object, path: Path, defects: Defects, most_holes: int
) -> tuple[str, ...] | None:
    if not isinstance(raw, list):
        detail = f'{shown(raw)}: give the name of a board or rows of text: [" o ", "ooo", " o "]'
        defects.add(path, "wrong_type", detail)
        return None
    if len(raw) > MOST_ROWS:
        defects.add(path, "board_too_large", f"{len(raw)} rows: give at most {MOST_ROWS}")
        return None
    before = len(defects)
    for place, row in enumerate(raw):
        if defects.full:
            break
        _check_row(row, (*path, place), defects)
    if len(defects) > before:
        return None
    rows = tuple(str(row).rstrip(GAP) for row in raw)
    holes = sum(row.count(HOLE) for row in rows)
    if not holes:
        defects.add(path, "no_holes", "a board has holes: write o for each")
    elif holes > most_holes:
        defects.add(path, "board_too_large", f"{holes} holes: give at most {most_holes}")
    return rows


def _check_row(row: object, path: Path, defects: Defects) -> None:
    if not isinstance(row, str):
        defects.add(path, "wrong_type", f'{shown(row)}: a row is a text such as "  ooo"')
    elif len(row) > MOST_ROWS:
        defects.add(path, "board_too_large", f"{len(row)} columns: give at most {MOST_ROWS}")
    elif EMPTY in row and not set(row) - {HOLE, GAP, EMPTY}:
        detail = f"{shown(row)}: a board is drawn without pegs: write o for every hole"
        defects.add(path, "wrong_mark", detail)
    elif wrong := sorted(set(row) - {HOLE, GAP}):
        marks = " ".join(short(mark) for mark in wrong[:8])
        defects.add(path, "wrong_mark", f"{marks}: write o for a hole and a blank for none")
