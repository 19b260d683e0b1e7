"""Results about peg solitaire as JSON, in the shape of :mod:`app.schemas.peg_solitaire.answers`."""

from __future__ import annotations

from typing import Any

from app.answers.solved import STOPPED, WITHIN, bounds, plural, solved, stats
from models.peg_solitaire.board import Jump
from models.peg_solitaire.boards import ALIASES, BOARDS
from models.peg_solitaire.certificate import Exhaustion, JumpCounts, Pagoda, PositionClass
from models.peg_solitaire.play import Play
from models.peg_solitaire.problem import Kind, Problem
from solvers.result import Result, Status


def solve_answer(problem: Problem, result: Result[Play], queue_seconds: float) -> dict[str, Any]:
    """Write a result in the shape of ``PegSolveAnswer``."""
    board, play, certificate = problem.board, result.answer, result.certificate
    return {
        **solved(result, _summary(problem, result)),
        "route": result.route,
        "problem": problem.kind,
        "objective": bounds(result),
        "bound": result.terms[0].bound if result.terms else None,
        "board": list(board.rows),
        "start": list(board.draw(problem.start)),
        "goal": None if problem.goal is None else list(board.draw(problem.goal)),
        **_play(problem, play),
        "certificate": _certificate(problem, certificate),
        "stats": stats(result, queue_seconds),
    }


def board_answers() -> list[dict[str, Any]]:
    """Write the boards that have a name, each in the shape of ``BoardAnswer``."""
    return [
        {
            "name": name,
            "aliases": [alias for alias, meant in ALIASES.items() if meant == name],
            "rows": list(board.rows),
            "directions": board.directions,
            "holes": board.size,
            "jumps": len(board.jumps),
            "symmetries": len(board.symmetries),
        }
        for name, board in BOARDS.items()
    ]


def _certificate(problem: Problem, certificate: object) -> dict[str, Any] | None:
    if isinstance(certificate, PositionClass | Pagoda | JumpCounts | Exhaustion):
        return certificate.to_json(problem.board)
    return None


def _play(problem: Problem, play: Play | None) -> dict[str, Any]:
    if play is None:
        return {"jumps": None, "moves": None, "boards": None, "pegs_left": None}
    board = problem.board

    def places(jump: Jump) -> list[list[int]]:
        return [list(board.holes[jump.source]), list(board.holes[jump.target])]

    return {
        "jumps": [places(jump) for jump in play.jumps],
        "moves": [[places(jump) for jump in move] for move in play.moves],
        "boards": [list(board.draw(pegs)) for pegs in play.positions(problem.start)],
        "pegs_left": play.end(problem.start).bit_count(),
    }


_WHY = {
    PositionClass.kind: "start and goal are of different position classes (the rule of three)",
    Pagoda.kind: "a pagoda function, which no jump raises, is greater at the goal",
    JumpCounts.kind: "no numbers of jumps add up to it, in whatever order",
    Exhaustion.kind: "every position that could lead to it was looked at",
}


def _summary(problem: Problem, result: Result[Play]) -> str:
    if result.status is Status.INFEASIBLE:
        why = "" if result.certificate is None else f": {_WHY[result.certificate.kind]}"
        return f"The goal can't be reached{why}. Proven."
    play, bound = result.answer, result.terms[0].bound
    if play is None:
        within = WITHIN[result.stop]
        least = ""
        # All plays to a goal have as many jumps: that is no news.
        if problem.kind is Kind.LONG_HOP and bound is not None:
            least = f"; it would have at least {_counted(bound, problem)}"
        return f"No play was found{within}; whether there is one is not known{least}."
    jumps, moves = plural(len(play.jumps), "jump"), plural(len(play.moves), "move")
    pegs = problem.start.bit_count() - len(play.jumps)
    proof = "Proven fewest." if result.proven else _unproven(result, problem)
    match problem.kind:
        case Kind.REACH:
            lead = "leads" if len(play.jumps) == 1 else "lead"
            return f"{jumps} in {moves} {lead} to the goal."
        case Kind.LONG_HOP:
            lead = "leads" if len(play.moves) == 1 else "lead"
            return f"{moves} {lead} to the goal, {jumps} in all. {proof}"
        case Kind.FOOLS:
            return f"After {jumps} no jump is left; {_staying(pegs)}. {proof}"
        case Kind.FEWEST_LEFT:
            return f"{_staying(pegs)} after {jumps}. {proof}"


def _unproven(result: Result[Play], problem: Problem) -> str:
    bound = result.terms[0].bound
    stopped = STOPPED[result.stop]
    # That there is one at least, everybody knows.
    least = (
        "" if bound is None or bound <= 1 else f"; fewer than {_counted(bound, problem)} can't be"
    )
    return f"Not proven fewest{stopped}{least}."


def _staying(pegs: int) -> str:
    return "1 peg stays" if pegs == 1 else f"{pegs} pegs stay"


def _counted(count: int, problem: Problem) -> str:
    return plural(count, problem.kind.counts.removesuffix("s"))
