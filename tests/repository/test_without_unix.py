"""The program can be installed and started on a system that is no Unix."""

import ast
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.kit.sources import ROOT, parsed
from tests.kit.without_unix import MODULES, OURS


@pytest.mark.slow
def test_every_module_can_be_imported_without_what_only_unix_has() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.kit.without_unix"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 150


def unix_imports(tree: ast.AST) -> Iterator[int]:
    """The lines that import a module of Unix, wherever they stand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        if any(name.partition(".")[0] in MODULES for name in names):
            yield node.lineno


def functions_of(tree: ast.AST) -> list[ast.AST]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


@pytest.mark.slow
def test_a_module_of_unix_is_imported_only_inside_a_function() -> None:
    """A function that Windows never calls, or that goes on without the module, may import it."""
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = parsed(path)
            found = set(unix_imports(tree))
            inside = {line for each in functions_of(tree) for line in unix_imports(each)} if found else found
            assert found == inside, path
