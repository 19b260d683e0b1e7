"""The files in examples/ are those of the OpenAPI page, and the scripts there run."""

import subprocess
from pathlib import Path

from app.schemas.examples import files

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_files_are_the_examples_of_the_openapi_page() -> None:
    """``scripts/examples`` writes them."""
    folder = EXAMPLES / "rummikub"
    assert {path.name: path.read_text() for path in folder.glob("*.json")} == files()


def test_the_curl_script_runs(service_url: str) -> None:
    script = EXAMPLES / "rummikub" / "curl.sh"
    done = subprocess.run([script, service_url], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.count('"status":"optimal"') >= 12
