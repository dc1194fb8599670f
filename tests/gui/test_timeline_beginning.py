"""The beginning of a channel: its title has the room that a narrow window leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt

from engine.model.ids import PostKind
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import Run
from tests.gui.timeline_scene import opened
from ui.look.theme import Theme
from ui.timeline.laying.layout import Row, RowLayouts
from ui.timeline.parts.cards import Seen
from ui.timeline.view import TimelineView

NAME, LONG = "My own News", "My own News of the whole town and of all that is around it"
UNBROKEN = "N" * 64


@pytest.mark.parametrize(
    ("name", "width", "lines"),
    [(NAME, 900, 1), (NAME, 260, 2), (LONG, 260, 1), (UNBROKEN, 400, 1)],
    ids=["room", "narrow", "too long for two", "no place to break"],
)
def test_a_title_takes_a_second_line_where_that_is_enough_and_is_cut_where_not(
    run: Run[Any],
    view: TimelineView,
    engine: FakeEngine,
    theme: Theme,
    name: str,
    width: int,
    lines: int,
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("", EPOCH, author(), kind=PostKind.ROOT))
    run(opened(view, space))
    there = view.row(view.in_sight()[0][0])
    layouts = RowLayouts(theme, lambda _post, _number: Seen())
    reading = replace(view.reading, space_name=name)
    row: Row = layouts.row(there.entry, there.shape, float(width), reading, 0)
    one = layouts.fonts.title_metrics.height()
    assert lines * one <= row.name.height() < (lines + 0.5) * one
    assert row.name_text.endswith("…") is (name in {LONG, UNBROKEN})
    box = QRectF(0, 0, row.name.width(), 10_000)
    wrapped = int(Qt.TextFlag.TextWordWrap)
    drawn = layouts.fonts.title_metrics.boundingRect(box, wrapped, row.name_text)
    assert drawn.width() <= row.name.width()
    assert drawn.height() <= row.name.height()
    assert row.time.top() == row.name.bottom()
