"""The command line as a client, within this process: how a server is named, how jobs end."""

import json
from typing import Any

import httpx
import pytest

from app.cli.main import main
from app.client.client import Client
from tests.app.client.scripted import event, events, good

ID = "0f8b6a1d5c3e49b7a2d4f6081c3e5a79"
FAILURE = {
    "type": "urn:meldwise:problem:internal-fault",
    "title": "The service failed",
    "status": 500,
    "detail": "the worker died",
    "incident": "5e",
}


def typed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of a command, and what it prints on standard output and standard error."""
    try:
        code = main(arguments)
    except SystemExit as end:
        code = int(end.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def job(state: str, **fields: Any) -> dict[str, Any]:
    when = "2026-01-02T03:04:05.125Z"
    unknown = ("started", "expires", "progress", "bound", "problem", "best", "answer")
    whole = {
        "id": ID,
        "kind": "rummikub/solve",
        "state": state,
        "created": when,
        "updated": when,
        "finished": None if state == "queued" else when,
        "attempts": 1,
        "links": dict.fromkeys(("self", "status", "events"), f"/v1/jobs/{ID}"),
        "request": {"hand": "R7"},
    }
    return whole | dict.fromkeys(unknown) | fields


def serve(monkeypatch: pytest.MonkeyPatch, *answers: httpx.Response) -> None:
    """Have a server with these answers, for all clients of a command together."""
    waiting = list(answers)
    monkeypatch.setenv("MELDWISE_SERVER", "http://service")
    monkeypatch.setattr("app.cli.remote.Client", lambda *_, **__: scripted(waiting))


def scripted(waiting: list[httpx.Response]) -> Client:
    transport = httpx.MockTransport(lambda _: waiting.pop(0))
    return Client("http://service", transport=transport, patience=0)


def submitted_and_ended() -> list[httpx.Response]:
    return [good(job("queued")), events(event(1, "end", state="over"))]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solve", "--hand", "R7", "--server", "localhost:8000"], "--server: 'localhost:8000'"),
        (["solve", "--hand", "R7", "--server", "http://"], "--server: 'http://'"),
        (["solve", "--hand", "R7", "--server", "http://x:1x/"], "--server: give an address"),
        (["solve", "--hand", "R7", "--server", "http://x/?a"], "--server: 'http://x/?a'"),
        (["solve", "--hand", "R7", "--server", "http://u:secret@x"], "without a name or password"),
        (["solve", "--hand", "R7", "--job"], "options: --job needs a server: give --server URL"),
        (["jobs", "list"], "options: jobs need a server: give --server URL"),
        (["solve", "--hand", "R7", "--server", "http://x", "--local"], "not allowed with"),
        (["solve", "--hand", "R7", "--patience", "-1"], "--patience: -1: give seconds"),
        (["solve", "--hand", "R7", "--patience", "inf"], "--patience: inf: give seconds"),
    ],
)
def test_how_to_name_a_server_is_said(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, said = typed(capsys, *arguments)
    assert code == 2
    assert says in said
    assert "secret" not in said


def test_a_job_that_failed_says_why_and_exits_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(monkeypatch, *submitted_and_ended(), good(job("failed", problem=FAILURE)))
    code, output, said = typed(capsys, "solve", "--job", "--hand", "R7")
    assert (code, output) == (1, "")
    assert said == f"/v1/jobs/{ID}\nThe service failed: the worker died (incident 5e)\n"


def test_a_failed_job_that_is_shown_exits_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(monkeypatch, good(job("failed", problem=FAILURE)))
    code, output, _ = typed(capsys, "jobs", "show", ID, "--text")
    assert code == 1
    assert "rummikub/solve, failed" in output
    assert "The service failed: the worker died" in output


def test_a_job_that_had_found_nothing_exits_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(monkeypatch, *submitted_and_ended(), good(job("cancelled")))
    code, output, said = typed(capsys, "solve", "--job", "--hand", "R7")
    assert (code, output) == (3, "")
    assert said.endswith("The job is cancelled, and it had found nothing.\n")


def test_an_answer_of_another_shape_is_no_trace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(monkeypatch, good({"status": "optimal"}))
    code, output, said = typed(capsys, "solve", "--hand", "R7")
    assert (code, output) == (1, "")
    assert said.startswith("http://service: the answer is no SolveAnswer: is it a service")


def test_an_answer_that_can_not_be_read_any_more_is_shown_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(monkeypatch, good(job("succeeded", answer={"status": "optimal", "of": "old"})))
    code, output, _ = typed(capsys, "jobs", "show", ID, "--text")
    assert code == 0
    assert json.loads(output[output.index("{") :]) == {"status": "optimal", "of": "old"}
