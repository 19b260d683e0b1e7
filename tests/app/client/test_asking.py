"""Questions to a service that is busy, away, or none: repeated as long as there is patience."""

import json
import socket
import ssl
from typing import Any

import httpx
import pytest

from app.client.errors import ServiceError, UnexpectedAnswerError, UnreachableError
from tests.app.client.scripted import Broken, Scripted, good, problem, refused

KEY = "mw_secret-of-the-tests"


def test_a_question_is_posted_below_the_address_with_the_key() -> None:
    service = Scripted(good({"status": "optimal"}), key=KEY)
    assert service.client.ask("rummikub/solve", {"hand": "R7"}) == {"status": "optimal"}
    (request,) = service.requests
    assert (request.method, str(request.url)) == (
        "POST",
        "http://service/below/v1/rummikub/solve",
    )
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert json.loads(request.content) == {"hand": "R7"}


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_service_is_asked_again_when_it_says(status: int) -> None:
    busy = problem(status, headers={"Retry-After": "7"})
    service = Scripted(busy, busy, good())
    assert service.client.ask("rummikub/solve", {}) == {"status": "optimal"}
    assert service.pauses == [7, 7]
    assert service.reasons == ["No: not now"] * 2


def test_a_service_that_names_no_time_is_asked_again_after_growing_pauses() -> None:
    service = Scripted(*[problem(503)] * 8, good())
    service.client.ask("rummikub/solve", {})
    assert service.pauses == [0.25, 0.5, 1, 2, 4, 5, 5, 5]


def test_a_service_that_says_at_once_is_not_asked_in_a_busy_loop() -> None:
    service = Scripted(problem(503, headers={"Retry-After": "0"}), patience=1)
    with pytest.raises(ServiceError, match=r"tried 1[01] times in 1 s"):
        service.client.ask("rummikub/solve", {})
    assert len(service.requests) <= 11


def test_a_wait_beyond_the_patience_is_not_begun() -> None:
    service = Scripted(problem(429, headers={"Retry-After": "61"}))
    with pytest.raises(ServiceError) as caught:
        service.client.ask("rummikub/solve", {})
    assert (caught.value.status, caught.value.retry_after) == (429, 61)
    assert service.pauses == []


def test_patience_ends_with_what_the_service_said_and_how_often_it_was_asked() -> None:
    service = Scripted(problem(503, headers={"Retry-After": "20"}))
    with pytest.raises(ServiceError, match=r"^No: not now; tried 4 times in 60 s$"):
        service.client.ask("rummikub/solve", {})
    assert service.pauses == [20, 20, 20]


def test_without_patience_nothing_is_repeated() -> None:
    for step in (problem(503), problem(503, headers={"Retry-After": "0"}), refused()):
        service = Scripted(step, patience=0)
        with pytest.raises((ServiceError, UnreachableError)):
            service.client.ask("rummikub/solve", {})
        assert len(service.requests) == 1


@pytest.mark.parametrize(
    "error",
    [
        refused(),
        httpx.ReadError("reset"),
        httpx.RemoteProtocolError("Server disconnected without sending a response."),
        httpx.ConnectTimeout("timed out"),
    ],
)
def test_a_question_without_an_answer_is_asked_again(error: Exception) -> None:
    service = Scripted(error, error, good())
    service.client.ask("rummikub/solve", {})
    assert service.pauses == [0.25, 0.5]


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    cut = httpx.Response(200, stream=Broken(['{"sta'], httpx.ReadError("reset")))
    service = Scripted(cut, good())
    assert service.client.ask("rummikub/solve", {}) == {"status": "optimal"}


def test_the_last_attempt_is_made_when_the_patience_ends() -> None:
    service = Scripted(refused(), patience=2)
    with pytest.raises(
        UnreachableError,
        match=r"^http://service/below: Connection refused; tried 5 times in 2 s$",
    ):
        service.client.ask("rummikub/solve", {})
    assert service.now == 2


def caused_by(cause: Exception) -> httpx.ConnectError:
    error = httpx.ConnectError("failed")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        caused_by(socket.gaierror(socket.EAI_NONAME, "Name or service not known")),
        caused_by(ssl.SSLCertVerificationError(1, "certificate verify failed")),
        httpx.ProxyError("403 Forbidden"),
    ],
)
def test_what_does_not_pass_is_not_waited_for(error: Exception) -> None:
    service = Scripted(error)
    with pytest.raises(UnreachableError):
        service.client.ask("rummikub/solve", {})
    assert len(service.requests) == 1


