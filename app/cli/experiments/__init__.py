"""``meldwise experiment``: published experiments, repeated, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping

from app.cli.experiments import samuelson_seibert
from app.cli.experiments.experiment import Experiment as Experiment

EXPERIMENTS: Mapping[str, Experiment] = {
    "samuelson-seibert": Experiment(
        "run ten tests with each search and heuristic, as tables", samuelson_seibert.run
    ),
}
"""The experiments by name."""
