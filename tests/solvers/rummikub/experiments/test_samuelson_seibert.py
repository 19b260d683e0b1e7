"""The experiment on the ten tests: its data, and what it counts."""

from models.rummikub.objective import Term
from models.rummikub.position import position_from
from solvers.rummikub.best_first import Heuristic
from solvers.rummikub.experiments.samuelson_seibert import EXACT, SEARCHES, TESTS, run, solves
from solvers.rummikub.solve import solve
from tests.cases import load, position


def test_the_tests_of_the_package_are_those_of_the_paper() -> None:
    for case in load("samuelson_seibert.json"):
        hand, table = TESTS[case["id"]]
        where = position_from({"hand": hand, "table": table})
        published = position(hand=case["hand"], table=case["board"])
        assert where.hand == published.hand
        assert where.table_keys == published.table_keys
    assert len(TESTS) == len(load("samuelson_seibert.json"))


def test_a_run_has_a_row_for_each_search_with_each_heuristic_and_for_each_exact_backend() -> None:
    counted: list[None] = []
    rows = list(run((1, 7), lambda: counted.append(None)))
    assert [(row.way, row.heuristic) for row in rows] == [
        *((way, str(heuristic)) for way in SEARCHES for heuristic in Heuristic),
        *((name, "") for name in EXACT),
    ]
    assert len(counted) == solves((1, 7)) == 2 * len(rows)
    for row in rows:
        assert list(row.outcomes) == [1, 7]


def test_an_outcome_is_what_the_backend_says() -> None:
    (row,) = (r for r in run((5,)) if (r.way, r.heuristic) == ("best-first", "ICC"))
    hand, table = TESTS[5]
    where = position_from({"hand": hand, "table": table})
    result = solve(where, (Term.TILES,), "best-first", options={"heuristic": "ICC"})
    assert row.outcomes[5].nodes == result.stats.nodes
    assert row.outcomes[5].left == 0
