"""What the pointer does in a timeline, and what is told to who cannot see it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.model.ids import PostKind
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import (
    JUNE,
    LEFT,
    MOSS,
    NO_KEYS,
    READING,
    grown,
    opened,
    point_in,
    read_all,
)
from ui.look.theme import SchemeChoice, Theme
from ui.timeline.view import TimelineView


def test_dragging_selects_over_rows_and_ctrl_c_copies(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("alpha beta", EPOCH, JUNE), Said("gamma delta", EPOCH + 60, MOSS))
    read_all(engine, space)
    run(opened(view, space))
    viewport = view.viewport()
    QTest.mousePress(viewport, LEFT, NO_KEYS, point_in(view, "alpha", 6))
    QTest.mouseMove(viewport, point_in(view, "gamma", 5))
    QTest.mouseRelease(viewport, LEFT, NO_KEYS, point_in(view, "gamma", 5))
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied == "June, 22:13\nbeta\n\nMoss, 22:14\ngamma"
    view.grab()


def test_a_double_click_selects_the_word(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("alpha b\u00e9ta gamma", EPOCH, JUNE))
    read_all(engine, space)
    run(opened(view, space))
    QTest.mouseDClick(view.viewport(), LEFT, NO_KEYS, point_in(view, "alpha", 8))
    assert view.selected_text() == "b\u00e9ta"


def test_a_press_on_a_link_tells_where_it_leads_and_a_drag_does_not(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("see https://example.org/x for more", EPOCH, JUNE))
    read_all(engine, space)
    run(opened(view, space))
    pressed: list[str] = []
    view.link_pressed.connect(pressed.append)
    where = point_in(view, "see", 8)
    viewport = view.viewport()
    QTest.mouseClick(viewport, LEFT, NO_KEYS, where)
    assert pressed == ["https://example.org/x"]
    QTest.mouseMove(viewport, where)
    assert viewport.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mousePress(viewport, LEFT, NO_KEYS, where)
    QTest.mouseMove(viewport, point_in(view, "see", 15))
    QTest.mouseRelease(viewport, LEFT, NO_KEYS, point_in(view, "see", 15))
    assert len(pressed) == 1


def test_the_beginning_and_the_delivery_mark_of_own_posts_are_shown(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(
        space,
        Said("", EPOCH, author(), kind=PostKind.ROOT),
        Said("mine", EPOCH + 1, author(), ours=True),
        Said("yours", EPOCH + 2, JUNE),
    )
    read_all(engine, space)
    run(opened(view, space))
    root, mine, yours = (view.row(index) for index in range(3))
    assert root.name_text == "The beginning of Garden"
    assert not mine.mark.isEmpty()
    assert yours.mark.isEmpty()
    top = dict(view._in_sight())[1]
    tip = view.pointer.tip_at(mine.mark.center() + QPointF(0, top), READING)
    assert tip == "Saved on this computer"


def test_hovering_a_name_tells_the_path(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("x", EPOCH, author("June", "Moss")))
    read_all(engine, space)
    run(opened(view, space))
    row, top = view.row(0), dict(view._in_sight())[0]
    tip = view.pointer.tip_at(row.name.center() + QPointF(0, top), READING)
    assert tip == "June \u203a Moss"


def test_another_scheme_is_painted_at_once(
    run: Run[Any], view: TimelineView, engine: FakeEngine, theme: Theme
) -> None:
    run(opened(view, grown(engine, 5)))
    theme.choose(SchemeChoice.DARK)
    image = view.viewport().grab().toImage()
    assert image.pixelColor(2, 2) == theme.colours.bg


def test_the_context_menu_copies_a_message(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("**alpha**", EPOCH, JUNE))
    read_all(engine, space)
    run(opened(view, space))
    menu = view.context_menu(point_in(view, "**alpha", 1))
    copy = next(action for action in menu.actions() if action.text() == "Copy message")
    copy.trigger()
    assert QGuiApplication.clipboard().text() == "**alpha**"


def test_live_messages_are_announced_and_those_in_sight_described(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 3)
    spoken: list[str] = []
    view.speaker.listening = lambda: True
    view.speaker.announce = spoken.append

    async def scene() -> None:
        await opened(view, space)
        assert spoken == []
        engine.receive(space, Said("**hello** all", EPOCH + 2_000, MOSS))
        await until(lambda: bool(spoken))
        engine.receive(space, *(Said(f"more {n}", EPOCH + 3_000 + n, MOSS) for n in range(9)))
        await until(lambda: len(spoken) == 2)
        await until(lambda: "more 8" in view.accessibleDescription())

    run(scene())
    assert spoken == ["Moss, 22:46: hello all", "9 new messages"]
    assert "Moss, 22:46: hello all" in view.accessibleDescription()
