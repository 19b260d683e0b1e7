"""The files in examples/ are those of the OpenAPI page, and the scripts there run."""

import json
import subprocess
from pathlib import Path

from app.schemas.examples import batch, files

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_files_are_the_examples_of_the_openapi_page() -> None:
    """``scripts/examples`` writes them."""
    folder = EXAMPLES / "rummikub"
    assert {path.name: path.read_text() for path in folder.glob("*.json")} == files()
    assert (EXAMPLES / "batch" / "questions.ndjson").read_text() == batch()


def test_the_curl_script_runs(service_url: str) -> None:
    script = EXAMPLES / "rummikub" / "curl.sh"
    done = subprocess.run([script, service_url], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.count('"status":"optimal"') >= 12


def test_the_curl_script_of_batches_runs(service_url: str) -> None:
    script = EXAMPLES / "batch" / "curl.sh"
    done = subprocess.run([script, service_url], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    results = [json.loads(line) for line in done.stdout.splitlines() if not line.startswith("#")]
    assert [result["line"] for result in results] == [*range(1, 12), 1, 2, 3]
    assert {result["status"] for result in results} == {200}
