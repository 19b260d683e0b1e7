"""``meldwise experiment``: published experiments, repeated, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping

from app.cli.experiments import reversals, samuelson_seibert
from app.cli.experiments.experiment import Experiment as Experiment

EXPERIMENTS: Mapping[str, Experiment] = {
    "samuelson-seibert": Experiment(
        "run ten tests with each search and heuristic, as tables", samuelson_seibert.run
    ),
    "reversals": Experiment(
        "solve the 33 reversals of the English peg board by every backend, as tables",
        reversals.run,
        reversals.add_options,
    ),
}
"""The experiments by name."""
