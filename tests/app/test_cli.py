"""The command line: what it prints where, and with which exit code."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.kinds import KINDS
from app.schemas.examples import files
from tests.app.command_line import on_a_terminal, run, start
from tests.cases import DATA, load

EXAMPLES = Path(__file__).parents[2] / "examples" / "rummikub"


@pytest.mark.parametrize("name", [name for name in files() if name.startswith("rummikub/solve")])
def test_every_solve_example_is_answered(name: str) -> None:
    done = run("solve", str(EXAMPLES.parent / name))
    assert done.returncode == 0
    assert done.stderr == b""
    assert json.loads(done.stdout)["proven"]


def test_piped_output_is_json_and_nothing_else() -> None:
    done = start("solve", "--hand", "B10 K10 J", "--table", "R7-13", "--table", "RBK4")
    answer = json.loads(done.stdout)
    assert answer["played"] == ["B10", "K10", "J"]


def test_on_a_terminal_the_answer_is_english_with_coloured_tiles() -> None:
    seen = on_a_terminal("solve", "--hand", "B10 K10 J", "--table", "R7-13")
    assert "Play 3 tiles: B10 K10 J; the hand is empty: you win" in seen
    assert "\x1b[" in seen


def test_text_can_be_asked_for_when_piped() -> None:
    done = run("solve", "--text", "--hand", "R1 R2", "--table", "R7-13")
    assert done.stdout.startswith(b"No tile can be played to advantage: draw. Proven.")


def test_standard_input_is_read() -> None:
    done = start("solve", "-", stdin=b'{"hand": "B10 K10 R10"}')
    assert json.loads(done.stdout)["objective"][0]["value"] == 3


def test_options_replace_fields_of_the_file() -> None:
    body = json.dumps({"hand": "B10 K10 R10", "opened": False, "limits": {"seconds": 5}}).encode()
    done = run("solve", "-", "--hand", "B9 K9 R9", "--work", "500", stdin=body)
    answer = json.loads(done.stdout)
    assert answer["decision"] == "draw"
    done = run("solve", "-", "--objective", "value,tiles", "--backend", "ilp-dhh", stdin=body)
    answer = json.loads(done.stdout)
    assert [t["term"] for t in answer["objective"]] == ["value", "tiles"]
    assert answer["backend"] == "ilp-dhh"


def test_errors_name_the_file_the_pointer_and_what_would_be_right(tmp_path: Path) -> None:
    file = tmp_path / "my position.json"
    file.write_text(json.dumps({"hand": ["R7", "G7"], "table": ["R5 R7 R8"]}))
    done = start("solve", str(file))
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().splitlines() == [
        f"{file}#/hand/1: G7: colours are R B O K (red, blue, orange, black), and J is a joker",
        f"{file}#/table/0: run broken between R5 and R7",
    ]


@pytest.mark.parametrize(
    ("arguments", "stdin", "says"),
    [
        (["solve", "/nowhere/at-all.json"], b"", "/nowhere/at-all.json: No such file or directory"),
        (["solve", "/"], b"", "/: Is a directory"),
        (["solve", "-"], b"{", "standard input: the document is not JSON"),
        (["solve", "-"], b"\xff", "standard input: the document is not UTF-8"),
        (["solve"], b"", "options: the position is empty"),
        (["solve", "--hand", "R7", "--objective", ","], b"", "--objective: give a list"),
        (["solve", "--table", "R7-9", "R4"], b"", "give --table once a set"),
        (["solve", "-", "--hand", "G7"], b'{"table": ["B7"]}', "--hand: G7"),
        (["solve", "-", "--hand", "G7"], b'{"table": ["B7"]}', "standard input#/table/0: 1 tile"),
        (["solve", "--hand", "R7", "--seconds", "0"], b"", "--seconds: 0.0"),
        (["solve", "--hand", "R7", "--seconds", "nan"], b"", "--seconds: nan"),
        (["solve", "--hand", "R7", "--rules", "chess"], b"", '--rules: "chess"'),
        (["solve", "--table", "R7-9", "--table", "R5 R7 R8"], b"", "--table R5 R7 R8: run broken"),
        (["solve", "-", "--work", "1"], b'{"limits": {"seconds": 0}}', "input#/limits/seconds: 0"),
        (["serve", "--port", "99999"], b"", "MELDWISE_PORT: 99999"),
        (["solve", "--hand"], b"", "usage:"),
        (["slove"], b"", "invalid choice"),
        ([], b"", "usage:"),
        (["model", "--hand", "R7", "--output", "/nowhere/m.lp"], b"", "/nowhere/m.lp: No such"),
    ],
)
def test_bad_input_exits_2_and_says_why(arguments: list[str], stdin: bytes, says: str) -> None:
    done = run(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert says in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_no_answer_within_the_limits_exits_3() -> None:
    case = next(c for c in load("positions.jsonl") if c["id"] == "crowded-jokers-3")
    body = json.dumps({"hand": case["hand"], "table": case["table"]}).encode()
    done = start("solve", "-", "--work", "1", stdin=body)
    assert done.returncode == 3
    assert json.loads(done.stdout)["decision"] is None


def test_a_table_and_a_move_are_checked() -> None:
    done = run("check", "--text", "--table", "R5 R7 R8")
    assert done.returncode == 0
    assert b"/table/0: run broken between R5 and R7" in done.stdout
    for name in (name for name in files() if name.startswith("rummikub/check")):
        verdict = json.loads(run("check", str(EXAMPLES.parent / name)).stdout)
        assert verdict["legal"] == ("legal" in name)


def test_a_first_move_is_checked_by_options() -> None:
    done = start(
        "check", "--table", "R5-9", "--new-table", "R5-9", "--new-table", "RBK9", "--not-opened"
    )
    assert [v["code"] for v in json.loads(done.stdout)["violations"]] == ["initial_meld_too_small"]


def test_a_port_that_is_taken_is_a_fault_and_not_no_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = start("serve", "--workers", "1", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert b"address already in use" in done.stderr


def test_a_program_is_written_to_standard_output_or_a_file(tmp_path: Path) -> None:
    example = str(EXAMPLES / "model-the-placement-program-to-be-read.json")
    printed = run("model", example).stdout
    assert b"Maximize" in printed
    file = tmp_path / "model.mps"
    done = run("model", example, "--format", "mps", "--output", str(file))
    assert done.returncode == 0
    assert file.read_text().rstrip().endswith("ENDATA")


def test_the_new_table_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    done = run("solve", "--hand", "B10 K10 J R1", "--table", "R7-13", "--svg", str(file))
    assert done.returncode == 0
    drawing = ElementTree.parse(file)  # noqa: S314  (our own)
    drawn = [node.text for node in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert drawn.count("10") == 3
    assert "J" in drawn
    assert "left in hand" in drawn


def test_the_version_is_said() -> None:
    assert start("--version").stdout.startswith(b"meldwise ")


def test_what_compiles_is_imported_by_the_commands_that_need_it() -> None:
    """One name that a package passed on made every command wait for Numba."""
    code = "import sys, app.cli; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable!r} -m app.cli model --hand R7 --program ilp-dhh | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, check=True)  # noqa: S602
    assert done.stderr == b""


def lines_of_positions(every: int) -> bytes:
    return b"\n".join(json.dumps(case).encode() for case in load("positions.jsonl")[::every])


def test_a_file_of_positions_is_cross_checked() -> None:
    done = start("cross-check", "-", stdin=lines_of_positions(60))
    assert done.returncode == 0
    assert b"5 positions, 0 disagreements" in done.stdout
    assert b"sweep" in done.stdout
    assert b"100%" in done.stderr


def test_a_disagreement_exits_1_and_its_position_is_written_with_the_evidence(
    tmp_path: Path,
) -> None:
    output = tmp_path / "bad.jsonl"
    code = (
        "import sys, app.cli.rummikub.crosscheck as c\n"
        "from dataclasses import replace\n"
        "honest = c.cross_check\n"
        "c.cross_check = lambda *a: replace(honest(*a), disagreements=('sweep and ilp differ',))\n"
        "from app.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    command = [sys.executable, "-c", code, "cross-check", "-", "--output", str(output)]
    stdin = lines_of_positions(150)
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"rack-only-0: sweep and ilp differ" in done.stdout
    written = [json.loads(line) for line in output.read_text().splitlines()]
    assert [one["id"] for one in written] == ["rack-only-0", "late-0"]
    assert len(written[0]["cross_check"]["opinions"]) >= 3


def test_wrong_lines_are_all_named_before_any_work() -> None:
    done = run("cross-check", "-", stdin=b'{"hand": "R7"}\n{"hand": "G7"}\n[1]\n{')
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[0].startswith("standard input:2#/hand: G7")
    assert [line.split("#")[0].split(" the")[0] for line in done.stderr.decode().splitlines()] == [
        "standard input:2",
        "standard input:3",
        "standard input:4:",
    ]


def test_a_file_that_is_one_document_is_one_error_of_a_cross_check() -> None:
    """Each of its lines was one: thousands."""
    file = str(DATA / "mahjong.json")
    done = run("cross-check", file)
    assert (done.returncode, done.stderr.decode().splitlines()) == (
        2,
        [f"{file}: this is one JSON document: give JSON lines, a position on each"],
    )


def test_of_very_many_wrong_lines_the_first_are_listed() -> None:
    done = run("cross-check", "-", stdin=b"[1]\n" * 150)
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 101
    assert lines[99].startswith("standard input:100#: ")
    assert lines[100] == "… and 50 more"


def test_who_cross_checks_a_mahjong_hand_is_told_which_command_does() -> None:
    lines = b'{"hand": "123m11z", "id": "a"}\n{"hand": "11z", "every": false}\n{"hand": "G7"}'
    said = run("cross-check", "-", stdin=lines).stderr.decode().splitlines()
    hint = "this is a Mahjong hand: `meldwise mahjong --cross-check` takes one"
    assert said[:2] == [f"standard input:1: {hint}", f"standard input:2: {hint}"]
    assert said[2].startswith("standard input:3#/hand: G7")
    help_ = " ".join(run("cross-check", "--help").stdout.decode().split())
    assert "Rummikub positions" in help_
    assert "`meldwise mahjong --cross-check`" in help_


@pytest.mark.parametrize("command", [("batch",), ("jobs", "submit")])
def test_the_help_names_every_kind(command: tuple[str, ...]) -> None:
    said = "".join(run(*command, "--help").stdout.decode().split())
    assert all(kind in said for kind in KINDS)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seconds", "-1"], "--seconds: -1.0: "),
        (["--seconds", "nan"], "--seconds: nan: "),
        (["--objective", "tile"], "--objective: tile: did you mean tiles"),
        (["--output", "/nowhere/bad.jsonl"], "/nowhere/bad.jsonl: No such"),
    ],
)
def test_options_of_a_cross_check_are_looked_at_before_any_work(
    arguments: list[str], says: str
) -> None:
    done = run("cross-check", "-", *arguments, stdin=lines_of_positions(300))
    assert done.returncode == 2
    assert says in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_the_limits_of_a_line_are_kept() -> None:
    line = json.loads(lines_of_positions(300)) | {"limits": {"work": 1}}
    done = run("cross-check", "-", stdin=json.dumps(line).encode())
    row = next(row for row in done.stdout.decode().splitlines() if "sweep" in row)
    assert [cell.strip() for cell in row.strip("│").split("│")][2] == "0"


@pytest.mark.parametrize(
    "command", ["solve --text --hand R7", "solve --hand R7", "check --table R7"]
)
def test_where_output_can_not_go_is_said_without_a_trace(command: str) -> None:
    shell = f"{sys.executable!r} -m app.cli {command}"
    full = subprocess.run(f"{shell} > /dev/full", shell=True, capture_output=True, check=False)  # noqa: S602
    assert full.returncode == 1
    assert full.stderr == b"standard output: No space left on device\n"
    closed = subprocess.run(f"{shell} >&-", shell=True, capture_output=True, check=False)  # noqa: S602
    assert (closed.returncode, closed.stderr) == (0, b"")
    left = subprocess.run(f"{shell} | true", shell=True, capture_output=True, check=False)  # noqa: S602
    assert left.stderr == b""


def test_closed_standard_input_is_said_without_a_trace() -> None:
    shell = f"{sys.executable!r} -m app.cli solve - <&-"
    done = subprocess.run(shell, shell=True, capture_output=True, check=False)  # noqa: S602
    assert done.returncode == 2
    assert b"standard input" in done.stderr
    assert b"Traceback" not in done.stderr
