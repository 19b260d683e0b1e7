"""The command line against the running service: the same words as without, and jobs."""

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.access.keys import key_line, new_key
from app.kinds import KINDS
from app.schemas.examples import files
from app.schemas.jobs import JobAnswer
from tests.app.command_line import Done, run, start
from tests.app.test_cli import EXAMPLES
from tests.http.service import running_service
from tests.http.test_jobs import endless

POSITION = ("--hand", "B10 K10 J", "--table", "R7-13")
TIMES = re.compile(rb"[0-9.e-]+ ms|\"\w+_seconds\": [0-9.e-]+")


@pytest.fixture
def server(service_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("MELDWISE_SERVER", service_url)
    return service_url


def same(*arguments: str, stdin: bytes = b"", ask: Callable[..., Done] = run) -> Done:
    """Run a command against the server and without; both must say the same, but for times."""
    there, here = ask(*arguments, stdin=stdin), run(*arguments, "--local", stdin=stdin)
    for output in ("stdout", "stderr"):
        assert TIMES.sub(b"", getattr(there, output)) == TIMES.sub(b"", getattr(here, output))
    assert there.returncode == here.returncode
    return there


def hard(folder: Path, seconds: float = 600) -> str:
    file = folder / "hard.json"
    file.write_text(json.dumps(endless(seconds)["request"]))
    return str(file)


def submitted(*arguments: str) -> dict[str, Any]:
    done = run("jobs", "submit", *arguments)
    assert done.returncode == 0, done.stderr
    job: dict[str, Any] = json.loads(done.stdout)
    JobAnswer.model_validate(job)
    return job


class Typing:
    """A command that a person has started at a terminal."""

    def __init__(self, *arguments: str) -> None:
        self._reader, terminal = pty.openpty()
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", *arguments],
            stdout=subprocess.PIPE,
            stderr=terminal,
            env=environment,
        )
        os.close(terminal)
        self._seen = b""
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        try:
            while chunk := os.read(self._reader, 4096):
                self._seen += chunk
        except OSError:  # Linux says so when the other side has closed
            pass

    def until(self, words: str) -> None:
        wait_until(lambda: words in self._seen.decode(errors="replace"))

    def interrupt(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def ended(self) -> tuple[int, str, str]:
        """Its exit code, its standard output, and what the terminal has shown."""
        try:
            output, _ = self._process.communicate(timeout=60)
        finally:
            self._process.kill()
            self._thread.join()
            os.close(self._reader)
        return self._process.returncode, output.decode(), self._seen.decode()


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if true():
            return
        time.sleep(0.05)
    pytest.fail("it did not become true within a minute")


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", *POSITION],
        ["solve", "--text", *POSITION],
        ["solve", "--text", str(EXAMPLES / "solve-six-players.json")],
        ["check", "--text", "--table", "R5 R7 R8"],
        ["check", str(EXAMPLES / "check-a-legal-move.json")],
        ["model", *POSITION],
        ["model", *POSITION, "--format", "mps", "--program", "ilp-dhh"],
    ],
)
def test_an_answer_is_printed_as_if_it_were_found_here(arguments: list[str]) -> None:
    assert same(*arguments, ask=start).returncode == 0


@pytest.mark.usefixtures("server")
def test_the_picture_is_the_same(tmp_path: Path) -> None:
    files = [tmp_path / "there.svg", tmp_path / "here.svg"]
    run("solve", *POSITION, "--svg", str(files[0]))
    run("solve", *POSITION, "--svg", str(files[1]), "--local")
    assert files[0].read_text() == files[1].read_text()


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (["solve", "-", "--hand", "G7"], b'{"table": ["B7"], "backend": "lip"}'),
        (["solve", "-"], b'{"request": 1, "kind": 2}'),
        (["solve", "-"], b"[1]"),
        (["solve", "-"], b"{"),
        (["solve", "-"], b'{"hand": [1e999]}'),
        (["solve", "--hand", "R7", "--seconds", "nan"], b""),
        (["solve", "--hand", "R7", "--objective", ","], b""),
        (["solve"], b""),
        (["check", "--hand", "R7", "--table", "R7-9"], b""),
        (["model", "--hand", "R7", "--format", "xml"], b""),
        (["solve", "--hand", "R7", "--svg", "/nowhere/x.svg"], b""),
    ],
)
def test_bad_input_is_told_in_the_same_words(arguments: list[str], stdin: bytes) -> None:
    done = same(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert done.stderr


@pytest.mark.usefixtures("server")
def test_no_answer_within_the_limits_exits_3() -> None:
    body = json.dumps(endless(0.5)["request"]).encode()
    assert run("solve", "-", stdin=body).returncode == 3


def test_a_limit_of_the_service_is_bad_input(server: str) -> None:
    done = run("solve", "--hand", "R7", "--seconds", "21", "--server", server)
    assert done.returncode == 2
    assert done.stderr == b"--seconds: 21: this service allows at most 20 seconds\n"


def test_a_local_solve_imports_no_http_client() -> None:
    """It would take longer than most positions."""
    code = (
        "import sys; from app.cli.main import main; main(['solve', '--hand', 'R7']); "
        "sys.exit('httpx' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_an_unreachable_server_is_a_fault_that_says_what_was_tried() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    for command in (["solve", *POSITION], ["solve", "--job", *POSITION], ["jobs", "list"]):
        done = run(*command, "--server", f"http://127.0.0.1:{port}", "--patience", "0.5")
        assert (done.returncode, done.stdout) == (1, b"")
        said = rf"http://127\.0\.0\.1:{port}: Connection refused; tried 3 times in \d s\n"
        assert re.fullmatch(said, done.stderr.decode())


def test_what_is_no_such_service_is_said(server: str) -> None:
    done = run("solve", *POSITION, "--server", f"{server}/elsewhere")
    assert done.returncode == 1
    assert done.stderr.startswith(b"Not Found: nothing is at /elsewhere/v1/rummikub/solve")


def test_ctrl_c_leaves_a_question_at_once(server: str, tmp_path: Path) -> None:
    typing = Typing("solve", hard(tmp_path, 15), "--server", server)
    wait_until(lambda: 'meldwise_workers_busy{pool="requests"} 0.0' not in metrics(server))
    typing.interrupt()
    code, output, seen = typing.ended()
    assert (code, output) == (130, "")
    assert "Traceback" not in seen


def metrics(url: str) -> str:
    return httpx.get(f"{url}/metrics").text


@pytest.mark.usefixtures("server")
def test_a_job_is_watched_and_its_answer_printed_like_any_other() -> None:
    done, direct = run("solve", "--job", "--text", *POSITION), run("solve", "--text", *POSITION)
    assert done.returncode == 0
    assert TIMES.sub(b"", done.stdout) == TIMES.sub(b"", direct.stdout)
    path = done.stderr.decode().strip()
    shown = run("jobs", "show", path, "--text")
    assert shown.returncode == 0
    assert shown.stdout.startswith(b"rummikub/solve, succeeded\n")
    assert shown.stdout.endswith(done.stdout)


@pytest.mark.usefixtures("server")
def test_wrong_questions_make_no_job_and_are_told_in_the_same_words(tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text('{"hand": "G7", "backend": "lip"}')
    here = run("solve", str(file), "--local")
    for command in (["solve", "--job", str(file)], ["jobs", "submit", str(file)]):
        done = run(*command)
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", here.stderr)
    kind = run("jobs", "submit", str(file), "--kind", "rummikub/slove")
    assert kind.returncode == 2
    assert kind.stderr.startswith(b'--kind: "rummikub/slove": did you mean rummikub/solve?')


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in files()
        if name.startswith(("rummikub/check-a-legal", "rummikub/cross-check", "rummikub/partition"))
    ],
)
def test_jobs_of_every_kind_are_submitted_watched_and_shown(name: str) -> None:
    kind = next(kind for kind in KINDS if name.startswith(f"{kind}-"))
    job = submitted(str(EXAMPLES.parent / name), "--kind", kind)
    watched = run("jobs", "watch", job["id"])
    assert watched.returncode == 0
    done = json.loads(watched.stdout)
    assert done["state"] == "succeeded"
    assert json.loads(run("jobs", "show", job["id"]).stdout) == done
    assert f"{kind}, succeeded" in run("jobs", "show", job["id"], "--text").stdout.decode()


@pytest.mark.usefixtures("server")
def test_jobs_are_listed() -> None:
    newest = [submitted(str(EXAMPLES / "solve-a-hand-and-a-table.json"))["id"] for _ in range(2)]
    listed = json.loads(start("jobs", "list", "--limit", "2").stdout)["jobs"]
    assert [job["id"] for job in listed] == newest[::-1]
    lines = run("jobs", "list", "--limit", "1", "--text").stdout.decode().splitlines()
    assert len(lines) == 1
    assert lines[0].split()[:2] == [newest[1], "rummikub/solve"]
    assert run("jobs", "list", "--limit", "0").stderr.startswith(b'--limit: "0"')


@pytest.mark.usefixtures("server")
def test_a_stopped_job_without_a_best_answer_exits_3(tmp_path: Path) -> None:
    job = submitted(hard(tmp_path))
    typing = Typing("jobs", "watch", job["id"])
    typing.until("running, ")
    stopped = run("jobs", "stop", job["id"])
    assert stopped.returncode == 0
    code, output, seen = typing.ended()
    assert code == 3
    assert json.loads(output)["state"] == "cancelled"
    assert "s of 600 s" in seen
    assert run("jobs", "show", job["id"]).returncode == 3


@pytest.mark.usefixtures("server")
def test_ctrl_c_leaves_a_job_and_says_how_to_go_on_and_how_to_stop_it(tmp_path: Path) -> None:
    typing = Typing("solve", "--job", hard(tmp_path))
    typing.until("running, ")
    typing.interrupt()
    code, output, seen = typing.ended()
    assert (code, output) == (130, "")
    (job,) = re.findall(r"meldwise jobs watch (\w+)", seen)
    assert f"meldwise jobs stop {job}" in seen
    assert "Traceback" not in seen
    assert json.loads(run("jobs", "show", job).stdout)["state"] == "running"
    run("jobs", "stop", job)


@pytest.mark.usefixtures("server")
def test_an_unknown_job_is_bad_input() -> None:
    for action in ("show", "watch", "stop"):
        unknown = run("jobs", action, "0" * 32)
        assert unknown.returncode == 2
        assert unknown.stderr.startswith(b"There is no such job: `meldwise jobs list`")
        none = run("jobs", action, "it")
        assert none.returncode == 2
        assert none.stderr.startswith(b"options: 'it': give the id of a job")


@contextmanager
def restarted(folder: Path, port: int) -> Iterator[str]:
    with running_service(folder, MELDWISE_PORT=str(port)) as service:
        yield service.url


def test_a_watch_outlives_a_restart_of_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with restarted(tmp_path, port) as url:
        monkeypatch.setenv("MELDWISE_SERVER", url)
        job = submitted(hard(tmp_path, 4))
        typing = Typing("jobs", "watch", job["id"])
        typing.until("running")
    typing.until("trying again")
    with restarted(tmp_path, port):
        code, output, seen = typing.ended()
        done = json.loads(output)
        assert done == json.loads(run("jobs", "show", job["id"]).stdout)
    assert (code, done["state"], done["answer"]["stop"]) == (3, "timed_out", "time_limit")
    assert "Traceback" not in seen


def test_a_key_is_taken_from_a_file_or_the_environment_and_never_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, wrong = new_key(), new_key()
    file = tmp_path / "key"
    file.write_text(f"{key}\n")
    outputs: list[bytes] = []

    def asked(*options: str, command: Sequence[str] = ("solve", *POSITION)) -> tuple[int, str]:
        done = run(*command, *options)
        outputs.extend((done.stdout, done.stderr))
        return done.returncode, done.stderr.decode()

    with running_service(tmp_path, MELDWISE_KEYS=key_line("carol", key)) as service:
        monkeypatch.setenv("MELDWISE_SERVER", service.url)
        needed = "A key is needed: give a key of this service, by --key-file FILE or in"
        assert asked() == (1, f"{needed} MELDWISE_KEY\n")
        assert asked("--key-file", str(file)) == (0, "")
        assert asked("--key-file", str(file), command=("jobs", "list")) == (0, "")
        monkeypatch.setenv("MELDWISE_KEY", wrong)
        refused = "A key is needed: the one from MELDWISE_KEY is none of this service\n"
        assert asked() == (1, refused)
        assert asked("--key-file", str(file)) == (0, "")
        monkeypatch.setenv("MELDWISE_KEY", key)
        assert asked() == (0, "")
        for content in (f"{key} {wrong}", "", key_line("carol", key), f"é{key}"):
            file.write_text(content)
            code, said = asked("--key-file", str(file))
            assert code == 2
            assert said.startswith(f"{file}: ")
        assert asked("--key-file", "/nowhere/key") == (
            2,
            "/nowhere/key: No such file or directory\n",
        )
    assert not any(one.encode() in output for one in (key, wrong) for output in outputs)
