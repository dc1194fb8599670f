"""Where one reads from the right, the timeline's rows begin there, and are pressed there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.ids import PostId
from engine.model.views import FileView, QuoteView, ReactionView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import Run
from tests.gui.timeline_scene import JUNE, opened, quiet
from ui.timeline.laying.layout import Row
from ui.timeline.parts.columns import AVATAR_LEFT
from ui.timeline.view import TimelineView

PLAN = FileView("plan.pdf", "application/pdf", 123_456)
PICTURE = FileView("tree.png", "image/png", 10_000, 300, 120)


@pytest.fixture
def from_right(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def scene(engine: FakeEngine, run: Run[Any], view: TimelineView) -> Row:
    """The one row, with all that a row can have."""
    space = engine.add_space("Garden")
    engine.receive(space, Said("hello there", EPOCH, JUNE))
    (post,) = engine.spaces[space].history.run(0, 1)
    engine.talk.change(
        space,
        post.id,
        reply=QuoteView(PostId(b"x" * 32), author("Moss"), "why", None),
        files=(PLAN, PICTURE),
        reactions=(ReactionView("+1", 1, ours=True, names=("me",)),),
        edited_at=EPOCH + 60,
        speaks_to_us=True,
    )

    async def work() -> None:
        await opened(view, space)
        await quiet(view)

    run(work())
    return view.row(0)


def boxes(row: Row) -> list[QRectF]:
    assert row.quote is not None
    return [
        row.avatar,
        row.name,
        row.time,
        row.edited,
        row.quote.box,
        *(card.box for card in row.cards),
        *(card.picture for card in row.cards if not card.picture.isEmpty()),
        *(chip.box for chip in row.chips),
    ]


def test_every_part_of_a_row_changes_sides(
    run: Run[Any], view: TimelineView, engine: FakeEngine, from_right: None
) -> None:
    row = scene(engine, run, view)
    width = view.viewport().width()
    mirrored = boxes(row)
    QApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    view._shelf.clear()
    plain = boxes(view.row(0))
    assert [box.top() for box in mirrored] == [box.top() for box in plain]
    assert [round(width - box.right()) for box in mirrored] == [round(b.left()) for b in plain]
    assert mirrored[0].right() == width - AVATAR_LEFT


def test_what_is_seen_there_is_pressed_there(
    run: Run[Any], view: TimelineView, engine: FakeEngine, from_right: None
) -> None:
    row = scene(engine, run, view)
    top = view.rect_of(row.entry.post.order).top() - round(row.top)
    pressed: list[str] = []
    view.wishes.save_file.connect(lambda _post, _number: pressed.append("card"))
    view.wishes.author.connect(lambda _post: pressed.append("author"))
    for box in (row.cards[0].box, row.avatar):
        at = QPoint(round(box.center().x()), top + round(box.center().y()))
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert pressed == ["card", "author"]
    assert row.is_over_text(row.text_left + 2, row.prose_top + 2)
    assert row.text_offset(row.text_left + 1, row.prose_top + 2) == 0


def test_the_bar_of_what_can_be_done_stands_at_the_end_of_its_row(
    run: Run[Any], view: TimelineView, engine: FakeEngine, from_right: None
) -> None:
    row = scene(engine, run, view)
    at = view.rect_of(row.entry.post.order).center()
    QTest.mouseMove(view.viewport(), at)
    view.pointer.hovered = row.entry.post.order
    view._place_hover_bar()
    assert view.hover_bar.isVisible()
    assert view.hover_bar.geometry().center().x() < view.viewport().width() / 2


def test_the_ground_of_a_mention_has_its_mark_where_the_row_begins(
    run: Run[Any], view: TimelineView, engine: FakeEngine, from_right: None
) -> None:
    row = scene(engine, run, view)
    painted = view.viewport().grab().toImage()
    y = view.rect_of(row.entry.post.order).top() + round(row.prose_top - row.top)
    warn = view._shelf._theme.colours.warn.name()
    assert painted.pixelColor(painted.width() - 2, y).name() == warn
    assert painted.pixelColor(1, y).name() != warn
