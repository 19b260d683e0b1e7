"""What docs/operations.md says about watching the service is what the code does."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.observe.metrics import Metrics

OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"


@pytest.fixture(scope="module")
def metrics() -> Metrics:
    async def counts() -> Mapping[str, int]:
        return {}

    metrics = Metrics()
    metrics.count_jobs_by(counts)
    return metrics


@pytest.fixture(scope="module")
def section() -> str:
    return OPERATIONS.read_text().split("\n## Watching it\n", 1)[1].split("\n## ", 1)[0]


def rows(metrics: Metrics) -> list[str]:
    """The rows of the table: name, labels, meaning."""
    found = []
    for family in metrics.registry.collect():
        if family.name.startswith("meldwise_"):
            name = f"{family.name}_total" if family.type == "counter" else family.name
            # Of a metric without a sample the registry knows the labels, and does not tell.
            labels = getattr(metrics.registry._names_to_collectors[family.name], "_labelnames", ())
            told = ", ".join(f"`{label}`" for label in labels)
            found.append(f"| `{name}` | {told} | {family.documentation} |")
    return found


def test_the_table_of_metrics_is_that_of_the_code(metrics: Metrics, section: str) -> None:
    table = re.findall(r"^\| `meldwise_.*$", section, re.MULTILINE)
    assert table == rows(metrics)


def test_alert_rules_ask_for_metrics_and_labels_that_are_there(
    metrics: Metrics, section: str
) -> None:
    rules = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
    known = {row.split("`")[1]: row for row in rows(metrics)}
    asked = re.findall(r"(meldwise_\w+?)(?:_bucket|_count|_sum)?\b(?:\{(\w+)=)?", "".join(rules))
    assert len(asked) >= 3
    for name, label in asked:
        assert name in known
        assert f"`{label}`" in known[name] or not label
