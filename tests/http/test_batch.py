"""Batches: every line is answered, in order, whatever the others are and however it is read."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.routes.batch import MEDIA_TYPES
from tests.cases import load
from tests.http.batches import NDJSON, BatchClient, check_line, line_of, read_results
from tests.http.observed import entries_of
from tests.http.service import RunningService, running_service
from tests.http.test_access import wait_until
from tests.http.test_clients_that_leave import VAST
from tests.http.test_errors import problem
from tests.http.test_stopping import long_solve

HAND = {"hand": "B10 K10 J", "table": ["R7-13"]}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service with one worker, one place in its queue, and little patience."""
    limits = {
        "MELDWISE_QUEUE_LENGTH": "1",
        "MELDWISE_BODY_SECONDS": "2",
        "MELDWISE_SEND_SECONDS": "2",
        "MELDWISE_MAX_BODY_BYTES": "2048",
        "MELDWISE_MAX_BATCH_BYTES": "1000000",
    }
    with running_service(tmp_path_factory.mktemp("batch"), **limits) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


def post(service: RunningService, content: bytes, query: str = "") -> httpx.Response:
    return httpx.post(f"{service.url}/v1/batch{query}", content=content, headers=NDJSON, timeout=60)


def test_answers_come_in_the_order_of_the_lines_and_are_those_of_single_requests(
    client: httpx.Client,
) -> None:
    cases = load("positions.jsonl")[::10]
    body = b"".join(json.dumps(case).encode() + b"\n" for case in cases)
    response = client.post("/v1/batch?kind=rummikub/solve", content=body, headers=NDJSON)
    assert response.headers["content-type"] == "application/x-ndjson"
    results = read_results(response.text)
    assert [result["line"] for result in results] == list(range(1, len(cases) + 1))
    for case, result in zip(cases, results, strict=True):
        assert (result["id"], result["status"]) == (case["id"], 200)
        assert result["answer"]["objective"][0]["value"] == case["best"]["tiles"]


def test_bad_lines_among_good_ones_are_each_an_error_and_no_more(service: RunningService) -> None:
    lines = [
        line_of("solve", HAND, id="good"),
        b"{bad\n",
        b"[1]\n",
        b"\n",
        line_of("sovle", HAND, id=5),
        line_of("solve", {"hand": ["R7", "G7"], "table": ["R5 R7 R8"]}, id=6.5),
        line_of("solve", {"hand": "R7" + " " * 3000}),
        line_of("solve", {"hand": "R7", "limits": {"seconds": 99999}}),
        line_of("check", {"table": ["R5-9"]}, id=True, other=1),
        b'{"kind": "rummikub/check", "id": "\\ud800"}\n',
        b"\xff\n",
        line_of("partition", {"tiles": "R1 R2 R3"}),
    ]
    response = post(service, b"".join(lines).removesuffix(b"\n"))
    assert response.status_code == 200
    results = read_results(response.text)
    assert [(r["line"], r["status"]) for r in results] == [
        (1, 200),
        (2, 400),
        (3, 422),
        (5, 422),
        (6, 422),
        (7, 413),
        (8, 422),
        (9, 422),
        (10, 422),
        (11, 400),
        (12, 200),
    ]
    assert [r.get("id") for r in results if "id" in r] == ["good", 5, 6.5, "\ud800"]
    pointers = {
        r["line"]: [error["pointer"] for error in r["problem"].get("errors", ())]
        for r in results
        if "problem" in r
    }
    assert pointers[5] == ["/kind"]
    assert pointers[6] == ["/hand/1", "/table/0"], "relative to the request, as of one alone"
    assert pointers[8] == ["/limits/seconds"]
    assert sorted(pointers[9]) == ["/id", "/other"]
    assert pointers[10] == ["/request"]
    assert "did you mean rummikub/solve?" in results[3]["problem"]["errors"][0]["detail"]
    assert "at most 2048 bytes" in results[5]["problem"]["detail"]


@pytest.mark.parametrize("body", [b"", b"\n \r\n\n"])
def test_a_batch_without_a_line_has_no_results(service: RunningService, body: bytes) -> None:
    response = post(service, body)
    assert (response.status_code, response.text) == (200, "")


