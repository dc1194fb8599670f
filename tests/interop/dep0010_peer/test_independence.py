"""The documents' peers are a second opinion only as long as they share nothing with the engine."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

INTEROP = Path(__file__).parent.parent
FOLDERS = ("dep0010_peer", "draft1_peer", "bloom_peer")
OURS = {"app", "engine", "ui", "google", "Cryptodome"}
"""``google`` and ``Cryptodome``: what the engine is built on."""
FROM_OTHERS = (
    "tests.interop.bloom_peer",
    "tests.interop.dep0010_peer",
    "tests.interop.draft1_peer",
    "tests.interop.document_peer",
)

BENCH = {"conftest", "meeting"}  # where the two sides are put together
MODULES = sorted(
    path
    for folder in FOLDERS
    for path in (INTEROP / folder).glob("*.py")
    if path.stem not in BENCH and path.stem[:5] != "test_"
)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_module_of_them_knows_any_of_ours(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    imported = {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported}.isdisjoint(OURS)
    inside = {name for name in imported if name.startswith("tests.")}
    assert all(name.startswith(FROM_OTHERS) for name in inside)


def test_all_of_their_modules_are_looked_at() -> None:
    assert {"tree", "holding", "cipher", "messages", "conversation"} <= {
        path.stem for path in MODULES
    }
