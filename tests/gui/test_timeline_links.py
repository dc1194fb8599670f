"""Links in messages: reached by keyboard as well as by mouse, and ours lead to what they name."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.model.ids import PostId, SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, key_of
from tests.gui.conftest import Run, until
from tests.gui.places.search_scene import opened as search_opened
from tests.gui.timeline_scene import JUNE, LEFT, NO_KEYS, opened, point_in, read_all
from tests.gui.window_scene import CTRL, ENTER, channel, dialog_of, settled, started
from ui.equipment import Equipment
from ui.main_window.window import MainWindow
from ui.switching.switcher import Switcher
from ui.text.message_link import message_link
from ui.timeline.menu import LINKS_MAX, PostMenu
from ui.timeline.view import TimelineView
from ui.widgets.dialogs import LinkQuestion
from ui.widgets.page import Page

UP, DOWN, RIGHT = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Right


def said(run: Run[Any], view: TimelineView, engine: FakeEngine, text: str) -> list[str]:
    """A timeline of one message; what is pressed in it is told here."""
    space = engine.add_space("Garden")
    engine.receive(space, Said(text, EPOCH, JUNE))
    read_all(engine, space)
    run(opened(view, space))
    followed: list[str] = []
    view.wishes.open_link.connect(followed.append)
    return followed


def menu_by_keys(view: TimelineView) -> PostMenu:
    view.setFocus()
    QTest.keyClick(view, UP)
    QTest.keyClick(view, ENTER)
    return next(one for one in view.findChildren(PostMenu) if one.isVisible())


# ---- by keyboard --------------------------------------------------------------------------------


def test_the_link_of_the_keyboards_row_is_opened_and_copied_by_keys(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    followed = said(run, view, engine, "see https://example.org/x now")
    menu = menu_by_keys(view)
    assert [one.text() for one in menu.actions()[:2]] == ["Open link…", "Copy link"]
    QTest.keyClick(menu, DOWN)
    QTest.keyClick(menu, ENTER)
    assert followed == ["https://example.org/x"]
    menu = menu_by_keys(view)
    QTest.keyClick(menu, DOWN)
    QTest.keyClick(menu, DOWN)
    QTest.keyClick(menu, ENTER)
    assert QGuiApplication.clipboard().text() == "https://example.org/x"


def test_of_several_links_each_is_opened_by_keys(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    many = " ".join(f"https://example.org/{n}" for n in (1, 2, 1, 3))
    followed = said(run, view, engine, many)
    menu = menu_by_keys(view)
    for key in (DOWN, RIGHT):
        QTest.keyClick(menu, key)
    listed = menu.actions()[0].menu()
    assert isinstance(listed, PostMenu)
    QTest.keyClick(listed, DOWN)
    assert [one.text() for one in listed.actions()] == [f"https://example.org/{n}" for n in "123"]
    QTest.keyClick(listed, ENTER)
    assert followed == ["https://example.org/2"]


def test_a_message_full_of_links_offers_the_first_of_them(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    said(run, view, engine, " ".join(f"https://example.org/{n}" for n in range(LINKS_MAX + 1)))
    listed = view._menu(0).actions()[0].menu()
    assert isinstance(listed, PostMenu)
    assert len(listed.actions()) == LINKS_MAX


def test_the_windows_keys_work_in_the_menu_of_links_too(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "https://example.org/1 https://example.org/2")

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        menu = menu_by_keys(window.pages.channel.timeline)
        for key in (DOWN, RIGHT):
            QTest.keyClick(menu, key)
        listed = menu.actions()[0].menu()
        assert isinstance(listed, PostMenu)
        assert listed.isVisible()
        QTest.keyClick(listed, Qt.Key.Key_F, CTRL)
        await settled(window)
        assert not menu.isVisible()
        assert window.pages.channel.looking.bar.isVisible()

    run(scene())


def test_with_the_pointer_on_a_link_the_menu_is_about_that_one(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    followed = said(run, view, engine, "see https://example.org/1 https://example.org/2")
    menu = view.context_menu(point_in(view, "see", 30))
    assert menu.actions()[0].text() == "Open link…"
    menu.actions()[0].trigger()
    assert followed == ["https://example.org/2"]


def test_in_the_window_a_link_is_asked_about_by_keys_alone(
    run: Run[Any], window: MainWindow, engine: FakeEngine, opened_addresses: list[str]
) -> None:
    channel(engine, "Garden", "see https://example.org/x now")

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        menu = menu_by_keys(window.pages.channel.timeline)
        QTest.keyClick(menu, DOWN)
        QTest.keyClick(menu, ENTER)
        question = await dialog_of(LinkQuestion)
        assert opened_addresses == []
        question.proceed.setFocus()
        QTest.keyClick(question.proceed, Qt.Key.Key_Space)
        await settled(window)

    run(scene())
    assert opened_addresses == ["https://example.org/x"]


# ---- links of ours ------------------------------------------------------------------------------


def test_a_link_of_ours_in_a_message_is_previewed_where_it_is_pressed_and_nothing_is_joined(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    equipment: Equipment,
    opened_addresses: list[str],
) -> None:
    link = equipment.links.of_channel(bytes(key_of("public")), "News", ())
    channel(engine, "Garden", link)

    async def scene() -> int:
        await started(window)
        view = window.pages.channel.timeline
        before = len(engine.performed)
        QTest.mouseClick(view.viewport(), LEFT, NO_KEYS, point_in(view, "tidings:", 8))
        await settled(window)
        return len(engine.performed) - before

    assert run(scene()) == 0
    page = window.pages.stack.currentWidget()
    assert isinstance(page, Page)
    assert page.title.text() == "Follow a public channel"
    assert opened_addresses == []


def elsewhere(engine: FakeEngine) -> tuple[SpaceId, PostId, str]:
    """A message in a channel that is not open, and the line that names it."""
    there = channel(engine, "Boats", *(f"boat {n}" for n in range(60)))
    post = engine.spaces[there].history.run(3, 4)[0]
    return there, post.id, message_link(there, post.id)


async def arrived(window: MainWindow, engine: FakeEngine, space: SpaceId, post: PostId) -> None:
    """The message is shown where it stands."""
    history = engine.spaces[space].history
    order = next(one.order for one in history.run(0, len(history)) if one.id == post)
    page = window.pages.channel
    await until(lambda: page.space == space and page.timeline.marking.flashed == order)
    await settled(window)
    assert window.pages.shows_channel


def test_a_line_that_names_a_message_leads_to_it_where_it_is_pressed(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    there, post, line = elsewhere(engine)
    here = channel(engine, "Garden", f"see {line}")

    async def scene() -> None:
        await started(window)
        window.open_space(here)
        await settled(window)
        view = window.pages.channel.timeline
        assert view.tip_at(QPointF(point_in(view, "see", 10))) == "Go to that message"
        QTest.mouseClick(view.viewport(), LEFT, NO_KEYS, point_in(view, "see", 10))
        await arrived(window, engine, there, post)

    run(scene())


def test_a_line_that_names_a_message_is_understood_where_all_is_searched_and_by_the_switcher(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    there, post, line = elsewhere(engine)
    here = channel(engine, "Garden", "hello")

    async def scene() -> None:
        page = await search_opened(window)
        page.words.setText(line)
        await arrived(window, engine, there, post)
        window.open_space(here)
        await settled(window)
        QTest.keyClick(window, Qt.Key.Key_K, CTRL)
        switcher = await dialog_of(Switcher)
        switcher.words.setText(line)
        assert switcher.words.accessibleDescription() == "Go to that message"
        QTest.keyClick(switcher.words, ENTER)
        await arrived(window, engine, there, post)

    run(scene())


def test_a_line_that_names_a_message_is_followed_once_however_much_is_typed_behind_it(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    line = message_link(space, PostId(b"?" * 32))
    named: list[str] = []

    async def scene() -> None:
        page = await search_opened(window)
        page.message_named.connect(named.append)
        page.words.setText(line)
        QTest.keyClicks(page.words, " is gone")
        assert named == [line]
        page.words.clear()
        page.words.setText(line)
        assert named == [line, line]
        await settled(window)

    run(scene())


@pytest.mark.parametrize("known", [True, False])
def test_a_line_that_names_no_message_of_ours_says_so(
    run: Run[Any], window: MainWindow, engine: FakeEngine, *, known: bool
) -> None:
    here = channel(engine, "Garden", "hello")
    space = here if known else SpaceId(b"s" * 32)

    async def scene() -> None:
        await started(window)
        window.open_link(message_link(space, PostId(b"?" * 32)))
        await until(window.toast.isVisible)

    run(scene())
    assert window.pages.shows_channel
    assert window.toast.sentence.text()
