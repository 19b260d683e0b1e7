"""The race of programs: its slices, who wins it, and what it takes for a proof."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import pytest

from models.peg_solitaire.play import Play
from models.program import Pause, Program, no_pause
from solvers.claims import Claim
from solvers.peg_solitaire.race import (
    QUESTIONS,
    SHORT,
    SPRINT_QUESTIONS,
    SPRINTS,
    STAYERS,
    race,
    slices,
)
from solvers.peg_solitaire.runs import Run, Runs, Write
from solvers.result import Budget, Limits, Stop
from tests.solvers.watches import Asked

PLAY = Play(())


@dataclass
class Fake(Runs):
    """Runs that take no time: what comes of each is said by the layers it has."""

    outcomes: Mapping[int | None, Run] = field(default_factory=dict)
    layers: list[int | None] = field(default_factory=list)
    written: list[int | None] = field(default_factory=list)
    seeds: list[Any] = field(default_factory=list)

    def feasible(
        self,
        write: Write,
        options: Mapping[str, str | float | bool] | None = None,
        questions: int | None = None,
    ) -> Run:
        del questions
        write(no_pause)
        self.seeds.append((options or {}).get("random_seed"))
        reached = self.budget.exhausted()
        if reached is not None:
            return Run(Claim.STOPPED, reached)
        self.budget.spent += 1
        return self.outcomes.get(self.layers[-1], Run(Claim.STOPPED, Stop.WORK_LIMIT))

    def write(self, layers: int | None, pause: Pause) -> Program[Play]:
        del pause
        self.layers.append(layers)
        return None  # type: ignore[return-value]


def raced(outcomes: Mapping[int | None, Run], limits: Limits, jumps: int = 31) -> tuple[Run, Fake]:
    runs = Fake(Budget(limits), outcomes=outcomes)
    return race(runs, runs.write, jumps), runs


def test_sprints_go_before_every_long_turn_and_long_turns_get_longer() -> None:
    first = list(islice(slices(31), 8 * (SPRINTS + 1)))
    turns = [one for one in first if one[2] != SPRINT_QUESTIONS]
    assert [first.index(turn) for turn in turns] == [
        SPRINTS + n * (SPRINTS + 1) for n in range(len(turns))
    ]
    assert [turn[0] for turn in turns[: len(STAYERS)]] == [18, 20, 16, None]
    assert [turn[2] for turn in turns[:8:4]] == [QUESTIONS, round(1.5 * QUESTIONS)]
    sprints = [one for one in first if one[2] == SPRINT_QUESTIONS]
    assert len(set(sprints)) == len(sprints)
    assert {layers for layers, _, _ in sprints} == {18, 20, 22, 24}


def test_the_first_play_wins() -> None:
    run, runs = raced({22: Run(Claim.OPTIMAL, Stop.COMPLETED, PLAY)}, Limits())
    assert run.play == PLAY
    assert runs.layers == [20, 22]


def test_too_few_layers_are_no_proof_and_are_not_tried_again() -> None:
    few = {layers: Run(Claim.INFEASIBLE, Stop.COMPLETED) for layers in (16, 18, 20, 22, 24)}
    run, runs = raced(few | {None: Run(Claim.OPTIMAL, Stop.COMPLETED, PLAY)}, Limits())
    assert run.play == PLAY
    assert runs.layers == [20, 22, 24, None]


def test_one_jump_a_layer_is_a_proof() -> None:
    run, runs = raced({None: Run(Claim.INFEASIBLE, Stop.COMPLETED)}, Limits())
    assert (run.claim, run.play) == (Claim.INFEASIBLE, None)
    assert runs.layers[-1] is None


@pytest.mark.parametrize("jumps", range(SHORT + 1))
def test_few_jumps_are_no_race(jumps: int) -> None:
    run, runs = raced({None: Run(Claim.INFEASIBLE, Stop.COMPLETED)}, Limits(), jumps)
    assert run.claim is Claim.INFEASIBLE
    assert runs.layers == [None]


@pytest.mark.parametrize(
    ("limits", "stop"),
    [(Limits(work=7), Stop.WORK_LIMIT), (Limits(watch=Asked(3)), Stop.CANCELLED)],
)
def test_it_goes_on_until_it_is_stopped(limits: Limits, stop: Stop) -> None:
    run, runs = raced({}, limits)
    assert (run.claim, run.stop, run.play) == (Claim.STOPPED, stop, None)
    assert len(runs.layers) <= 8
