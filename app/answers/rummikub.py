"""Results about Rummikub as JSON, in the shape of :mod:`app.schemas.rummikub.answers`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from app.answers.solved import (
    STOPPED,
    WITHIN,
    bounds,
    cross_checked,
    outcome,
    plural,
    solved,
    stats,
)
from app.schemas.rummikub.asked import CheckRequest, ModelRequest
from models.program import Program
from models.rummikub.check import check_change, check_table
from models.rummikub.legality import read_meld
from models.rummikub.meld import Meld
from models.rummikub.move import LaidMeld, Move, hand_left, lay_out
from models.rummikub.notation import tile_codes
from models.rummikub.objective import Term
from models.rummikub.position import Position
from models.rummikub.rules import Rules
from models.rummikub.tiles import Tile
from solvers.crosscheck import CrossCheck
from solvers.result import Result, Status, Stop
from solvers.rummikub.bitmask import Partition


def solve_answer(position: Position, result: Result[Move], queue_seconds: float) -> dict[str, Any]:
    """Write a result in the shape of ``SolveAnswer``."""
    move = result.answer
    laid = lay_out(position, move) if move is not None else ()
    decision = _decision(result)
    return {
        **outcome(result),
        # Third, as in SolveAnswer; what follows leaves status and stop where they are.
        "decision": decision,
        **solved(result, _summary(position, result, decision, laid)),
        "route": result.route,
        "objective": bounds(result),
        "played": None if move is None else tile_codes(move.played),
        "hand_left": None if move is None else tile_codes(hand_left(position, move)),
        "table": None if move is None else [_laid(one) for one in laid],
        "untouched": [] if move is None else tile_codes(move.untouched),
        "steps": [{"name": step.name, "played": list(step.played)} for step in result.steps],
        "stats": stats(result, queue_seconds),
        "cross_check": None,
    }


def cross_check_answer(position: Position, checked: CrossCheck[Move]) -> dict[str, Any]:
    """Write a cross-check in the shape of ``CrossCheckAnswer``."""
    return cross_checked(checked, "answer", lambda result: solve_answer(position, result, 0.0))


def partition_answer(found: Partition, status: Status) -> dict[str, Any]:
    """Write a partition in the shape of ``PartitionAnswer``."""
    sets = [
        {
            "kind": meld.kind,
            "tiles": tile_codes(meld.tiles),
            "stands_for": tile_codes(meld.stands_for),
        }
        for meld in found.sets
    ]
    return {
        "status": status,
        "stop": Stop.COMPLETED,
        "sets": sets if found.possible else None,
        "left": tile_codes(found.left) if found.possible else None,
        "flexibility": found.flexibility,
        "states": found.states,
    }


def partition_stopped(stop: Stop, states: int) -> dict[str, Any]:
    """Write in the shape of ``PartitionAnswer`` that a limit was reached."""
    unknown = {"sets": None, "left": None, "flexibility": None}
    return {"status": Status.NO_ANSWER, "stop": stop, "states": states} | unknown


def _decision(result: Result[Move]) -> str | None:
    """Say what to do; a limit that was reached never reads as "no move"."""
    if result.answer is not None and result.answer.played:
        return "play"
    return "draw" if result.proven else None


def _summary(
    position: Position, result: Result[Move], decision: str | None, laid: Sequence[LaidMeld]
) -> str:
    move = result.answer
    if decision is None:
        return f"No move was found{WITHIN[result.stop]}; whether there is one is not known."
    if result.status is Status.INFEASIBLE:
        return "The tiles of the table can't be laid out, not even with the hand's help: no move."
    if move is None or decision == "draw":
        if not position.hand:
            return "The hand is empty: there is nothing to play."
        if position.opened:
            return "No tile can be played to advantage: draw. Proven."
        points = position.rules.initial_meld_points
        return f"No first sets of {points} points are worth laying: draw. Proven."
    tiles = plural(len(move.played), "tile")
    left = len(position.hand) - len(move.played)
    rest = "the hand is empty: you win" if not left else f"{left} left in hand"
    kept = ""
    if position.table:
        count = sum(one.kept for one in laid)
        kept = f"; {count} of {len(position.table)} sets stay as they are"
    proof = "Proven best." if result.proven else f"Not proven best{STOPPED[result.stop]}."
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
    rules, old, new = request.rules, request.table, request.new_table
    if new is None:
        violations, played = check_table(old, rules), None
    else:
        violations = check_change(rules, old, new, request.hand, opened=request.opened)
        before, after = (Counter(t for s in sets.values() for t in s) for sets in (old, new))
        played = tile_codes(rules.in_order((after - before).elements()))
    return {
        "legal": not violations,
        "violations": [asdict(violation) for violation in violations],
        "table": [_checked(tiles, rules) for tiles in old.values()],
        "new_table": None if new is None else [_checked(tiles, rules) for tiles in new.values()],
        "played": played,
    }


def _checked(tiles: Sequence[Tile], rules: Rules) -> dict[str, Any]:
    read = read_meld(tiles, rules)
    if not isinstance(read, Meld):
        unread = {"kind": None, "stands_for": None, "value": None}
        return {"tiles": tile_codes(tiles), "legal": False} | unread
    return {
        "tiles": tile_codes(read.tiles),
        "legal": True,
        "kind": read.kind,
        "stands_for": tile_codes(read.stands_for),
        "value": read.value,
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
