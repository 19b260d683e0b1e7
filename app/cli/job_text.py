"""Jobs for a person to read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from rich.console import Console
from rich.text import Text

from app.cli.mahjong.text import print_decompositions, print_distance
from app.cli.peg_solitaire.text import print_play
from app.cli.rummikub.text import print_check, print_solve
from app.cli.watching import written
from app.schemas.mahjong.answers import MahjongDecomposeAnswer, MahjongDistanceAnswer
from app.schemas.peg_solitaire import answers as peg_solitaire
from app.schemas.rummikub.answers import CheckAnswer, SolveAnswer

_PRINTERS: Mapping[str, tuple[type[BaseModel], Callable[[dict[str, Any], Console], None]]] = {
    "rummikub/solve": (SolveAnswer, print_solve),
    "rummikub/check": (CheckAnswer, print_check),
    "mahjong/decompose": (MahjongDecomposeAnswer, print_decompositions),
    "mahjong/distance": (MahjongDistanceAnswer, print_distance),
    "peg-solitaire/solve": (peg_solitaire.PegSolveAnswer, print_play),
}
"""The kinds whose answers are English, too; others are printed as they are."""


def print_jobs(listed: dict[str, Any], out: Console) -> None:
    """Print a ``JobList``."""
    if not listed["jobs"]:
        out.print("There are no jobs.")
        return
    for job in listed["jobs"]:
        moment = _moment(job["created"])
        line = f"{job['id']}  {job['kind']:<20}  {job['state']:<9}  {moment}  {_bound(job)}"
        out.print(Text(line.rstrip()))


def print_job(job: dict[str, Any], out: Console) -> None:
    """Print a ``JobAnswer``: how it is, and its answer as if it were asked for directly."""
    out.print(Text(f"{job['kind']}, {job['state']}", style="bold"))
    out.print(Text(f"{job['links']['self']}, submitted {_moment(job['created'])}"))
    if job["problem"] is not None:
        out.print(Text(f"{job['problem']['title']}: {job['problem']['detail']}"))
    elif job["best"] is not None and job["answer"] is None:
        out.print(Text(f"best so far: {_bound(job)}"))
    answer = job["best"] if job["answer"] is None else job["answer"]
    if answer is None:
        return
    out.print()
    if job["kind"] in _PRINTERS:
        shape, as_text = _PRINTERS[job["kind"]]
        try:
            shape.model_validate(answer)
        except ValidationError:
            # Of another version of the service.
            pass
        else:
            as_text(answer, out)
            return
    out.print(Text(json.dumps(answer, ensure_ascii=False, indent=2)))


def _bound(job: Mapping[str, Any]) -> str:
    return written(job["bound"] or ())


def _moment(timestamp: str) -> str:
    """Write a time as people do: to the second, in UTC."""
    return f"{timestamp[:19].replace('T', ' ')} UTC"
