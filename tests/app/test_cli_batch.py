"""``meldwise batch`` as a process: results, exit codes, and going on where a run was ended."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.app.command_line import run, start
from tests.cases import load
from tests.http.batches import NDJSON, check_line, line_of, read_results
from tests.http.test_access import wait_until

SLOW = {
    "hand": "J J J J J J J J",
    "rules": {"colours": "ABCDEFGH", "numbers": 50, "copies": 10, "jokers": 8},
    "backend": "ilp",
    "limits": {"seconds": 60},
}


def without_seconds(results: bytes) -> list[str]:
    """Every line of results as it is, but for how long things took."""
    lines = read_results(results.decode())
    for line in lines:
        stats = line.get("answer", {}).get("stats", {})
        for name in stats:
            if name.endswith("_seconds"):
                stats[name] = 0
    return [json.dumps(line) for line in lines]


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "app.cli", "batch", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of ten positions."""
    file = tmp_path_factory.mktemp("batch") / "positions.jsonl"
    cases = load("positions.jsonl")[::30]
    file.write_text("".join(f"{json.dumps(case)}\n" for case in cases))
    return file


KIND = ("--kind", "rummikub/solve", "--workers", "1")


@pytest.fixture(scope="module")
def uninterrupted(positions: Path) -> bytes:
    done = start("batch", str(positions), *KIND)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_line_is_answered_as_the_service_answers_it(
    positions: Path, uninterrupted: bytes, client: httpx.Client
) -> None:
    body = positions.read_bytes()
    response = client.post("/v1/batch?kind=rummikub/solve", content=body, headers=NDJSON)
    assert without_seconds(response.content) == without_seconds(uninterrupted)


def test_what_was_done_is_said_on_standard_error_alone() -> None:
    done = start("batch", "-", "--workers", "1", stdin=check_line(1) * 3 + b"{bad")
    assert done.returncode == 2
    assert [r["status"] for r in read_results(done.stdout.decode())] == [200, 200, 200, 400]
    assert b"4 lines, 3 answered, 1 bad input" in done.stderr


def test_nothing_to_answer_is_no_error() -> None:
    done = run("batch", "-", stdin=b"\n\n")
    assert (done.returncode, done.stdout) == (0, b"")


def test_a_line_that_met_a_fault_exits_1() -> None:
    code = (
        "import sys, app.batch.answering as a\n"
        "if __name__ == '__main__':\n"
        "    def question(*_): raise ZeroDivisionError('on purpose')\n"
        "    a.question = question\n"
        "    from app.cli.main import main\n"
        "    sys.exit(main(['batch', '-', '--workers', '1']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"{bad\n{}", capture_output=True, check=False
    )
    assert done.returncode == 1
    assert [r["status"] for r in read_results(done.stdout.decode())] == [400, 500]
    assert b"1 bad input, 1 faults" in done.stderr


def test_results_are_there_while_standard_input_goes_on() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "app.cli", "batch", "-", "--workers", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(check_line(number))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130, "it waits for no line that nobody types"


@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_ended_is_gone_on_with_as_if_it_had_not_been(
    ended_by: signal.Signals, positions: Path, uninterrupted: bytes, tmp_path: Path
) -> None:
    file, output = tmp_path / "lines.jsonl", tmp_path / "results.jsonl"
    # It can't get past its sixth line before it is ended, however fast it is.
    lines = positions.read_bytes().splitlines(keepends=True)
    slow = json.dumps(SLOW).encode() + b"\n"
    file.write_bytes(b"".join([*lines[:5], slow, *lines[5:]]))
    arguments = (str(file), *KIND, "--output", str(output))
    with running(*arguments) as process:
        wait_until(lambda: output.exists() and output.read_bytes().count(b"\n") == 5)
        process.send_signal(ended_by)
        _, said = process.communicate(timeout=30)
    assert process.returncode == (130 if ended_by is signal.SIGINT else -signal.SIGKILL)
    if ended_by is signal.SIGINT:
        assert b"5 answered, 0 bad input; the same command goes on" in said
    ended = output.read_bytes()
    assert without_seconds(ended) == without_seconds(uninterrupted)[:5]

    # The same lines, but for the slow one, which has no result yet: as if it were faster now.
    file.write_bytes(positions.read_bytes())
    done = run("batch", *arguments)
    assert done.returncode == 0, done.stderr
    assert output.read_bytes().startswith(ended)
    assert without_seconds(output.read_bytes()) == without_seconds(uninterrupted)


def test_a_last_line_that_is_cut_off_is_made_anew(
    positions: Path, uninterrupted: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "results.jsonl"
    lines = uninterrupted.splitlines(keepends=True)
    for cut in (b'{"line":6,"id"', lines[5].removesuffix(b"\n")):
        output.write_bytes(b"".join(lines[:5]) + cut)
        done = run("batch", str(positions), *KIND, "--output", str(output))
        assert done.returncode == 0
        assert done.stdout == b""
        assert b"5 lines had their results already" in done.stderr
        assert output.read_bytes().startswith(b"".join(lines[:5])), "what was there is as it was"
        assert without_seconds(output.read_bytes()) == without_seconds(uninterrupted)


def test_a_whole_file_of_results_starts_no_work(
    positions: Path, uninterrupted: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "results.jsonl"
    output.write_bytes(uninterrupted)
    done = run("batch", str(positions), *KIND, "--output", str(output))
    assert done.returncode == 0
    assert output.read_bytes() == uninterrupted


def test_lines_that_a_stopping_service_refused_are_asked_again(tmp_path: Path) -> None:
    file, output = tmp_path / "lines.jsonl", tmp_path / "results.jsonl"
    file.write_bytes(check_line(1) + b"{bad\n" + check_line(3) + check_line(4))
    run("batch", str(file), "--output", str(output), "--workers", "1")
    whole = output.read_bytes()
    lines = whole.splitlines(keepends=True)
    refused = lines[2].replace(b'"status":200', b'"status":503')
    output.write_bytes(lines[0] + lines[1] + refused + lines[3])
    done = run("batch", str(file), "--output", str(output), "--workers", "1")
    assert b"2 lines had their results already" in done.stderr
    assert done.returncode == 2, "a bad line of an earlier run counts too"
    assert output.read_bytes() == whole


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"notes\n", "1: this is no line of results"),
        (b"notes", "1: this is no line of results"),
        (b'{"hand": "R7"}\n', "1: this is no line of results"),
        (b'{"line":1,"digest":"0123456789abcdef","status":200,"answer":{}}\n', "1: this is the"),
    ],
)
def test_a_file_that_is_something_else_is_left_alone(
    content: bytes, says: str, positions: Path, tmp_path: Path
) -> None:
    output = tmp_path / "other"
    output.write_bytes(content)
    done = run("batch", str(positions), *KIND, "--output", str(output))
    assert done.returncode == 2
    assert f"{output}:{says}" in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert output.read_bytes() == content


