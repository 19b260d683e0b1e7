"""The events of a job: read as they come, and gone on with after whatever breaks them."""

import httpx
import pytest

from app.client.errors import ServiceError, UnexpectedAnswerError, UnreachableError
from app.client.events import read_events
from tests.app.client.scripted import Scripted, event, events, good, problem, refused

RUNNING = event(1, "state", state="running")
SOLUTION = event(2, "solution", best={}, bound=[])
END = event(3, "end", state="succeeded")


def followed(service: Scripted) -> list[str]:
    return [one.kind for one in service.client.follow("ab")]


def test_events_are_told_until_the_end() -> None:
    service = Scripted(events(RUNNING, SOLUTION, END, event(4, "state", state="never")))
    assert followed(service) == ["state", "solution", "end"]
    assert str(service.requests[0].url) == "http://service/below/v1/jobs/ab/events"
    assert "last-event-id" not in service.requests[0].headers


@pytest.mark.parametrize(
    "broken",
    [
        events(RUNNING, error=httpx.ReadError("reset")),
        events(RUNNING, error=httpx.ReadTimeout("silent")),
        events(RUNNING, SOLUTION[:-1], error=httpx.RemoteProtocolError("peer closed")),
        events(RUNNING),
    ],
)
def test_a_stream_that_breaks_goes_on_after_the_last_event(broken: httpx.Response) -> None:
    service = Scripted(broken, refused(), problem(503), events(SOLUTION, END))
    assert followed(service) == ["state", "solution", "end"]
    assert [r.headers.get("last-event-id") for r in service.requests] == [None, "1", "1", "1"]
    assert service.pauses == [0.25, 0.5, 1]


def test_each_sign_of_life_renews_the_patience() -> None:
    alive = [events(": ping\n\n") for _ in range(100)]
    service = Scripted(*alive, events(END), patience=1)
    assert followed(service) == ["end"]
    assert service.pauses == [0.25] * 100


def test_a_service_that_stays_away_is_given_up() -> None:
    service = Scripted(events(RUNNING), refused(), patience=3)
    with pytest.raises(UnreachableError, match="Connection refused; tried 5 times in 3 s"):
        followed(service)


def test_streams_that_end_at_once_are_not_opened_for_ever() -> None:
    service = Scripted(*(events() for _ in range(9)), patience=3)
    with pytest.raises(UnreachableError, match="the events have stopped; tried"):
        followed(service)


def test_a_job_whose_last_event_was_seen_is_looked_up() -> None:
    service = Scripted(events(RUNNING), problem(410, "no-more-events"), good({"state": "failed"}))
    told = list(service.client.follow("ab"))
    assert [one.kind for one in told] == ["state", "end"]
    assert told[-1].data == {"state": "failed"}


def test_there_is_nothing_to_follow_of_an_unknown_job() -> None:
    with pytest.raises(ServiceError):
        followed(Scripted(problem(404, "unknown-job")))
    with pytest.raises(UnexpectedAnswerError, match="no stream of events"):
        followed(Scripted(good()))


def test_lines_that_are_no_events_are_passed_over() -> None:
    lines = [": ping", "", "retry: 5", "data: [1,", "data:2]", "id: 1", "event: x"]
    assert list(read_events(lines)) == [], "an event that is cut off is none"
    lines = [": ping", "", "retry: 5", 'data: {"a":', "data:2}", "id: 7", "event: x", "", ""]
    (one,) = read_events(lines)
    assert (one.id, one.kind, one.data) == ("7", "x", {"a": 2})


@pytest.mark.parametrize("data", ["{", "[1]"])
def test_an_event_that_can_not_be_read_is_said(data: str) -> None:
    with pytest.raises(UnexpectedAnswerError, match="can't be read"):
        list(read_events([f"data: {data}", ""]))
