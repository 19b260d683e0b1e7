"""The running service against its OpenAPI document, with requests that schemathesis makes up."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.access.keys import key_line, new_key
from tests.http.service import RunningService, running_service

HERE = Path(__file__).parent
CONFIG = HERE / "schemathesis.toml"
LIMITS = {
    "MELDWISE_MAX_SECONDS": "1",
    "MELDWISE_DEFAULT_SECONDS": "0.5",
    "MELDWISE_JOB_WORKERS": "1",
    "MELDWISE_JOB_MAX_SECONDS": "2",
    "MELDWISE_JOB_DEFAULT_SECONDS": "1",
}
CAROL, DAVE = new_key(), new_key()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(tmp_path_factory.mktemp("schema"), **LIMITS) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


@pytest.fixture(scope="module")
def service_with_keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    keys = ";".join(key_line(name, key) for name, key in (("carol", CAROL), ("dave", DAVE)))
    folder = tmp_path_factory.mktemp("schema-keys")
    with running_service(folder, MELDWISE_KEYS=keys, **LIMITS) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


def examine(service: RunningService, *options: str, config: Path = CONFIG) -> None:
    """Have schemathesis look for a difference; what it finds it shows, with the request."""
    command = ("st", "--config-file", str(config), "run", f"{service.url}/openapi.json")
    run = subprocess.run(
        [str(Path(sys.executable).with_name(command[0])), *command[1:], "--no-color", *options],
        capture_output=True,
        check=False,
        cwd=HERE.parent.parent,
        env=os.environ | {"PYTHONPATH": str(HERE.parent.parent)},
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_service_does_what_its_document_says(service: RunningService) -> None:
    examine(service, "--generation-deterministic", "--seed", "1", "--max-examples", "25")


def with_two_callers(folder: Path) -> Path:
    """Write the settings for carol, and for dave who must not see what is hers."""
    callers = [
        {
            "name": name,
            "fixedHeaders": [{"name": "Authorization", "value": f"Bearer {key}"}],
        }
        for name, key in (("carol", CAROL), ("dave", DAVE))
    ]
    file = folder / "callers.json"
    file.write_text(json.dumps({"auth": callers}))
    config = folder / "schemathesis.toml"
    config.write_text(
        f'{CONFIG.read_text()}\n[auth.wfc]\npath = "{file}"\npeers = ["carol", "dave"]\n'
    )
    return config


def test_nothing_is_done_without_a_key_and_nobody_sees_the_jobs_of_others(
    service_with_keys: RunningService, tmp_path: Path
) -> None:
    examine(
        service_with_keys,
        "--generation-deterministic",
        *("--seed", "1", "--max-examples", "10"),
        *("--checks", "not_a_server_error,status_code_conformance,ignored_auth"),
        *("--checks", "object_level_authorization"),
        config=with_two_callers(tmp_path),
    )


@pytest.mark.slow
def test_thousands_of_requests_find_no_difference(service: RunningService) -> None:
    examine(service, "--max-examples", "1000")
