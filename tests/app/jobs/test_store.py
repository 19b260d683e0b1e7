"""Jobs as callers and workers see them, on both databases."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.jobs.claims import Claims
from app.jobs.database import Database
from app.jobs.instances import Instances
from app.jobs.job import Claim, EventKind, Job, Outcome, Report, State
from app.jobs.ledger import Ledger
from app.jobs.store import JobStore, KeyReusedError, QueueFullError
from tests.app.jobs.clocks import Clock

ANSWER = json.dumps({"status": "optimal", "stop": "completed"})
BEST = json.dumps({"status": "feasible", "stop": "working", "played": ["R7"]})
BOUND = [{"term": "tiles", "value": 1, "bound": 3}]
TERMINAL = [state for state in State if state.over]


class Room:
    """A store with two services on it."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.database = Database(url)
        ledger = Ledger(self.database, keep_seconds=100, clock=clock)
        self.store = JobStore(ledger, most_queued=5, keep_count=3)
        self.claims = Claims(ledger)
        self.instances = Instances(ledger)
        for name in ("here", "there"):
            self.instances.register(name)

    def submit(self, owner: str = "ann", request: str = "{}", key: str | None = None) -> Job:
        return self.store.submit(owner, "rummikub/solve", request, key)[0]

    def claim(self, instance: str = "here") -> tuple[Job, Claim]:
        claimed = self.claims.claim(instance)
        assert claimed is not None
        return claimed

    def get(self, job: Job) -> Job:
        found = self.store.get(job.owner, job.id)
        assert found is not None
        return found

    def events(self, job: Job) -> list[str]:
        return [event.data.get("state", event.kind) for event in self.store.events_after(job.id, 0)]


@pytest.fixture
def room(database_url: str, clock: Clock) -> Iterator[Room]:
    room = Room(database_url, clock)
    yield room
    room.database.close()


def test_a_new_job_waits_and_nothing_has_happened_to_it(room: Room, clock: Clock) -> None:
    job = room.submit(request='{"hand":"R7"}')
    assert len(job.id) == 32
    assert (job.state, job.attempts) == (State.QUEUED, 0)
    assert job.created == job.updated == clock.now
    assert (job.started, job.finished, job.expires, job.answer) == (None,) * 4
    assert room.get(job) == job
    assert room.events(job) == ["queued"]


def test_a_request_comes_back_as_it_was_given_whatever_texts_it_holds(room: Room) -> None:
    """PostgreSQL takes neither a NUL nor half a surrogate pair."""
    request = json.dumps({"hand": "\x00 \ud800 é 😀"})
    assert room.get(room.submit(request=request)).request == request


def test_a_job_that_completes_has_its_answer_and_expires(room: Room, clock: Clock) -> None:
    job = room.submit()
    clock.now += 1
    running, claim = room.claim()
    assert (running.id, running.state, running.started) == (job.id, State.RUNNING, clock.now)
    assert running.attempts == 1
    clock.now += 2
    assert room.claims.finish(claim, Outcome(State.SUCCEEDED, ANSWER, bound=BOUND))
    ended = room.get(job)
    assert (ended.state, ended.answer, ended.best) == (State.SUCCEEDED, ANSWER, ANSWER)
    assert ended.bound == BOUND
    assert ended.finished == clock.now
    assert ended.expires == clock.now + 100
    assert room.events(job) == ["queued", "running", "succeeded", "end"]


@pytest.mark.parametrize("state", TERMINAL)
def test_a_job_that_is_over_stays_as_it_is(room: Room, state: State) -> None:
    job = room.submit()
    _, claim = room.claim()
    assert room.claims.finish(claim, Outcome(state, ANSWER))
    ended = room.get(job)
    assert not room.claims.finish(claim, Outcome(State.FAILED))
    assert not room.claims.report(claim, [Report(BEST)], None)
    assert not room.claims.release(claim)
    assert room.store.stop("ann", job.id) == ended
    assert room.claims.claim("here") is None
    assert room.get(job) == ended


@pytest.mark.parametrize(
    ("state", "stop"), [(State.CANCELLED, "cancelled"), (State.TIMED_OUT, "time_limit")]
)
def test_a_job_whose_work_was_cut_off_has_its_last_best_as_answer(
    room: Room, state: State, stop: str
) -> None:
    job = room.submit()
    _, claim = room.claim()
    assert room.claims.report(claim, [Report(BEST, BOUND)], None)
    problem = {"type": "urn:meldwise:problem:deadline-overrun"}
    assert room.claims.finish(claim, Outcome(state, None, problem))
    ended = room.get(job)
    assert json.loads(ended.answer or "") == json.loads(BEST) | {"stop": stop}
    assert ended.problem == problem
    assert ended.bound == BOUND


def test_a_failed_job_has_its_best_but_no_answer(room: Room) -> None:
    job = room.submit()
    _, claim = room.claim()
    assert room.claims.finish(claim, Outcome(State.FAILED, None, {"title": "!"}), [Report(BEST)])
    ended = room.get(job)
    assert (ended.answer, ended.best, ended.problem) == (None, BEST, {"title": "!"})


def test_every_better_answer_is_an_event_of_progress_only_the_last(room: Room) -> None:
    job = room.submit()
    _, claim = room.claim()
    for nodes in (10, 20):
        solutions = [Report(BEST, BOUND), Report(ANSWER)]
        assert room.claims.report(claim, solutions, Report(progress={"nodes": nodes}))
    kinds = room.events(job)
    assert kinds == ["queued", "running", *["solution"] * 4, "progress"]
    events = room.store.events_after(job.id, 0)
    assert [event.number for event in events] == [1, 2, 3, 4, 6, 7, 8]
    assert events[-1].data == {"nodes": 20}
    assert events[2].data == {"best": BEST, "bound": BOUND}
    assert room.get(job).progress == {"nodes": 20}
    assert room.get(job).best == ANSWER
    assert room.store.events_after(job.id, 7) == events[-1:]
    assert room.store.event_counts([job.id, "none"]) == {job.id: 8}


def test_stopping_a_job_that_waits_ends_it_at_once(room: Room) -> None:
    job = room.submit()
    stopped = room.store.stop("ann", job.id)
    assert stopped is not None
    assert stopped.state is State.CANCELLED
    assert room.claims.claim("here") is None
    assert room.events(job) == ["queued", "cancelled", "end"]


def test_stopping_a_job_that_runs_asks_whoever_works_on_it(room: Room) -> None:
    job = room.submit()
    _, claim = room.claim()
    assert room.claims.held_by("here") == {claim: False}
    stopped = room.store.stop("ann", job.id)
    assert stopped is not None
    assert stopped.state is State.RUNNING
    assert room.claims.held_by("here") == {claim: True}
    assert room.claims.held_by("there") == {}


def test_a_job_is_nobody_elses(room: Room) -> None:
    job = room.submit("ann")
    assert room.store.get("bob", job.id) is None
    assert room.store.get_short("bob", job.id) is None
    assert room.store.stop("bob", job.id) is None
    assert room.store.newest("bob", 100) == []
    assert room.get(job).state is State.QUEUED


def test_jobs_are_listed_newest_first_even_when_the_clock_goes_back(
    room: Room, clock: Clock
) -> None:
    submitted = []
    for _ in range(3):
        submitted.append(room.submit().id)
        clock.now -= 1000
    assert [job.id for job in room.store.newest("ann", 2)] == submitted[:0:-1]


def test_the_oldest_job_of_whoever_has_the_fewest_running_is_next(room: Room) -> None:
    """A caller with many jobs once kept those of all others waiting."""
    mine = [room.submit("ann") for _ in range(3)]
    theirs = room.submit("bob")
    order = [room.claim()[0].id for _ in range(4)]
    assert order == [mine[0].id, theirs.id, mine[1].id, mine[2].id]


def test_the_same_key_is_the_same_job_and_another_request_is_refused(room: Room) -> None:
    job = room.submit(request='{"a":1,"b":2}', key="k")
    assert room.store.submit("ann", "rummikub/solve", '{"b":2,"a":1}', "k") == (job, False)
    assert room.submit("bob", request='{"c":3}', key="k").id != job.id
    with pytest.raises(KeyReusedError):
        room.store.submit("ann", "rummikub/solve", '{"a":1.0,"b":2}', "k")
    with pytest.raises(KeyReusedError):
        room.store.submit("ann", "rummikub/partition", '{"a":1,"b":2}', "k")
    assert len(room.store.newest("ann", 100)) == 1


def test_many_who_send_one_key_at_once_get_one_job(room: Room) -> None:
    with ThreadPoolExecutor(8) as threads:
        submitted = list(threads.map(lambda _: room.submit(key="k").id, range(24)))
    assert len(set(submitted)) == 1
    assert len(room.store.newest("ann", 100)) == 1


def test_many_who_claim_at_once_get_different_jobs(room: Room) -> None:
    submitted = {room.submit().id for _ in range(5)}
    with ThreadPoolExecutor(8) as threads:
        claimed = list(threads.map(lambda _: room.claims.claim("here"), range(16)))
    # On PostgreSQL, somebody may find that all the jobs it saw have just been taken.
    found = [job.id for job, _ in filter(None, claimed)]
    assert sorted(found) == sorted(submitted)


def test_a_full_queue_takes_no_more_but_knows_the_keys_it_took(room: Room) -> None:
    job = room.submit(key="k")
    for _ in range(4):
        room.submit("bob")
    with pytest.raises(QueueFullError):
        room.submit()
    assert room.submit(key="k") == job
    room.claim()
    room.submit()


