"""A test with an argument ``backend`` runs on every one, with ``exact_backend`` on exact ones.

``peg_backend`` runs it on every one for peg solitaire.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from solvers.peg_solitaire.registry import BACKENDS as PEG_BACKENDS
from solvers.rummikub.registry import BACKENDS

pytest_plugins = ["tests.http.service", "tests.postgresql"]

# The machine that runs the tests may be shared and slow: examples are bounded by count, not time.
settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("thorough", parent=settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend" in metafunc.fixturenames:
        metafunc.parametrize("backend", list(BACKENDS))
    if "peg_backend" in metafunc.fixturenames:
        metafunc.parametrize("peg_backend", list(PEG_BACKENDS))
    if "exact_backend" in metafunc.fixturenames:
        exact = [name for name, backend in BACKENDS.items() if backend.exact]
        metafunc.parametrize("exact_backend", exact)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.markexpr:
        return
    left_out = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True, scope="session")
def state_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Jobs of tests are not kept where the user's are, and no server of the user is asked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        for name in ("MELDWISE_SERVER", "MELDWISE_KEY"):
            patch.delenv(name, raising=False)
        yield
