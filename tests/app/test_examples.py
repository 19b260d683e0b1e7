"""The files in examples/ are those of the OpenAPI page, and the scripts there run."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx

from app.access.keys import key_line, new_key
from app.schemas.examples import batch, files
from tests.http.service import running_service

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_files_are_the_examples_of_the_openapi_page() -> None:
    """``scripts/examples`` writes them."""
    found = {str(path.relative_to(EXAMPLES)): path.read_text() for path in EXAMPLES.rglob("*.json")}
    assert found == files()
    assert (EXAMPLES / "batch" / "questions.ndjson").read_text() == batch()


def run(*command: str | Path, **environment: str) -> str:
    """What an example prints; it must end well."""
    whole = os.environ | environment
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=whole)
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stderr == ""
    return done.stdout


def python(name: str, *arguments: str, **environment: str) -> str:
    return run(sys.executable, EXAMPLES / "python" / name, *arguments, **environment)


def test_the_curl_script_runs(service_url: str) -> None:
    said = run(EXAMPLES / "rummikub" / "curl.sh", service_url)
    assert said.count('"status":"optimal"') >= 12
    assert said.count("event: end") == 1
    assert said.count('"state":"succeeded"') >= 2
    assert "meldwise_build_info" in said


def test_the_curl_script_runs_where_anybody_can_call_without_a_key(tmp_path: Path) -> None:
    """It once failed against a container started as the README says: jobs are not listed there."""
    script = EXAMPLES / "rummikub" / "curl.sh"
    anybody = {"MELDWISE_HOST": "0.0.0.0", "MELDWISE_ALLOW_ANONYMOUS": "true"}
    with running_service(tmp_path, **anybody) as service:
        url = service.url.replace("0.0.0.0", "127.0.0.1")
        done = subprocess.run([script, url], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "no-list-without-keys" in done.stdout


def test_the_curl_script_of_batches_runs(service_url: str) -> None:
    said = run(EXAMPLES / "batch" / "curl.sh", service_url)
    results = [json.loads(line) for line in said.splitlines() if not line.startswith("#")]
    questions = len((EXAMPLES / "batch" / "questions.ndjson").read_text().splitlines())
    assert [result["line"] for result in results] == [*range(1, questions + 1), 1, 2, 3, 1, 2, 3]
    assert {result["status"] for result in results} == {200}
    assert [result["answer"]["exchanges"] for result in results[-3:]] == [1, 2, 3]


def test_the_batch_of_several_kinds_asks_about_mahjong_and_is_answered_as_alone(
    service_url: str,
) -> None:
    lines = (EXAMPLES / "batch" / "questions.ndjson").read_text().splitlines()
    asked = [json.loads(line) for line in lines]
    content = (EXAMPLES / "batch" / "questions.ndjson").read_bytes()
    headers = {"Content-Type": "application/x-ndjson"}
    answered = httpx.post(f"{service_url}/v1/batch", content=content, headers=headers, timeout=60)
    results = dict(zip(lines, map(json.loads, answered.text.splitlines()), strict=True))
    kinds = set()
    for line, question in zip(lines, asked, strict=True):
        if question["kind"].startswith("mahjong/"):
            kinds.add(question["kind"])
            alone = httpx.post(f"{service_url}/v1/{question['kind']}", json=question["request"])
            assert results[line]["status"] == alone.status_code == 200
            assert results[line]["id"] == question["id"]
            assert timeless(results[line]["answer"]) == timeless(alone.json())
    assert kinds == {"mahjong/decompose", "mahjong/distance"}


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without what differs between two solves of the same question."""
    return answer | {"stats": {"nodes": answer["stats"]["nodes"]}}


def test_a_question_is_asked_in_python(service_url: str) -> None:
    said = python("solve.py", service_url)
    assert said.startswith("Play 3 tiles: B10 K10 J; the hand is empty: you win")
    assert said.count("(new)") == 1


def test_a_batch_of_mahjong_hands_is_measured_in_python_as_the_document_has_it() -> None:
    assert python("mahjong_distances.py") == (
        "22456m3567p46s125z 3\n123m456p789s1122z 1\n1111z 2\n"
    )
    script = (EXAMPLES / "python" / "mahjong_distances.py").read_text()
    quoted = (EXAMPLES.parent / "docs" / "mahjong.md").read_text().split("```python\n")[1]
    lines = quoted.split("```")[0].splitlines()
    assert len(lines) >= 6
    assert set(lines) <= set(script.splitlines())


def test_a_wild_tile_is_refused_by_the_batch_in_python_not_left_out() -> None:
    script = EXAMPLES / "python" / "mahjong_distances.py"
    done = subprocess.run([sys.executable, script, "123mw"], capture_output=True, check=False)
    assert done.returncode != 0
    assert b"/hand: 1 wild tiles in hand: the game has 0" in done.stderr


def test_a_job_is_followed_in_python_and_tells_each_better_answer(service_url: str) -> None:
    said = python("job.py", service_url, "60").splitlines()
    assert said[0].startswith("/v1/jobs/")
    assert said[1:3] == ["queued", "running"]
    assert "better: tiles 14 (bound 14), kept_sets 1 (bound 1)" in said
    assert said[-1].startswith("succeeded: Play 14 tiles")


def test_a_job_is_stopped_in_python(service_url: str) -> None:
    assert re.search("^(cancelled|succeeded): ", python("job.py", service_url, "0"), re.MULTILINE)


@contextmanager
def busy_at_first(url: str) -> Iterator[str]:
    """Have a door to a service: it refuses two requests, and passes the others on."""
    refusals = [429, 503]

    class Door(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if refusals:
                self._answer(refusals.pop(), b'{"title": "Busy", "detail": "not now"}')
                return
            headers = {name: self.headers[name] for name in ("Content-Type", "Authorization")}
            response = httpx.post(url + self.path, content=body, headers=headers)
            self._answer(response.status_code, response.content)

        def _answer(self, status: int, content: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Retry-After", "1")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as door:
        serving = threading.Thread(target=door.serve_forever)
        serving.start()
        try:
            yield f"http://127.0.0.1:{door.server_port}"
        finally:
            door.shutdown()
            serving.join()


def test_a_bot_plays_to_the_end_and_waits_while_the_service_is_busy(service_url: str) -> None:
    with busy_at_first(service_url) as url:
        said = python("bot.py", url, "3", MELDWISE_KEY=new_key())
    assert said.count("(Busy: not now; waiting 1 s)") == 2
    assert re.search(r"The hand is empty after \d+ turns|nobody wins", said)


def test_a_key_opens_the_door_to_the_scripts(tmp_path: Path) -> None:
    key = new_key()
    script = EXAMPLES / "rummikub" / "curl.sh"
    with running_service(tmp_path, MELDWISE_KEYS=key_line("carol", key)) as service:
        nobody = subprocess.run([script, service.url], capture_output=True, check=False)
        assert b"A key is needed" in nobody.stdout
        assert nobody.returncode != 0
        assert '"jobs":[' in run(script, service.url, MELDWISE_KEY=key)
        for name in ("solve.py", "job.py", "bot.py"):
            python(name, service.url, MELDWISE_KEY=key)
