"""Rates: what a token bucket admits, told exactly when there is a token again."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.access.rates import Allowance, Concurrency, Rates

SECOND = 1_000_000_000


class Clock:
    def __init__(self) -> None:
        self.now = 12_345

    def __call__(self) -> int:
        return self.now


def allowance(
    rate: float | None = 1.0, burst: int = 1, concurrency: int | None = None
) -> Allowance:
    return Allowance(rate, burst, concurrency)


def test_a_burst_is_let_through_and_then_the_rate_holds() -> None:
    clock = Clock()
    rates, allowed = Rates(clock), allowance(rate=2, burst=3)
    assert [rates.take("carol", allowed) for _ in range(4)] == [0, 0, 0, 1]
    clock.now += SECOND // 2
    assert [rates.take("carol", allowed) for _ in range(2)] == [0, 1]
    clock.now += 100 * SECOND
    assert [rates.take("carol", allowed) for _ in range(4)] == [0, 0, 0, 1]


@given(
    st.floats(0.01, 1000), st.integers(1, 20), st.lists(st.integers(0, 10 * SECOND), max_size=60)
)
def test_who_waits_as_long_as_told_is_let_through_and_who_waits_less_a_second_is_not(
    rate: float, burst: int, pauses: list[int]
) -> None:
    clock = Clock()
    rates, allowed = Rates(clock), allowance(rate, burst)
    for pause in pauses:
        clock.now += pause
        wait = rates.take("carol", allowed)
        if wait:
            assert 1 <= wait <= math.ceil(1 / rate) + 1
            if wait > 1:
                clock.now += (wait - 1) * SECOND
                assert rates.take("carol", allowed) == 1
                clock.now += SECOND
            else:
                clock.now += SECOND
            assert rates.take("carol", allowed) == 0


@given(st.integers(1, 50), st.integers(1, 20), st.lists(st.integers(0, SECOND), max_size=80))
def test_it_admits_what_a_bucket_of_tokens_admits(rate: int, burst: int, pauses: list[int]) -> None:
    clock = Clock()
    rates, allowed = Rates(clock), allowance(rate, burst)
    interval = round(SECOND / rate)
    tokens = burst * interval  # in nanoseconds' worth, so that it is whole
    for pause in pauses:
        clock.now += pause
        tokens = min(burst * interval, tokens + pause)
        admitted = tokens >= interval
        assert (rates.take("carol", allowed) == 0) is admitted
        tokens -= interval * admitted


def test_callers_do_not_share_and_no_rate_means_no_limit() -> None:
    rates = Rates(Clock())
    assert [rates.take(caller, allowance()) for caller in "aabb"] == [0, 1, 0, 1]
    assert not any(rates.take("c", allowance(None)) for _ in range(1000))
    assert len(rates) == 2


@pytest.mark.parametrize("rate", [1e-300, 1e300])
def test_a_rate_beyond_sense_is_no_fault(rate: float) -> None:
    rates = Rates(Clock())
    assert rates.take("carol", allowance(rate)) == 0
    assert rates.take("carol", allowance(rate)) >= 1


def test_callers_whose_buckets_are_full_again_are_forgotten() -> None:
    clock = Clock()
    rates = Rates(clock)
    for number in range(10_000):
        clock.now += SECOND // 10
        rates.take(f"caller {number}", allowance())
    assert len(rates) <= 11


def test_however_many_callers_come_the_memory_is_bounded() -> None:
    rates = Rates(Clock(), most_callers=50)
    for number in range(1000):
        rates.take(f"caller {number}", allowance())
    assert len(rates) == 50
    assert rates.take("caller 999", allowance()) == 1


def test_so_many_requests_may_be_under_way_and_the_next_when_one_has_ended() -> None:
    concurrency, allowed = Concurrency(), allowance(concurrency=2)
    assert [concurrency.begin("carol", allowed) for _ in range(3)] == [True, True, False]
    assert concurrency.begin("dave", allowed)
    concurrency.end("carol")
    assert concurrency.begin("carol", allowed)
    for caller in ("carol", "carol", "dave"):
        concurrency.end(caller)
    assert len(concurrency) == 0