def test_results_of_more_lines_than_there_are_are_of_other_lines(
    positions: Path, uninterrupted: bytes, tmp_path: Path
) -> None:
    fewer, output = tmp_path / "fewer", tmp_path / "results"
    fewer.write_bytes(b"".join(positions.read_bytes().splitlines(keepends=True)[:4]))
    output.write_bytes(uninterrupted)
    done = run("batch", str(fewer), *KIND, "--output", str(output))
    assert done.returncode == 2
    assert f"{output}:5: this is the result of another line" in done.stderr.decode()
    assert output.read_bytes() == uninterrupted


def test_two_runs_do_not_write_into_one_file(positions: Path, tmp_path: Path) -> None:
    file, output = tmp_path / "slow.jsonl", tmp_path / "results.jsonl"
    file.write_bytes(line_of("solve", SLOW))
    with running(str(file), "--output", str(output), "--workers", "1"):
        wait_until(output.exists)
        wait_until(lambda: b"another run" in second(positions, output))


def second(positions: Path, output: Path) -> bytes:
    return run("batch", str(positions), *KIND, "--output", str(output)).stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["/nowhere/at-all"], "/nowhere/at-all: No such file"),
        (["/"], "/: Is a directory"),
        (["-", "--kind", "rummikub/slove"], 'slove": did you mean rummikub/solve?'),
        (["-", "--output", "/nowhere/results"], "/nowhere/results: No such file"),
        (["-", "--output", "/dev/null"], "/dev/null: this is no plain file"),
        (["-", "--workers", "0"], "MELDWISE_WORKERS: 0"),
        ([__file__, "--output", __file__], "the results can't go where the lines come from"),
    ],
)
def test_wrong_options_exit_2_and_say_why(arguments: list[str], says: str) -> None:
    done = run("batch", *arguments)
    assert done.returncode == 2
    assert says in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_a_reader_that_has_seen_enough_is_no_error(positions: Path) -> None:
    command = f"{sys.executable!r} -m app.cli batch {str(positions)!r} {' '.join(KIND)} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, check=True)  # noqa: S602
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_a_full_disk_is_said_without_a_trace(positions: Path) -> None:
    command = f"{sys.executable!r} -m app.cli batch {str(positions)!r} > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)  # noqa: S602
    assert done.returncode == 1
    assert b"standard output: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr
