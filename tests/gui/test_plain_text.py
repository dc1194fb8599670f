"""Nothing in the window reads a stranger's text as HTML, or fetches anything (G-1, G-2)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

UI = Path(__file__).parents[2] / "ui"
RICH = {"QTextBrowser", "QTextDocument", "QTextEdit", "QWebEngineView", "QStaticText"}
RICH_CALLS = {"setHtml", "setMarkdown", "insertHtml", "appendHtml", "toHtml", "setRichText"}
MODULES = sorted(UI.rglob("*.py"))


def names_in(tree: ast.AST) -> set[str]:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(UI)))
def test_no_module_uses_a_widget_or_call_that_reads_html(path: Path) -> None:
    names = names_in(ast.parse(path.read_text("utf-8")))
    assert not names & RICH
    assert not names & RICH_CALLS


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(UI)))
def test_every_label_is_told_that_its_text_is_plain(path: Path) -> None:
    text = path.read_text("utf-8")
    made = sum(
        isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"QLabel", "super_label"}
        for node in ast.walk(ast.parse(text))
    )
    assert text.count("TextFormat.PlainText") >= made


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(UI)))
def test_tool_tips_are_made_plain(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "setToolTip":
            argument = node.args[0]
            constant = isinstance(argument, ast.Constant)
            wrapped = "plain_tip" in ast.dump(argument)
            assert constant or wrapped, f"line {node.lineno}"
