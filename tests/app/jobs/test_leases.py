"""When a service must stop and when others may take over, counted by monotonic clocks."""

from hypothesis import given
from hypothesis import strategies as st

from app.jobs.leases import Lease, Observer

SECONDS = 8.0


def test_a_service_stops_when_it_could_not_beat_for_half_a_lease() -> None:
    lease = Lease(SECONDS, sent=100.0)
    assert lease.left(101.0) == 3.0
    assert lease.pause(101.0) == 2.0
    assert lease.pause(103.5) == 0.5
    assert lease.left(104.0) == 0.0
    assert lease.left(1e9) == 0.0


def test_others_take_over_when_they_saw_one_beat_for_a_whole_lease() -> None:
    observer = Observer(SECONDS)
    assert observer.silent({"a": 7, "b": 1}, asked=0.0, now=1.0) == {}
    assert observer.silent({"a": 7, "b": 2}, asked=9.0, now=9.1) == {}
    assert observer.silent({"a": 7, "b": 2}, asked=9.2, now=9.3) == {"a": 7}
    assert observer.silent({"b": 3}, asked=20.0, now=20.1) == {}
    assert observer.silent({"a": 7, "b": 3}, asked=30.0, now=30.1) == {"b": 3}, "a is new"


@given(
    beat_sent=st.floats(0, 100),
    delay=st.floats(0, 50),
    seen_after=st.floats(0, 50),
    skew=st.floats(-1e6, 1e6),
)
def test_a_service_has_stopped_before_anybody_takes_over_however_slow_the_database_is(
    beat_sent: float, delay: float, seen_after: float, skew: float
) -> None:
    """The clocks of two machines have nothing in common but how fast they go."""
    lease, observer = Lease(SECONDS, beat_sent), Observer(SECONDS)
    first_seen = beat_sent + delay + seen_after
    observer.silent({"a": 1}, first_seen + skew, first_seen + skew)
    earliest = first_seen + SECONDS
    assert observer.silent({"a": 1}, earliest + skew - 0.001, earliest + skew) == {}
    assert lease.left(earliest) == 0.0
