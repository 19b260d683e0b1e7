"""What answers of all games have in common as JSON, in the shape of :mod:`app.schemas.solved`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from solvers.crosscheck import CrossCheck
from solvers.result import Result, Stop

WITHIN: Mapping[Stop, str] = {
    Stop.COMPLETED: "",
    Stop.WORKING: "",
    Stop.TIME_LIMIT: " within the limits",
    Stop.WORK_LIMIT: " within the limits",
    Stop.CANCELLED: " before it was stopped",
}
"""What ends a sentence on something that was not found."""

STOPPED: Mapping[Stop, str] = {
    Stop.COMPLETED: "",
    Stop.WORKING: "",
    Stop.TIME_LIMIT: ": a limit was reached",
    Stop.WORK_LIMIT: ": a limit was reached",
    Stop.CANCELLED: ": it was stopped",
}
"""What ends a sentence on something that is not known."""


def outcome(result: Result[Any]) -> dict[str, Any]:
    """Write a result in the shape of ``Outcome``."""
    return {"status": result.status, "stop": result.stop}


def solved(result: Result[Any], summary: str) -> dict[str, Any]:
    """Write a result in the shape of ``Solved``."""
    return outcome(result) | {
        "summary": summary,
        "proven": result.proven,
        "verified": result.verified,
        "backend": result.backend,
    }


def bounds(result: Result[Any]) -> list[dict[str, Any]]:
    """Write the terms of a result, each in the shape of ``BoundAnswer``."""
    return [{"term": term.name, "value": term.value, "bound": term.bound} for term in result.terms]


def stats(result: Result[Any], queue_seconds: float) -> dict[str, Any]:
    """Write time and work in the shape of ``StatsAnswer``."""
    return asdict(result.stats) | {"queue_seconds": queue_seconds}


def cross_checked[Answer](
    checked: CrossCheck[Answer], shown: str, write: Callable[[Result[Answer]], object]
) -> dict[str, Any]:
    """Write a cross-check in the shape of ``CrossChecked``, with its opinions.

    Parameters
    ----------
    checked
        The cross-check.
    shown
        What of an answer is shown, as the game calls it.
    write
        Writes it.
    """
    return {
        "agree": checked.agree,
        "disagreements": list(checked.disagreements),
        "opinions": [
            {
                "backend": opinion.backend,
                "fault": opinion.fault,
                shown: None if opinion.result is None else write(opinion.result),
            }
            for opinion in checked.opinions
        ],
    }


def plural(count: int, noun: str) -> str:
    """Count in words: ``1 way``, ``2 ways``."""
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"
