"""What the documents point at is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)")
_CODE = re.compile(r"`((?:app|ui|engine|tests|packaging|spark_reports|resources)/[\w/*.{},-]+)`")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_is_linked_is_there(document: Path) -> None:
    linked = _LINK.findall(document.read_text("utf-8"))
    assert not [one for one in linked if not (document.parent / one).exists()]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_place_in_the_code_that_is_named_is_there(document: Path) -> None:
    named = _CODE.findall(document.read_text("utf-8"))
    assert not [one for one in named if "{" not in one and not list(ROOT.glob(one.rstrip("/")))]
