"""What the pointer does in a timeline, and what is told to who cannot see it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.ids import OrderKey, PostKind
from engine.model.views import FileView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import (
    JUNE,
    LEFT,
    MOSS,
    NO_KEYS,
    grown,
    opened,
    point_in,
    read_all,
)
from ui.look.theme import SchemeChoice, Theme
from ui.timeline.menu import PostMenu
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


def test_a_drag_left_by_escape_ends_for_all_who_follow_it(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("alpha beta", EPOCH, JUNE))
    read_all(engine, space)
    run(opened(view, space))
    at = point_in(view, "alpha", 5)
    QTest.mousePress(view.viewport(), LEFT, NO_KEYS, point_in(view, "alpha", 1))
    QTest.mouseMove(view.viewport(), at)
    view.pointer.clear()
    dragging: list[bool] = []
    view.pointer.changed.connect(lambda: dragging.append(view.pointer.is_dragging))
    QTest.mouseRelease(view.viewport(), LEFT, NO_KEYS, at)
    assert dragging == [False], "the bar over a row is away until it is told"


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
    view.wishes.open_link.connect(pressed.append)
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
    top = dict(view.in_sight())[1]
    tip = view.tip_at(mine.mark.center() + QPointF(0, top))
    assert tip == "Saved on this computer, on no peer yet"


def test_hovering_a_name_tells_the_path(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("x", EPOCH, author("June", "Moss")))
    read_all(engine, space)
    run(opened(view, space))
    row, top = view.row(0), dict(view.in_sight())[0]
    tip = view.tip_at(row.name.center() + QPointF(0, top))
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


@pytest.mark.parametrize(("files", "offered"), [(1, 0), (2, 1), (64, 1)])
def test_the_context_menu_saves_all_files_where_there_are_several(
    run: Run[Any], view: TimelineView, engine: FakeEngine, files: int, offered: int
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("alpha", EPOCH, JUNE))
    read_all(engine, space)
    post = engine.spaces[space].history.run(0, 1)[0]
    named = tuple(FileView(f"{n}.txt", "text/plain", 5) for n in range(files))
    engine.talk.change(space, post.id, files=named)
    run(opened(view, space))
    wished: list[object] = []
    view.wishes.save_files.connect(lambda post: wished.append(post.id))
    menu = view.context_menu(point_in(view, "alpha", 1))
    for action in menu.actions():
        if action.text().startswith("Save all"):
            assert action.text() == f"Save all {files} files…"
            action.trigger()
    assert wished == [post.id] * offered


def test_live_messages_are_announced_and_many_are_counted(
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

    run(scene())
    assert spoken == ["Moss: hello all, 22:46", "9 new messages"]


def test_of_a_long_message_the_beginning_is_announced_and_that_there_is_more(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 3)
    spoken: list[str] = []
    view.speaker.listening = lambda: True
    view.speaker.announce = spoken.append

    async def scene() -> None:
        await opened(view, space)
        engine.receive(space, Said("word " * 2_000 + "THE END", EPOCH + 2_000, MOSS))
        await until(lambda: bool(spoken))

    run(scene())
    assert spoken[0].startswith("Moss: word word")
    assert spoken[0].endswith(". and more, 22:46")
    assert "THE END" not in spoken[0]
    assert len(spoken[0]) < 600


def test_the_bar_over_a_row_follows_the_pointer_and_goes_with_it(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(
        space,
        Said("", EPOCH, author(), kind=PostKind.ROOT),
        Said("alpha", EPOCH + 1, JUNE),
        Said("beta", EPOCH + 900, MOSS),
    )
    read_all(engine, space)
    run(opened(view, space))
    wished: list[tuple[str, str]] = []
    view.wishes.reply.connect(lambda post: wished.append(("reply", post.text)))
    view.wishes.choose_reaction.connect(lambda post, _at: wished.append(("react", post.text)))
    bar = view.hover_bar
    for text in ("alpha", "beta"):
        QTest.mouseMove(view.viewport(), point_in(view, text, 1))
        assert bar.isVisible()
        entries = view.source.run.entries
        order = next(entry.post.order for entry in entries if entry.post.text == text)
        rect = view.rect_of(order)
        assert bar.geometry().top() <= rect.top() + 4 <= bar.geometry().bottom()
        assert bar.geometry().right() <= rect.right()
        QTest.mouseClick(bar.reply, LEFT)
        QTest.mouseClick(bar.react, LEFT)
    assert wished == [("reply", "alpha"), ("react", "alpha"), ("reply", "beta"), ("react", "beta")]
    root = view.rect_of(view.source.run.first)
    QTest.mouseMove(view.viewport(), root.center())
    assert not bar.isVisible(), "nothing can be done with the beginning"


def test_the_row_under_the_pointer_stays_the_one_that_is_marked_while_text_is_selected(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("alpha", EPOCH, JUNE), Said("beta", EPOCH + 900, MOSS))
    read_all(engine, space)
    run(opened(view, space))
    viewport, (alpha, beta) = view.viewport(), (entry.post for entry in view.source.run.entries)

    def hovered() -> OrderKey | None:
        return view.pointer.hovered

    QTest.mouseMove(viewport, point_in(view, "alpha", 1))
    QTest.mousePress(viewport, LEFT, NO_KEYS, point_in(view, "alpha", 1))
    assert hovered() == alpha.order
    QTest.mouseMove(viewport, point_in(view, "beta", 2))
    assert hovered() == beta.order
    QTest.mouseMove(viewport, QPoint(50, -20))
    assert hovered() is None
    QTest.mouseRelease(viewport, LEFT, NO_KEYS, point_in(view, "beta", 3))
    assert hovered() == beta.order
    bar, row = view.hover_bar.geometry(), view.rect_of(beta.order)
    assert view.hover_bar.isVisible()
    assert bar.top() <= row.top() + 4 <= bar.bottom()


def test_the_bar_leaves_what_is_said_of_the_delivery_in_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(
        space,
        Said("", EPOCH, author(), kind=PostKind.ROOT),
        Said("mine", EPOCH + 900, author(owner="Garden"), ours=True),
    )
    run(opened(view, space))
    QTest.mouseMove(view.viewport(), point_in(view, "mine", 1))
    mark = view.row(1).mark
    assert not mark.isEmpty()
    assert view.hover_bar.isVisible()
    assert view.hover_bar.geometry().right() < mark.left()


def test_the_bar_is_away_while_text_is_selected_and_while_it_scrolls(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 80)))
    at = point_in(view, "post 79", 1)
    QTest.mouseMove(view.viewport(), at)
    assert view.hover_bar.isVisible()
    QTest.mousePress(view.viewport(), LEFT, NO_KEYS, at)
    assert not view.hover_bar.isVisible()
    QTest.mouseRelease(view.viewport(), LEFT, NO_KEYS, at)
    assert view.hover_bar.isVisible()
    view.glide.push(-200)
    assert not view.hover_bar.isVisible()
    view.glide.stop()


def test_the_menu_key_opens_the_menu_of_the_keyboards_row(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 5)))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Up)
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason, QPoint(5, 5), QPoint(5, 5)))
    (menu,) = [one for one in view.findChildren(PostMenu) if one.isVisible()]
    next(action for action in menu.actions() if action.text() == "Copy message").trigger()
    menu.close()
    assert QGuiApplication.clipboard().text() == "post 3"
    QTest.keyClick(view, Qt.Key.Key_Up)
    QGuiApplication.clipboard().setText("")
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "post 2", "of the row, if nothing is selected"
    gone: list[object] = []
    view.wishes.delete_for_us.connect(gone.append)
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert len(gone) == 1
