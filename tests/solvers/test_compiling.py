"""Machine code on disk: where it can't be written, it is still read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = """
from solvers.compiling import compiled
@compiled
def more(number): return number + 1
"""
PROGRAM = """
import sys
from solvers.compiling import compiled
sys.path.insert(0, sys.argv[1])
import counted
print(counted.more(1), *counted.more.stats.cache_hits.values())
"""
FULL_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
import counted
"""

# Root may write everywhere, unless it gives up the right to.
BOUND = ["setpriv", "--inh-caps=-dac_override", "--bounding-set=-dac_override"]
COMMAND = [*(BOUND if os.geteuid() == 0 else []), sys.executable, "-c"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A module that is compiled."""
    (tmp_path / "counted.py").write_text(MODULE)
    (tmp_path / "cache").mkdir()
    return tmp_path


def run(folder: Path, program: str = PROGRAM) -> str:
    nowhere = {"HOME": "/proc", "XDG_CACHE_HOME": "/proc"}
    done = subprocess.run(
        [*COMMAND, program, str(folder)],
        env=os.environ | nowhere | {"NUMBA_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def make_read_only(folder: Path) -> None:
    for path in [*folder.rglob("*"), folder]:
        path.chmod(0o555 if path.is_dir() else 0o444)


def test_machine_code_is_read_where_nothing_can_be_written(folder: Path) -> None:
    """Each worker of a container with a read-only root once compiled for a quarter of a minute."""
    assert run(folder) == "2"
    make_read_only(folder)
    assert run(folder) == "2 1"


def test_what_can_not_be_kept_is_compiled_all_the_same(folder: Path) -> None:
    make_read_only(folder)
    assert run(folder) == "2"


def test_a_full_disk_keeps_nothing_from_being_compiled(folder: Path) -> None:
    """Numba fails if it can't write what it has compiled."""
    assert run(folder, PROGRAM.replace("import counted", FULL_DISK)) == "2"
