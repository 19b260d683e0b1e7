"""Callers who try to be more than one, to see what is not theirs, or to take all there is."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.access.keys import key_line, new_key
from tests.http.observed import entries_of
from tests.http.service import RunningService, running_service
from tests.http.test_access import wait_until
from tests.http.test_clients_that_leave import VAST
from tests.http.test_errors import problem
from tests.http.test_slow_clients import connect

CAROL, DAVE, EVE = new_key(), new_key(), new_key()
QUICK = {"kind": "rummikub/check", "request": {"table": ["R7-9"]}}
LONG = {
    "kind": "rummikub/solve",
    "request": {"hand": "J J J J J J J J", "rules": VAST, "backend": "ilp"},
}
FEW = {"MELDWISE_JOB_WORKERS": "1", "MELDWISE_JOB_QUEUE_LENGTH": "30"}
SHORT = {"MELDWISE_MAX_SECONDS": "1", "MELDWISE_DEFAULT_SECONDS": "0.2"}
TOLD = re.compile(r"Traceback|site-packages|\.py\b|[0-9a-f]{32}")


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    keys = ";".join(key_line(name, key) for name, key in (("carol", CAROL), ("dave", DAVE)))
    folder = tmp_path_factory.mktemp("hostile-keys")
    origins = {"MELDWISE_CORS_ORIGINS": "https://game.example"}
    with running_service(folder, MELDWISE_KEYS=keys, **FEW, **origins) as running:
        yield running


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    folder = tmp_path_factory.mktemp("hostile-crowd")
    with running_service(folder, **FEW, **SHORT) as running:
        yield running


def as_(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [("x-api-key", EVE), ("x-api-key", CAROL)],
        [("x-api-key", CAROL), ("x-api-key", DAVE)],
        [("x-api-key", CAROL), ("authorization", f"Bearer {DAVE}")],
        [("x-api-key", f"{EVE}, {CAROL}")],
        [("authorization", f"Bearer {EVE} {CAROL}")],
        [("authorization", f"Basic {CAROL}")],
        [("authorization", CAROL)],
        [("cookie", f"x-api-key={CAROL}")],
        [("x-api-key", "")],
        [("x-api-key", "\xff" * 100)],
    ],
)
def test_only_one_good_key_in_its_place_opens_the_service(
    keyed: RunningService, headers: list[tuple[str, str]]
) -> None:
    sent = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    for path in ("/v1/limits", f"/v1/limits?x-api-key={CAROL}", "/metrics", "/v1/jobs"):
        problem(httpx.get(f"{keyed.url}{path}", headers=sent), 401)


def test_the_job_of_another_is_no_job(keyed: RunningService) -> None:
    """Nothing tells it from one that never was: not its status, not its answer, not its length."""
    submitted = httpx.post(f"{keyed.url}/v1/jobs", json=QUICK, headers=as_(CAROL))
    link = submitted.headers["location"]
    for path in (link, f"{link}/status", f"{link}/events"):
        theirs = httpx.get(f"{keyed.url}{path}", headers=as_(DAVE))
        never = httpx.get(f"{keyed.url}{path.replace(link[-32:], '0' * 32)}", headers=as_(DAVE))
        problem(theirs, 404)
        assert (theirs.content, theirs.status_code) == (never.content, never.status_code)
    problem(httpx.delete(f"{keyed.url}{link}", headers=as_(DAVE)), 404)
    listed = httpx.get(f"{keyed.url}/v1/jobs", headers=as_(DAVE)).json()["jobs"]
    assert link not in [job["links"]["self"] for job in listed]


def test_an_idempotency_key_is_its_callers_own(keyed: RunningService) -> None:
    links = [
        httpx.post(
            f"{keyed.url}/v1/jobs", json=QUICK, headers=as_(key) | {"Idempotency-Key": "one"}
        ).headers["location"]
        for key in (CAROL, DAVE, CAROL)
    ]
    assert links[0] == links[2] != links[1]


def test_neither_keys_nor_ids_of_jobs_are_in_the_log_or_the_metrics(keyed: RunningService) -> None:
    links = [
        httpx.post(f"{keyed.url}/v1/jobs", json=QUICK, headers=as_(CAROL)).headers["location"]
        for _ in range(3)
    ]
    for link in links:
        for path in (link, f"{link}/status", f"{link}/events", f"{link}x", f"{link}/nothing"):
            # Events come when the job has had its turn.
            httpx.get(f"{keyed.url}{path}", headers=as_(CAROL), timeout=60)
        httpx.delete(f"{keyed.url}{link}", headers=as_(CAROL))
    metrics = httpx.get(f"{keyed.url}/metrics", headers=as_(CAROL)).text
    for text in (keyed.log.read_text(), metrics):
        for secret in (CAROL, DAVE, EVE, *(link[-32:] for link in links)):
            assert secret not in text


def test_a_proxy_that_is_not_trusted_makes_nobody_another_caller(tmp_path: Path) -> None:
    limits = {"MELDWISE_RATE": "0.01", "MELDWISE_BURST": "3"}
    with running_service(tmp_path, MELDWISE_TRUSTED_PROXIES="192.0.2.1", **limits) as running:
        answers = [
            httpx.get(f"{running.url}/v1/limits", headers={"x-forwarded-for": f"198.51.100.{i}"})
            for i in range(6)
        ]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 3


@pytest.mark.slow
def test_of_the_addresses_a_trusted_proxy_forwards_the_last_counts(tmp_path: Path) -> None:
    """Those before it, a caller can write itself."""
    with running_service(tmp_path, MELDWISE_RATE="0.01", MELDWISE_BURST="3") as running:
        answers = [
            httpx.get(
                f"{running.url}/v1/limits", headers={"x-forwarded-for": f"10.0.0.{i}, 198.51.100.1"}
            )
            for i in range(6)
        ]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 3


def test_origins_that_were_not_named_may_not_call(keyed: RunningService) -> None:
    asks = {"access-control-request-method": "POST", "access-control-request-headers": "x-api-key"}
    allowed, refused = (
        httpx.options(f"{keyed.url}/v1/rummikub/solve", headers=asks | {"origin": origin})
        for origin in ("https://game.example", "https://game.example.evil.example")
    )
    anywhere = httpx.get(f"{keyed.url}/v1/limits", headers=as_(CAROL) | {"origin": "null"})
    assert allowed.headers["access-control-allow-origin"] == "https://game.example"
    assert "access-control-allow-credentials" not in allowed.headers
    assert refused.status_code == 400
    assert "access-control-allow-origin" not in refused.headers
    assert "access-control-allow-origin" not in anywhere.headers


async def many(url: str, count: int, method: str, path: str, body: object = None) -> list[int]:
    """Send requests all at once."""
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as client:
        answers = await asyncio.gather(
            *(client.request(method, path, json=body) for _ in range(count))
        )
    for answer in answers:
        if answer.status_code in (429, 503):
            assert int(answer.headers["retry-after"]) >= 1
    return [answer.status_code for answer in answers]


def test_a_queue_of_jobs_that_is_full_takes_no_more_and_goes_on(crowded: RunningService) -> None:
    first = httpx.post(f"{crowded.url}/v1/jobs", json=LONG).headers["location"]
    counted = Counter(asyncio.run(many(crowded.url, 200, "POST", "/v1/jobs", QUICK)))
    assert set(counted) == {202, 503}
    assert counted[503] > 0
    assert httpx.delete(f"{crowded.url}{first}").status_code in (200, 202)
    wait_until(
        lambda: httpx.post(f"{crowded.url}/v1/jobs", json=QUICK).status_code == 202,
    )


def test_fifty_cross_checks_at_once_are_answered_or_refused(crowded: RunningService) -> None:
    body = {"hand": "J J J J J J J J", "rules": VAST}
    path = "/v1/rummikub/cross-check"
    assert set(asyncio.run(many(crowded.url, 50, "POST", path, body))) <= {200, 503}
    assert httpx.get(f"{crowded.url}/live").status_code == 200


def test_streams_that_are_left_between_two_events_are_no_faults(crowded: RunningService) -> None:
    """Some once were: a task found nobody to send to, and there was an incident in the log."""
    link = httpx.post(f"{crowded.url}/v1/jobs", json=LONG).headers["location"]
    request = f"GET {link}/events HTTP/1.1\r\nHost: test\r\n\r\n".encode()
    streams = [connect(crowded) for _ in range(200)]
    for stream in streams:
        stream.sendall(request)
    for stream in streams:
        assert stream.recv(65_536).startswith(b"HTTP/1.1 200")
    # Half of them are closed while the end is on its way to all.
    for stream in streams[::2]:
        stream.close()
    httpx.delete(f"{crowded.url}{link}")
    for stream in streams[1::2]:
        read = b""
        while b"event: end" not in read:
            part = stream.recv(65_536)
            assert part, "the stream ended without its last event"
            read += part
        stream.close()
    flight = "meldwise_http_in_flight 1.0"
    wait_until(lambda: flight in httpx.get(f"{crowded.url}/metrics").text)
    assert "Traceback" not in crowded.log.read_text()


def test_the_log_of_all_that_has_no_fault_and_no_id(crowded: RunningService) -> None:
    for entry in entries_of(crowded.log):
        assert entry["level"] in ("info", "warning"), entry
        said = " ".join(str(v) for k, v in entry.items() if k not in ("request_id", "trace_id"))
        assert not TOLD.search(said), entry