@pytest.mark.parametrize("media_type", [*MEDIA_TYPES, "application/x-ndjson; charset=utf-8"])
def test_json_lines_have_several_names(client: httpx.Client, media_type: str) -> None:
    headers = {"content-type": media_type}
    response = client.post("/v1/batch", content=check_line(1), headers=headers)
    assert response.json()["id"] == 1


@pytest.mark.parametrize("media_type", ["application/json", "text/plain", None])
def test_what_is_not_announced_as_json_lines_is_a_415(
    client: httpx.Client, media_type: str | None
) -> None:
    headers = {} if media_type is None else {"content-type": media_type}
    response = client.post("/v1/batch", content=check_line(1), headers=headers)
    assert problem(response, 415)["type"] == "urn:meldwise:problem:unsupported-media-type"
    assert "application/x-ndjson" in response.json()["detail"]


def test_an_unknown_kind_of_all_lines_is_said_before_anything_is_read(client: httpx.Client) -> None:
    response = client.post("/v1/batch?kind=rummikub/slove", content=b"", headers=NDJSON)
    assert "did you mean rummikub/solve?" in problem(response, 422)["detail"]


def test_of_two_kinds_neither_is_taken(client: httpx.Client) -> None:
    """The last one was, in silence."""
    two = "/v1/batch?kind=rummikub/check&kind=rummikub/solve"
    response = client.post(two, content=b"", headers=NDJSON)
    assert problem(response, 422)["type"] == "urn:meldwise:problem:unknown-kind"


def test_a_batch_that_is_too_large_is_a_413(service: RunningService) -> None:
    response = post(service, b"\n" * 1_000_001)
    assert problem(response, 413)["type"] == "urn:meldwise:problem:body-too-large"


def test_a_client_may_send_two_thousand_lines_before_it_reads(service: RunningService) -> None:
    """Neither side can take in all that the other says: one that waited would wait for ever."""
    with BatchClient(service.url, "?kind=rummikub/solve", receive_bytes=4096) as client:
        one = json.dumps(HAND).encode() + b"\n"
        for _ in range(2000):
            client.send(one)
        client.finish()
        assert [r["line"] for r in client.results()] == list(range(1, 2001))


def test_the_first_result_arrives_before_the_last_line_is_sent(service: RunningService) -> None:
    with BatchClient(service.url) as client:
        for number in range(1, 6):
            client.send(check_line(number))
            assert client.result()["id"] == number
        client.finish()
        assert list(client.results()) == []


def test_lines_may_come_for_longer_than_one_may_take(service: RunningService) -> None:
    with BatchClient(service.url) as client:
        for number in range(7):
            client.send(check_line(number))
            time.sleep(0.4)
        client.finish()
        assert [r["id"] for r in client.results()] == list(range(7))


def test_a_line_that_trickles_ends_the_batch(service: RunningService) -> None:
    with BatchClient(service.url) as client:
        client.send(b'{"kind"')
        assert client.response.status == 408
    with BatchClient(service.url) as client:
        client.send(check_line(1) + b'{"kind"')
        assert client.result()["id"] == 1
        with pytest.raises((ConnectionError, ValueError)):
            client.result()


MUCH = {
    "hand": "A1",
    "rules": {"colours": "ABCDEFGH", "numbers": 30, "copies": 10, "jokers": 1},
    "program": "ilp-dhh",
    "format": "mps",
}
"""Seven megabytes of an answer."""


def test_who_goes_on_sending_may_leave_results_unread_for_longer_than_others(
    service: RunningService,
) -> None:
    with BatchClient(service.url, receive_bytes=4096) as client:
        client.send(line_of("model", MUCH))
        for number in range(8):
            client.send(check_line(number))
            time.sleep(0.4)
        client.finish()
        assert [r["status"] for r in client.results()] == [200] * 9


def test_a_client_that_reads_nothing_is_dropped_and_its_batch_ends(
    service: RunningService,
) -> None:
    with BatchClient(service.url, receive_bytes=4096) as client:
        client.send(line_of("model", MUCH) * 100)
        client.finish()
        text = "an answer was not taken in time"
        before = service.log.read_text().count(text)
        wait_until(lambda: service.log.read_text().count(text) > before)
    wait_until(lambda: busy_workers(service) == 0)


