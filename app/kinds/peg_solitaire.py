"""What can be asked about peg solitaire."""

from __future__ import annotations

from typing import Any

from app.kinds.kind import Kind
from app.schemas.peg_solitaire import examples
from app.schemas.peg_solitaire.answers import PegSolveAnswer
from app.schemas.peg_solitaire.asked import PegSolveBody
from app.tasks import peg_solitaire as tasks

SOLVE = Kind(
    game="peg-solitaire",
    verb="solve",
    summary="A play to a goal, or why there is none",
    description="Find a play from a start to a goal, one in the fewest moves, the shortest that "
    "ends stuck, or one that leaves the fewest pegs; or prove that there is none, with a "
    "certificate that can be checked.\n\n"
    "A time limit that is reached answers 200 with the best play found so far (`feasible`), or "
    'with none (`no_answer`): it never reads as "impossible".',
    body=PegSolveBody,
    answer=PegSolveAnswer,
    examples=examples.SOLVE,
    task=tasks.solve_peg_solitaire,
    context=lambda asked: asked.problem.to_json(),
    solves=lambda _: 1,
)

PEG_SOLITAIRE: tuple[Kind[Any], ...] = (SOLVE,)
