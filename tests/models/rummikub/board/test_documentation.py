"""The session in docs/board.md goes as printed, and the steps named there are those tested."""

import doctest
import re
from pathlib import Path

from benchmarks import board as benchmark
from tests.models.rummikub.board import test_steps

PAGE = Path(__file__).parents[4] / "docs" / "board.md"


def test_the_session_goes_as_printed() -> None:
    (session,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), flags=re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "board.md", str(PAGE), 0)
    said: list[str] = []
    failed, tried = doctest.DocTestRunner().run(test, out=said.append)
    assert tried > 10
    assert not failed, "".join(said)


def test_the_steps_it_promises_are_those_that_are_held() -> None:
    new, *_, merge = puts = [*test_steps.MOST_TO_PUT.values()]
    page = PAGE.read_text()
    assert f"| put: new set, extend, merge | {new}, {puts[1]}, {merge} |" in page
    assert f"| take: off an edge | {test_steps.MOST_TO_TAKE_OFF_AN_EDGE} |" in page
    split, more = test_steps.MOST_TO_SPLIT, test_steps.MORE_FOR_EACH_OF_THE_SMALLER_PART
    assert f"| {split} + {more}*k* |" in page
    assert f"between sets of at most five | {benchmark.MOST_TO_CHECK} |" in page
    assert benchmark.MOST_TO_PUT == test_steps.MOST_TO_PUT
    assert benchmark.MOST_TO_TAKE == test_steps.MOST_TO_TAKE_OFF_AN_EDGE