@pytest.mark.parametrize("status", [400, 401, 404, 413, 422, 500, 504])
def test_other_problems_are_final(status: int) -> None:
    service = Scripted(problem(status, "some-kind"))
    with pytest.raises(ServiceError) as caught:
        service.client.ask("rummikub/solve", {})
    assert (caught.value.status, caught.value.kind) == (status, "some-kind")
    assert len(service.requests) == 1


def test_defects_and_incidents_of_a_problem_are_kept() -> None:
    errors = [{"pointer": "/hand/1", "code": "unknown_colour", "detail": "G7: colours are …"}]
    service = Scripted(problem(422, errors=errors))
    with pytest.raises(ServiceError) as caught:
        service.client.ask("rummikub/solve", {})
    assert [str(d) for d in caught.value.defects] == ["/hand/1: G7: colours are …"]
    for detail, shown in (("it broke", "it broke (incident 5e)"), ("see 5e", "see 5e")):
        with pytest.raises(ServiceError) as caught:
            Scripted(problem(500, detail=detail, incident="5e")).client.ask("rummikub/solve", {})
        assert str(caught.value) == f"No: {shown}"


@pytest.mark.parametrize(
    ("response", "says"),
    [
        (httpx.Response(200, text="<html>"), "not JSON"),
        (httpx.Response(200, content=b"\xff"), "not UTF-8"),
        (httpx.Response(200, json=[1]), "no object"),
        (httpx.Response(301, headers={"location": "https://service/"}), "see https://service/"),
        (httpx.Response(304), "304 Not Modified"),
    ],
)
def test_what_is_no_such_service_is_said(response: httpx.Response, says: str) -> None:
    with pytest.raises(UnexpectedAnswerError) as caught:
        Scripted(response).client.ask("rummikub/solve", {})
    assert says in str(caught.value)
    assert str(caught.value).startswith("http://service/below/v1/rummikub/solve answered")


@pytest.mark.parametrize("content", ["<html>", "[1]", '{"title": 5}', ""])
def test_an_error_that_is_no_problem_is_told_by_its_status(content: str) -> None:
    with pytest.raises(ServiceError, match=r"404 Not Found: .* gives no reason"):
        Scripted(httpx.Response(404, text=content)).client.ask("rummikub/solve", {})


def test_a_job_that_is_submitted_again_has_the_same_idempotency_key() -> None:
    service = Scripted(httpx.ReadError("reset"), problem(503), good({"id": "1"}))
    assert service.client.submit("rummikub/solve", {"hand": "R7"}) == {"id": "1"}
    keys = {request.headers["idempotency-key"] for request in service.requests}
    assert len(service.requests) == 3
    assert len(keys) == 1
    service.client.submit("rummikub/solve", {"hand": "R7"})
    assert service.requests[-1].headers["idempotency-key"] not in keys


def test_jobs_are_listed_shown_and_stopped() -> None:
    service = Scripted(good({"jobs": []}))
    service.client.jobs(3)
    service.client.job("ab")
    service.client.stop("../x")
    asked = [f"{r.method} {r.url.raw_path.decode()}" for r in service.requests]
    assert asked == [
        "GET /below/v1/jobs?limit=3",
        "GET /below/v1/jobs/ab",
        "DELETE /below/v1/jobs/..%2Fx",
    ]


def test_what_was_typed_goes_out_whatever_it_holds() -> None:
    service = Scripted(good())
    typed: dict[str, Any] = {"hand": "R7\udcff é"}
    service.client.ask("rummikub/solve", typed)
    assert json.loads(service.requests[0].content) == typed


def test_the_key_is_in_no_message() -> None:
    for step in (refused(), problem(401), httpx.Response(200, text="<html>")):
        service = Scripted(step, key=KEY, patience=1)
        with pytest.raises(Exception, match=r".") as caught:
            service.client.ask("rummikub/solve", {})
        assert KEY not in "".join([str(caught.value), repr(caught.value), *service.reasons])
