"""The second cable is a second opinion only as long as it shares nothing with the engine."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
OURS = {"app", "engine", "ui", "google"}
"""``google``: the Protocol Buffers runtime that the engine is built on."""

BENCH = {"conftest"}  # where the two sides are put together
MODULES = sorted(
    path for path in FOLDER.glob("*.py") if path.stem not in BENCH and path.stem[:5] != "test_"
)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_module_of_it_knows_any_of_ours(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    imported = {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported}.isdisjoint(OURS)
    inside = {name for name in imported if name.startswith("tests.")}
    assert all(name.startswith("tests.interop.cable_peer") for name in inside)


def test_all_of_its_modules_are_looked_at() -> None:
    assert {"wire", "posts", "line", "person"} <= {path.stem for path in MODULES}
