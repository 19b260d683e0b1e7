"""Watches and budgets: who is asked first, and that nobody stays nobody."""

import copy
import pickle
import threading
import time

import pytest

from solvers.aside import aside
from solvers.result import Budget, Limits, Stop
from solvers.watch import NOBODY, Watch
from tests.solvers.watches import Asked


def test_nobody_is_still_nobody_after_a_way_between_processes() -> None:
    """Were it another object, every request of the service would be solved as if watched."""
    limits = Limits(seconds=1.0)
    for other in (pickle.loads(pickle.dumps(limits)), copy.deepcopy(limits)):
        assert other.watch is NOBODY
        assert not Budget(other).watched
    assert Budget(Limits(watch=Watch())).watched


def test_limits_that_differ_only_in_who_looks_on_are_equal() -> None:
    limits = Limits(seconds=1.0, watch=Asked())
    assert limits == Limits(seconds=1.0)
    assert hash(limits) == hash(Limits(seconds=1.0))
    assert "watch" not in repr(limits)


def test_work_is_named_before_a_stop_and_a_stop_before_time() -> None:
    wanted = Asked(0)
    assert Budget(Limits(0, 0, wanted)).exhausted() is Stop.WORK_LIMIT
    assert Budget(Limits(0, 1, wanted)).exhausted() is Stop.CANCELLED
    assert Budget(Limits(0, 1, Asked())).exhausted() is Stop.TIME_LIMIT
    assert Budget(Limits(60, 1, Asked())).exhausted() is None
    assert Budget(Limits(0, 0, wanted)).stopped() is Stop.CANCELLED
    assert Budget(Limits(0, 0)).stopped() is Stop.TIME_LIMIT


def test_work_that_ends_is_returned_and_what_it_raises_is_raised() -> None:
    budget = Budget(Limits(watch=Asked()))
    assert aside(lambda: 7, budget, lambda: None) == (7, None)

    def broken() -> int:
        raise MemoryError("no room")

    with pytest.raises(MemoryError, match="no room"):
        aside(broken, budget, lambda: None)


@pytest.mark.parametrize("limits", [Limits(watch=Asked(3)), Limits(seconds=0.03)])
def test_work_is_asked_to_end_and_what_it_has_then_is_returned(limits: Limits) -> None:
    asked = threading.Event()

    def work() -> str:
        assert asked.wait(60)
        return "the best so far"

    stop = Stop.TIME_LIMIT if limits.seconds else Stop.CANCELLED
    assert aside(work, Budget(limits), asked.set) == ("the best so far", stop)


def test_work_that_heeds_nothing_is_left_behind() -> None:
    end = threading.Event()
    found = aside(lambda: end.wait(60), Budget(Limits(watch=Asked(2))), lambda: None)
    assert found == (None, Stop.CANCELLED)
    end.set()


def test_a_watch_that_fails_does_not_leave_work_at_work() -> None:
    end = threading.Event()

    def fail() -> None:
        raise RuntimeError("nobody is there any more")

    with pytest.raises(RuntimeError, match="nobody is there"):
        aside(lambda: end.wait(60), Budget(Limits(watch=Asked())), end.set, fail)
    assert end.is_set()


def test_without_clock_and_watch_no_thread_is_made() -> None:
    here = threading.get_ident()
    assert aside(threading.get_ident, Budget(Limits()), lambda: None) == (here, None)
    started = time.perf_counter()
    assert aside(threading.get_ident, Budget(Limits(seconds=60)), lambda: None)[0] != here
    assert time.perf_counter() - started < 60