def test_jobs_are_counted_by_state(room: Room) -> None:
    room.submit()
    room.submit()
    room.claim()
    expected = dict.fromkeys(State, 0) | {State.QUEUED: 1, State.RUNNING: 1}
    assert room.store.counts() == expected


def test_ended_jobs_are_forgotten_when_they_are_too_old(room: Room, clock: Clock) -> None:
    old, waiting = room.submit(), room.submit()
    _, claim = room.claim()
    room.claims.finish(claim, Outcome(State.SUCCEEDED, ANSWER))
    clock.now += 99
    assert room.store.sweep() == 0
    clock.now += 2
    assert room.store.sweep() == 1
    assert room.store.get("ann", old.id) is None
    assert room.store.events_after(old.id, 0) == []
    assert room.get(waiting).state is State.QUEUED


def test_of_too_many_ended_jobs_the_last_to_end_are_kept(room: Room, clock: Clock) -> None:
    jobs = [room.submit() for _ in range(5)]
    claims = [room.claim()[1] for _ in range(5)]
    for claim in reversed(claims):
        clock.now += 1
        room.claims.finish(claim, Outcome(State.SUCCEEDED, ANSWER))
    assert room.store.sweep() == 2
    kept = {job.id for job in room.store.newest("ann", 100)}
    assert kept == {job.id for job in jobs[:3]}


def test_a_job_given_back_keeps_its_best_and_its_attempts(room: Room) -> None:
    job = room.submit()
    _, claim = room.claim()
    assert room.claims.release(claim, [Report(BEST, BOUND)])
    back = room.get(job)
    assert (back.state, back.best, back.bound, back.attempts) == (State.QUEUED, BEST, BOUND, 0)
    assert room.events(job) == ["queued", "running", "solution", "queued"]
    again, second = room.claim("there")
    assert (again.best, again.attempts) == (BEST, 1)
    assert second.number > claim.number


def test_a_job_given_back_after_its_owner_stopped_it_ends(room: Room) -> None:
    job = room.submit()
    _, claim = room.claim()
    room.store.stop("ann", job.id)
    assert room.claims.release(claim, [Report(BEST)])
    ended = room.get(job)
    assert ended.state is State.CANCELLED
    assert json.loads(ended.answer or "")["stop"] == "cancelled"


def test_whoever_is_taken_over_from_can_write_no_more(room: Room) -> None:
    job = room.submit()
    _, old = room.claim("here")
    room.claims.report(old, [Report(BEST)], None)
    assert room.instances.beat("here")
    assert room.instances.take_over("here", 0) == [], "it has beaten since"
    assert room.instances.take_over("here", 1) == [job.id]
    assert room.instances.take_over("here", 1) == [], "only one takes over"
    assert not room.instances.beat("here")
    assert room.claims.claim("here") is None
    assert not room.claims.report(old, [Report(ANSWER)], None)
    assert not room.claims.finish(old, Outcome(State.SUCCEEDED, ANSWER))
    assert not room.claims.release(old)
    assert room.get(job).best == BEST
    again, new = room.claim("there")
    assert (again.id, again.attempts, again.best) == (job.id, 2, BEST)
    assert not room.claims.finish(old, Outcome(State.FAILED))
    assert room.claims.finish(new, Outcome(State.SUCCEEDED, ANSWER))
    assert room.get(job).state is State.SUCCEEDED


def test_a_job_whose_service_died_three_times_is_given_up(room: Room) -> None:
    job = room.submit()
    for attempt in range(3):
        service = f"service {attempt}"
        room.instances.register(service)
        assert room.claim(service)[0].attempts == attempt + 1
        assert room.instances.take_over(service, 0) == [job.id]
    ended = room.get(job)
    assert (ended.state, ended.attempts) == (State.FAILED, 3)
    assert ended.problem is not None
    assert ended.problem["type"] == "urn:meldwise:problem:job-given-up"
    assert room.claims.claim("there") is None


def test_a_stopped_job_whose_service_died_ends_with_its_best(room: Room) -> None:
    job = room.submit()
    _, claim = room.claim()
    room.claims.report(claim, [Report(BEST)], None)
    room.store.stop("ann", job.id)
    room.instances.take_over("here", 0)
    assert room.get(job).state is State.CANCELLED
    assert room.events(job)[-1] == EventKind.END


def test_a_service_that_leaves_or_begins_anew_gives_its_jobs_back_uncounted(room: Room) -> None:
    job = room.submit()
    room.claim("here")
    room.instances.register("here again", former="here")
    assert (room.get(job).state, room.get(job).attempts) == (State.QUEUED, 0)
    room.claim("here again")
    room.instances.leave("here again")
    assert (room.get(job).state, room.get(job).attempts) == (State.QUEUED, 0)
    assert set(room.instances.beats()) == {"there"}
