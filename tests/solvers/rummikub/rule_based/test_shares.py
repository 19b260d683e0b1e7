"""The table of docs/rule-based.md says what the layers reach."""

from dataclasses import replace
from pathlib import Path

from benchmarks.positions import by_class
from benchmarks.rules import HEADINGS, reached, tiles_played
from solvers.rummikub.rule_based import LAYERS, RULE_BASED

PAGE = Path(__file__).parents[4] / "docs" / "rule-based.md"


def test_the_documented_shares_of_the_optimum_are_those_that_are_reached() -> None:
    rows = [HEADINGS, *(one.row() for one in reached(smoke=False))]
    lines = PAGE.read_text().splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("| class | optimum"))
    # A line below the headings is ruled.
    table = [lines[start], *lines[start + 2 : start + 1 + len(rows)]]
    assert [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in table] == rows


def test_each_layer_adds_to_what_those_before_it_reach() -> None:
    *_, every = reached(smoke=False)
    assert list(every.tiles) == sorted(set(every.tiles))


def test_the_documented_shares_without_a_layer_are_those_that_are_reached() -> None:
    text = " ".join(PAGE.read_text().split())
    cases = [case for some in by_class(smoke=False).values() for case in some]
    most = sum(case.tiles for case in cases)
    for layer in LAYERS:
        others = replace(RULE_BASED, layers=tuple(name for name in LAYERS if name != layer))
        share = 100 * sum(tiles_played(others, case) for case in cases) / most
        assert f"{share:.1f} percent without `{layer}`" in text or (
            f"{share:.1f} without `{layer}`" in text
        )
    worst = max(case.tiles - tiles_played(RULE_BASED, case) for case in cases)
    assert f"never plays more than {worst} tiles too few" in text
