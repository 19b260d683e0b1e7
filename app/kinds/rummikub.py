"""What can be asked about Rummikub."""

from __future__ import annotations

from typing import Any

from app.kinds.kind import Kind
from app.schemas.rummikub import examples
from app.schemas.rummikub.answers import (
    CheckAnswer,
    CrossCheckAnswer,
    ModelAnswer,
    PartitionAnswer,
    SolveAnswer,
)
from app.schemas.rummikub.asked import (
    CheckBody,
    CheckRequest,
    CrossCheckBody,
    ModelBody,
    ModelRequest,
    PartitionBody,
    PartitionRequest,
    SolveBody,
    SolveRequest,
)
from app.tasks import rummikub as tasks
from models.rummikub.notation import tile_codes
from solvers.rummikub.registry import BACKENDS

_WITNESSES = sum(backend.exact for backend in BACKENDS.values())
"""How many backends a cross-check asks at most."""


def _position(asked: SolveRequest | ModelRequest) -> object:
    return asked.position.to_json()


def _tables(asked: CheckRequest) -> object:
    return {place: tile_codes(tiles) for place, tiles in asked.table.items()}


def _tiles(asked: PartitionRequest) -> object:
    return tile_codes(asked.tiles)


SOLVE = Kind(
    game="rummikub",
    verb="solve",
    summary="The best legal move, proven",
    description="Find the best move for a hand and a table, and prove that it is the best.\n\n"
    "A time limit that is reached answers 200 with the best move found so far (`feasible`), or "
    'with none (`no_answer`): it never reads as "no move".',
    body=SolveBody,
    answer=SolveAnswer,
    examples=examples.SOLVE,
    task=tasks.solve_rummikub,
    context=_position,
    solves=lambda asked: 1 + asked.cross_check * _WITNESSES,
)

CROSS_CHECK = Kind(
    game="rummikub",
    verb="cross-check",
    summary="Do all exact backends agree?",
    description="Have every exact backend that can take the request answer it, one after the "
    "other.\n\n"
    "The time limit holds for each of them.",
    body=CrossCheckBody,
    answer=CrossCheckAnswer,
    examples=examples.CROSS_CHECK,
    task=tasks.cross_check_rummikub,
    context=_position,
    solves=lambda _: _WITNESSES,
)

PARTITION = Kind(
    game="rummikub",
    verb="partition",
    summary="As many sets as tiles can be cut into",
    description="Cut a hand into the most sets, or say whether a pool can be laid out whole.\n\n"
    "`flexibility` of the tiles that stay in hand after a move is what a player keeps for later.",
    body=PartitionBody,
    answer=PartitionAnswer,
    examples=examples.PARTITION,
    task=tasks.partition_rummikub,
    context=_tiles,
    solves=lambda _: 1,
)

CHECK = Kind(
    game="rummikub",
    verb="check",
    summary="Is this table, or this move, legal?",
    description="Name every violation of the rules on a table, or in a move from one table to "
    "another.",
    body=CheckBody,
    answer=CheckAnswer,
    examples=examples.CHECK,
    task=tasks.check_rummikub,
    context=_tables,
)

MODEL = Kind(
    game="rummikub",
    verb="model",
    summary="The integer program of a position, as a file",
    description="Write the program of a position as LP or MPS, to be read or fed to another "
    "solver.\n\nWith `Accept: text/plain` the answer is the file itself.",
    body=ModelBody,
    answer=ModelAnswer,
    examples=examples.MODEL,
    task=tasks.model_rummikub,
    context=_position,
    text_task=tasks.model_file,
)

RUMMIKUB: tuple[Kind[Any], ...] = (SOLVE, CROSS_CHECK, PARTITION, CHECK, MODEL)
