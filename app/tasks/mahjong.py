"""What a worker does for a request about Mahjong."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from app.answered import Answered, answered_by
from app.answers.mahjong import (
    cross_check_answer,
    decompose_answer,
    decompose_summary,
    distance_answer,
    distance_summary,
)
from app.schemas.mahjong.asked import DecomposeRequest, DistanceRequest
from app.tasks.stopping import watching
from app.workers.work import Work
from models.mahjong.decomposition import Decompositions
from models.mahjong.distance import Distance
from models.mahjong.hand import hand_from
from solvers.crosscheck import Opinion
from solvers.mahjong.crosscheck import (
    cross_check_decompositions,
    cross_check_distance,
)
from solvers.mahjong.registry import MEASURERS, SPLITTERS
from solvers.mahjong.solve import (
    decompose,
    distance,
    verified_decompositions,
    verified_distance,
)
from solvers.result import Limits, Result


def warm_up() -> None:
    """Have every backend answer something small."""
    hand = hand_from({"hand": "123m11z"})
    for name in SPLITTERS:
        decompose(hand, name, every=False)
    for name in MEASURERS:
        distance(hand, backend=name, details=name != "ilp")


def decompose_mahjong(work: Work, request: DecomposeRequest) -> Answered:
    """Split, verify, and write the answer."""
    hand, waited = request.hand, work.queue_seconds

    def write(result: Result[Decompositions]) -> dict[str, Any]:
        return decompose_answer(hand, verified_decompositions(hand, result), waited)

    limits = replace(request.limits, watch=watching(work, write))
    return answered_by(decomposed(request, limits, waited))


def distance_mahjong(work: Work, request: DistanceRequest) -> Answered:
    """Measure, verify, and write the answer."""
    hand, forms, waited = request.hand, request.forms, work.queue_seconds

    def write(result: Result[Distance]) -> dict[str, Any]:
        return distance_answer(hand, verified_distance(hand, forms, result), waited)

    limits = replace(request.limits, watch=watching(work, write))
    return answered_by(measured(request, limits, waited))


def decomposed(request: DecomposeRequest, limits: Limits, queue_seconds: float) -> dict[str, Any]:
    """Split a hand, have others split it too if that is asked for, and write the answer."""
    hand = request.hand
    result = decompose(hand, request.backend, limits, every=request.every)
    answer = decompose_answer(hand, result, queue_seconds)
    if request.cross_check:
        _tell(limits, result)
        given = Opinion(result.backend, result)
        checked = cross_check_decompositions(hand, limits, given=given)
        answer["cross_check"] = cross_check_answer(checked, partial(decompose_summary, hand))
    return answer


def measured(request: DistanceRequest, limits: Limits, queue_seconds: float) -> dict[str, Any]:
    """Measure a hand, have others measure it too if that is asked for, and write the answer."""
    hand, forms = request.hand, request.forms
    result = distance(hand, forms, request.backend, limits, details=request.details)
    answer = distance_answer(hand, result, queue_seconds)
    if request.cross_check:
        _tell(limits, result)
        given = Opinion(result.backend, result)
        checked = cross_check_distance(hand, forms, limits, given=given, details=request.details)
        answer["cross_check"] = cross_check_answer(checked, partial(distance_summary, hand))
    return answer


def _tell(limits: Limits, result: Result[Any]) -> None:
    """Tell who looks on of an answer that is about to be cross-checked: that takes longer."""
    if limits.watch.listens and result.answer is not None:
        limits.watch.improved(result)
