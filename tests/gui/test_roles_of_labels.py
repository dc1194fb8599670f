"""Every role that a label is given has its rule in the style sheet: without one it looks plain."""

from __future__ import annotations

import re
from pathlib import Path

from ui.look import stylesheet

SHEET = Path(stylesheet.__file__)
GIVEN = re.compile(r"role=\"(\w+)\"|change_role\([^,]+, \"(\w+)\"")
RULED = re.compile(r"QLabel\[role=\"(\w+)\"\]")


def test_every_role_of_a_label_has_its_rule_and_every_rule_a_label() -> None:
    others = [file for file in SHEET.parents[1].rglob("*.py") if file != SHEET]
    code = "\n".join(file.read_text("utf-8") for file in others)
    given = {one or other for one, other in GIVEN.findall(code)}
    ruled = set(RULED.findall(SHEET.read_text("utf-8")))
    assert given <= ruled
    assert [role for role in ruled if f'"{role}"' not in code] == []
