"""The house: who may import whom, and what holds in every file."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "models": {"models"},
    "solvers": {"models", "solvers"},
    "app": {"models", "solvers", "app"},
}
FILES = sorted(p for package in MAY_IMPORT for p in (ROOT / package).rglob("*.py"))


def imported(path: Path) -> set[str]:
    modules = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, "imports are absolute, so that this test sees them"
            modules.add(node.module)
            # `from models.rummikub import catalogue` imports a module too.
            modules |= {f"{node.module}.{alias.name}" for alias in node.names}
    return modules


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_one_way_from_app_to_solvers_to_models(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    ours = {module.split(".")[0] for module in imported(path)} & set(MAY_IMPORT)
    assert ours <= MAY_IMPORT[package]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_models_and_solvers_know_nothing_of_http(path: Path) -> None:
    if path.relative_to(ROOT).parts[0] != "app":
        top = {module.split(".")[0] for module in imported(path)}
        assert not top & {"fastapi", "starlette", "uvicorn", "pydantic", "httpx"}


def test_only_one_file_runs_highs() -> None:
    users = [p for p in FILES if "highspy" in {m.split(".")[0] for m in imported(p)}]
    assert [str(p.relative_to(ROOT)) for p in users] == ["solvers/highs.py"]


def test_models_never_solve() -> None:
    for path in (ROOT / "models").rglob("*.py"):
        calls = [
            node.func
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Call)
        ]
        assert not [
            f for f in calls if isinstance(f, ast.Attribute) and f.attr in ("solve", "resolve")
        ]


@pytest.mark.parametrize("game", ["rummikub", "peg_solitaire", "mahjong"])
def test_the_checker_shares_no_code_with_any_backend(game: str) -> None:
    """It may stand on the words of the game, not on the catalogue or the programs."""
    seen: set[str] = set()
    waiting = [f"models.{game}.check"]
    while waiting:
        module = waiting.pop()
        if module in seen or module.split(".")[0] not in MAY_IMPORT:
            continue
        seen.add(module)
        path = ROOT / (module.replace(".", "/") + ".py")
        waiting += imported(path) if path.exists() else []
    assert not seen & {"models.rummikub.catalogue", "models.program"}
    assert not any(m.startswith(("solvers", f"models.{game}.programs")) for m in seen)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_file_is_one_concept(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 400


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_middlewares_are_plain_asgi(path: Path) -> None:
    """Starlette's base class, and ``@app.middleware``, hide from a handler that its client left."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = {
            getattr(node, "id", None),
            getattr(node, "attr", None),
            getattr(node, "name", None),
        }
        assert "BaseHTTPMiddleware" not in names
        for decorator in getattr(node, "decorator_list", ()):
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            assert getattr(called, "attr", None) != "middleware"