def busy_workers(service: RunningService) -> float:
    text = httpx.get(f"{service.url}/metrics").text
    name = 'meldwise_workers_busy{pool="requests"} '
    return float(text.partition(name)[2].split("\n")[0])


def test_a_client_that_reads_slowly_gets_everything(service: RunningService) -> None:
    with BatchClient(service.url, receive_bytes=65_536) as client:
        client.send(line_of("model", MUCH) * 3)
        client.finish()
        read = b""
        while part := client.response.read(200_000):
            read += part
            time.sleep(0.01)
    assert [r["status"] for r in read_results(read.decode())] == [200] * 3


def test_a_client_that_leaves_ends_its_batch_and_frees_its_worker(service: RunningService) -> None:
    body = {"hand": "J J J J J J J J", "rules": VAST, "backend": "ilp", "limits": {"seconds": 15}}
    with BatchClient(service.url) as client:
        client.send(line_of("solve", body) * 20)
        client.finish()
        wait_until(lambda: busy_workers(service) == 1)
    wait_until(lambda: busy_workers(service) == 0)
    assert post(service, check_line(1)).json()["status"] == 200


def test_every_line_is_answered_though_the_queue_has_one_place(service: RunningService) -> None:
    """And every single request that finds a place is, although four batches are under way."""
    answers: list[httpx.Response] = []
    body = b"".join(map(check_line, range(300)))
    batches = [
        threading.Thread(target=lambda: answers.append(post(service, body))) for _ in range(4)
    ]
    for batch in batches:
        batch.start()
    for batch in batches:
        batch.join()
    for answer in answers:
        results = read_results(answer.text)
        assert [r["id"] for r in results] == list(range(300))
        assert {r["status"] for r in results} == {200}


def test_nobody_waits_behind_a_whole_batch(service: RunningService) -> None:
    with BatchClient(service.url) as batch:
        batch.send(check_line(1) * 2000)
        batch.finish()
        assert batch.result()["status"] == 200
        answers = [httpx.post(f"{service.url}/v1/rummikub/solve", json=HAND) for _ in range(3)]
        # A place is all they need: the batch is between two lines, or has the only place itself.
        assert 200 in {answer.status_code for answer in answers}
        assert sum(1 for _ in batch.results()) == 1999


def test_each_line_counts_in_the_metrics_and_the_batch_has_one_line_in_the_log(
    tmp_path: Path,
) -> None:
    with running_service(tmp_path) as service:
        post(service, b"".join(map(check_line, range(7))) + line_of("solve", HAND))
        text = httpx.get(f"{service.url}/metrics").text
        wait_until(lambda: "POST /v1/batch 200" in service.log.read_text())
    counts = [line for line in text.splitlines() if line.startswith("meldwise_solve_seconds_count")]
    assert sorted((("check" in line), line.split()[-1]) for line in counts) == [
        (False, "1.0"),
        (True, "7.0"),
    ]
    entries = entries_of(service.log)
    assert sum(entry["message"] == "POST /v1/batch 200" for entry in entries) == 1


def test_a_service_that_stops_answers_what_is_left_with_503(tmp_path: Path) -> None:
    with running_service(tmp_path, MELDWISE_SHUTDOWN_SECONDS="1.1") as service:
        with BatchClient(service.url) as client:
            client.send(check_line(0) + line_of("solve", long_solve(9), id=1))
            client.send(b"".join(map(check_line, range(2, 1500))))
            assert client.result()["status"] == 200
            wait_until(lambda: busy_workers(service) == 1)
            service.process.terminate()
            # The batch is not whole, and will never be.
            results = list(client.results())
        assert [r["id"] for r in results] == list(range(1, 1500))
        assert (results[0]["status"], results[0]["answer"]["stop"]) == (200, "cancelled")
        assert {r["status"] for r in results[1:]} == {503}
        assert results[1]["problem"]["type"] == "urn:meldwise:problem:stopping"
        assert service.process.wait(timeout=20) == 0
    assert "Traceback" not in service.log.read_text()
