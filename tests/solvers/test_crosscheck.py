"""Cross-checks of whatever game: who is asked, and what counts as a finding."""

from dataclasses import dataclass

import pytest

from models.defects import Defect
from solvers.crosscheck import Inquiry, Opinion, Said
from solvers.result import Limits, Result, Status, Stop
from solvers.watch import Watch


@dataclass(frozen=True)
class Guess:
    """A backend that answers its number."""

    number: int
    name: str
    summary: str = "guesses"
    exact: bool = True


class RefusedError(Exception):
    """A rejection that shares no base with any other."""

    violations = (Defect("/number", "unlucky", "13 is no answer"),)


def said(number: int | None, backend: str) -> Result[int]:
    status = Status.NO_ANSWER if number is None else Status.OPTIMAL
    stop = Stop.CANCELLED if number is None else Stop.COMPLETED
    return Result(status, stop, number, (), backend)


def verified(_: Guess, result: Result[int]) -> Result[int]:
    if result.answer == 13:
        raise RefusedError
    if result.answer == 0:
        raise ZeroDivisionError("a fault of the checker")
    return result


def differ(one: Said[int], other: Said[int]) -> str | None:
    (name, result), (other_name, other_result) = one, other
    same = result.answer is None or other_result.answer in (None, result.answer)
    return None if same else f"{name} {result.answer}, {other_name} {other_result.answer}"


INQUIRY: Inquiry[Guess, int] = Inquiry(
    ask=lambda backend: said(100 // (7 - backend.number) and backend.number, backend.name),
    verify=verified,
    unknown=lambda name: said(None, name),
    contradiction=differ,
)


def test_every_pair_that_differs_is_named_and_so_is_every_fault() -> None:
    backends = [Guess(1, "a"), Guess(2, "b"), Guess(7, "c"), Guess(13, "d"), Guess(1, "e")]
    checked = INQUIRY.put(backends, Limits(), None)
    assert checked.disagreements == (
        "c: failed: ZeroDivisionError: integer division or modulo by zero",
        "d: the checker rejects its answer: /number: 13 is no answer",
        "a 1, b 2",
        "b 2, e 1",
    )
    assert not checked.agree
    assert [opinion.result is None for opinion in checked.opinions] == [False] * 2 + [True] + [
        False
    ] * 2


def test_a_fault_of_the_checker_is_no_finding_about_a_backend() -> None:
    with pytest.raises(ZeroDivisionError, match="a fault of the checker"):
        INQUIRY.put([Guess(0, "a")], Limits(), None)


def test_who_is_given_is_held_against_the_others_and_not_asked() -> None:
    given = Opinion("a", said(5, "a"))
    checked = INQUIRY.put([Guess(1, "a"), Guess(2, "b")], Limits(), given)
    assert checked.opinions[0] is given
    assert checked.disagreements == ("a 5, b 2",)


def test_nobody_is_asked_once_a_stop_is_wanted() -> None:
    class Stopping(Watch):
        def wants_stop(self) -> bool:
            return True

    checked = INQUIRY.put([Guess(7, "a"), Guess(2, "b")], Limits(watch=Stopping()), None)
    assert checked.agree
    assert [opinion.result for opinion in checked.opinions] == [said(None, "a"), said(None, "b")]
