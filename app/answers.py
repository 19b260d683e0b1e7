"""Results as JSON, in the shape of app/schemas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from app.schemas.rummikub import CheckRequest, ModelRequest
from models.defects import Defect, Defects, InvalidInputError
from models.program import Program
from models.rummikub.check import check_move, check_table, check_transition
from models.rummikub.legality import read_meld
from models.rummikub.meld import Meld
from models.rummikub.move import LaidMeld, Move, hand_left, lay_out
from models.rummikub.notation import tile_codes
from models.rummikub.objective import Term
from models.rummikub.position import Position, check_counts
from models.rummikub.tiles import Tile
from solvers.result import Result, Status


def solve_answer(position: Position, result: Result[Move], queue_seconds: float) -> dict[str, Any]:
    """Write a result in the shape of ``SolveAnswer``."""
    move = result.answer
    laid = lay_out(position, move) if move is not None else ()
    decision = _decision(result)
    return {
        "status": result.status,
        "stop": result.stop,
        "decision": decision,
        "summary": _summary(position, result, decision, laid),
        "proven": result.proven,
        "verified": result.verified,
        "backend": result.backend,
        "objective": [
            {"term": term.name, "value": term.value, "bound": term.bound} for term in result.terms
        ],
        "played": None if move is None else tile_codes(move.played),
        "hand_left": None if move is None else tile_codes(hand_left(position, move)),
        "table": None if move is None else [_laid(one) for one in laid],
        "untouched": [] if move is None else tile_codes(move.untouched),
        "stats": asdict(result.stats) | {"queue_seconds": queue_seconds},
    }


def _decision(result: Result[Move]) -> str | None:
    """Say what to do; a limit that was reached never reads as "no move"."""
    if result.answer is not None and result.answer.played:
        return "play"
    return "draw" if result.proven else None


def _summary(
    position: Position, result: Result[Move], decision: str | None, laid: Sequence[LaidMeld]
) -> str:
    if result.status is Status.NO_ANSWER or decision is None:
        return "No move was found within the limits; whether there is one is not known."
    if result.status is Status.INFEASIBLE:
        return "The tiles of the table can't be laid out, not even with the hand's help: no move."
    if decision == "draw":
        if position.opened:
            return "No tile can be played to advantage: draw. Proven."
        points = position.rules.initial_meld_points
        return f"No first sets of {points} points are worth laying: draw. Proven."
    move = result.answer
    assert move is not None  # noqa: S101  (for the type checker: a play has a move)
    tiles = "1 tile" if len(move.played) == 1 else f"{len(move.played)} tiles"
    left = len(position.hand) - len(move.played)
    rest = "the hand is empty: you win" if not left else f"{left} left in hand"
    kept = ""
    if position.table:
        count = sum(one.kept for one in laid)
        kept = f"; {count} of {len(position.table)} sets stay as they are"
    proof = "Proven best." if result.proven else "Not proven best: a limit was reached."
    return f"Play {tiles}: {' '.join(tile_codes(move.played))}; {rest}{kept}. {proof}"


def _laid(one: LaidMeld) -> dict[str, Any]:
    tiles = one.meld.tiles
    return {
        "kind": one.meld.kind,
        "tiles": tile_codes(tiles),
        "stands_for": tile_codes(one.meld.stands_for),
        "from_hand": tile_codes(tiles[place] for place in one.from_hand),
        "kept": one.kept,
    }


def check_answer(request: CheckRequest) -> dict[str, Any]:
    """Check tables and write the verdict in the shape of ``CheckAnswer``."""
    violations = list(check_table(request.table, request.rules, ("table",)))
    played: tuple[Tile, ...] | None = None
    if request.new_table is not None:
        violations += check_table(request.new_table, request.rules, ("new_table",))
        old, new = _tiles(request.table), _tiles(request.new_table)
        played = request.rules.in_order((Counter(new) - Counter(old)).elements())
        violations += check_transition(old, new, request.hand)
        if request.hand is not None:
            defects = Defects()
            check_counts({("hand",): request.hand, ("table",): old}, request.rules, defects)
            violations += defects
        if not violations and not request.opened:
            violations += _initial_meld(request, played)
    return {
        "legal": not violations,
        "violations": [asdict(violation) for violation in violations],
        "table": [_checked(tiles, request) for tiles in request.table.values()],
        "new_table": None
        if request.new_table is None
        else [_checked(tiles, request) for tiles in request.new_table.values()],
        "played": None if played is None else tile_codes(played),
    }


def _initial_meld(request: CheckRequest, played: Sequence[Tile]) -> tuple[Defect, ...]:
    """Check a first move with the checker that verifies our own answers."""
    melds = {
        name: tuple(
            read
            for tiles in sets.values()
            if isinstance(read := read_meld(tiles, request.rules), Meld)
        )
        for name, sets in (("old", request.table), ("new", request.new_table or {}))
    }
    try:
        hand = request.hand if request.hand is not None else tuple(played)
        position = Position(request.rules, hand, melds["old"], opened=False)
    except InvalidInputError as error:
        return error.defects
    violations = check_move(position, Move(tuple(played), melds["new"]))
    return tuple(Defect("/new_table", v.code, v.detail) for v in violations)


def _tiles(sets: Mapping[int, Sequence[Tile]]) -> list[Tile]:
    return [tile for tiles in sets.values() for tile in tiles]


def _checked(tiles: Sequence[Tile], request: CheckRequest) -> dict[str, Any]:
    read = read_meld(tiles, request.rules)
    legal = isinstance(read, Meld)
    return {
        "tiles": tile_codes(read.tiles if isinstance(read, Meld) else tiles),
        "legal": legal,
        "kind": read.kind if isinstance(read, Meld) else None,
        "stands_for": tile_codes(read.stands_for) if isinstance(read, Meld) else None,
        "value": read.value if isinstance(read, Meld) else None,
    }


def model_answer(request: ModelRequest, program: Program[Move]) -> dict[str, Any]:
    """Write a program in the shape of ``ModelAnswer``."""
    weights = zip(program.goals, program.weights(), strict=True)
    return {
        "program": request.program,
        "format": request.format,
        "rows": program.problem.numConstraints(),
        "columns": program.problem.numVariables(),
        "goals": [{"term": Term(goal.name), "weight": weight} for goal, weight in weights],
        "content": program.write(request.format),
    }
