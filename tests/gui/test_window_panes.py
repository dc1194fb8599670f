"""Keys reach everything, and a narrow window shows fewer panes."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.model.views import IdentityView, MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, key_of
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import (
    ALT,
    CTRL,
    ENTER,
    LEFT,
    channel,
    dialog_of,
    settled,
    started,
)
from ui.codes.following import FollowingPage
from ui.equipment import Equipment
from ui.look.theme import Gap, Type
from ui.main_window.pages import PageName
from ui.main_window.panes import SETTING_DETAILS_OPEN, SETTING_SIDEBAR
from ui.main_window.window import MainWindow
from ui.models.members import member_words
from ui.people.member_rows import LEFT_OF_WORDS
from ui.scanning.panel import CAMERA, PASTE, SETTING_TAB
from ui.switching.switcher import Switcher
from ui.widgets.buttons import IconPushButton


def test_ctrl_k_opens_a_channel_by_some_letters(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")
    wanted = channel(engine, "Boat repairs")
    channel(engine, "Reading")

    async def scene() -> None:
        await started(window)
        QTest.keyClick(window, Qt.Key.Key_K, CTRL)
        switcher = await dialog_of(Switcher)
        QTest.keyClicks(switcher.words, "zzz")
        assert switcher.nothing.isVisible()
        switcher.words.clear()
        QTest.keyClicks(switcher.words, "rep bo")
        QTest.keyClick(switcher.words, ENTER)
        await settled(window)

    run(scene())
    assert window.pages.channel.space == wanted


def test_alt_and_arrows_go_through_the_channels(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    for name in ("Apples", "Boats", "Cellar"):
        channel(engine, name)

    async def scene() -> list[str]:
        await until(window.isActiveWindow)
        await started(window)
        seen = []
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
            QTest.keyClick(window, key, ALT)
            await settled(window)
            seen.append(window.pages.channel.head.name.text())
        return seen

    names = ["Apples", "Boats", "Cellar"]
    seen = run(scene())
    first = names.index(seen[0])
    assert seen[1] == names[(first + 1) % 3]
    assert seen[2] == seen[0]


def test_escape_closes_a_page_and_then_returns_to_the_composer(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        QTest.keyClick(window, Qt.Key.Key_J, CTRL | Qt.KeyboardModifier.ShiftModifier)
        await settled(window)
        assert window.pages.shows_page
        QTest.keyClick(window, Qt.Key.Key_Escape)
        assert window.pages.shows_channel
        window.pages.channel.timeline.setFocus()
        QTest.keyClick(window.pages.channel.timeline, Qt.Key.Key_Escape)

    run(scene())
    assert window.pages.channel.composer.edit.hasFocus()


@pytest.mark.parametrize("tab", [CAMERA, PASTE])
@pytest.mark.parametrize("narrow", [True, False], ids=["narrow", "wide"])
@pytest.mark.parametrize("home", [True, False], ids=["home", "sidebar"])
def test_following_opens_with_the_focus_where_one_goes_on(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    settings: FakeSettings,
    tab: int,
    *,
    home: bool,
    narrow: bool,
) -> None:
    window.resize(560 if narrow else 1_180, 760)
    if home:
        engine.identities.append(IdentityView("June", key_of("June"), None))
    else:
        channel(engine, "Garden")
    settings.store_text(SETTING_TAB, str(tab))

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        button = window.pages.home.follow if home else window.sidebar.follow
        for _time in range(2):
            window.panes.bring_forward(content=home)
            await until(lambda: button.isVisible() and button.width() > 100)
            QTest.mouseClick(button, LEFT)
            await settled(window)
            page = window.findChild(FollowingPage)
            assert page is not None
            scan = page.scan
            assert (scan.paste.field if tab == PASTE else scan.tabs).hasFocus()
            QTest.keyClick(window, Qt.Key.Key_Escape)

    run(scene())


def test_f6_goes_round_the_panes_and_rings_what_it_reaches(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> list[QWidget | None]:
        await until(window.isActiveWindow)
        await started(window)
        reached: list[QWidget | None] = []
        for _press in range(4):
            QTest.keyClick(window, Qt.Key.Key_F6)
            reached.append(window.focusWidget())
        return reached

    reached = run(scene())
    assert len({id(widget) for widget in reached}) == 4
    assert window.ring.isVisible()


def test_no_ring_appears_where_a_click_hid_what_had_the_focus(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        edit = window.pages.channel.composer.edit
        edit.setFocus()
        edit.hide()

    run(scene())
    assert not window.pages.channel.composer.edit.hasFocus()
    assert not window.ring.isVisible()


def test_the_ring_moves_with_whatever_holds_the_ringed_thing(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> QRect:
        await until(window.isActiveWindow)
        await started(window)
        window.pages.channel.timeline.setFocus()
        with window.ring.moved_by_keys():
            window.pages.channel.composer.edit.setFocus()
        before = window.ring.geometry()
        composer = window.pages.channel.composer
        composer.move(composer.x(), composer.y() - 30)
        return before

    before = run(scene())
    assert window.ring.geometry() == before.translated(0, -30)


def test_every_button_can_be_reached_and_is_named(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    from PySide6.QtWidgets import QAbstractButton

    channel(engine, "Garden")
    run(started(window))
    buttons = [button for button in window.findChildren(QAbstractButton) if button.isVisible()]
    assert buttons
    for button in buttons:
        assert button.accessibleName() or button.text(), button
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus, button.accessibleName()
        assert min(button.width(), button.height()) >= 24, button.accessibleName()


@pytest.mark.parametrize(
    ("width", "sidebar", "content", "details"),
    [
        (1_180, True, True, True),
        (1_060, True, True, True),
        (1_000, True, True, False),
        (900, True, True, False),
        (800, True, True, False),
        (500, False, True, False),
    ],
)
def test_a_narrow_window_shows_fewer_panes(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    width: int,
    sidebar: bool,  # noqa: FBT001 - a column of the table
    content: bool,  # noqa: FBT001 - a column of the table
    details: bool,  # noqa: FBT001 - a column of the table
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        window.resize(width, 700)
        await until(lambda: window.panes.width() == width - window.rail.width())

    run(scene())
    seen = (window.sidebar, window.pages.stack, window.details)
    assert [pane.isVisible() for pane in seen] == [sidebar, content, details]
    if sidebar:
        assert window.pages.content.width() >= min(420, width - window.rail.width() - 261)


def test_in_a_single_pane_the_way_back_leads_to_the_channels(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        window.resize(500, 700)
        await until(window.pages.channel.head.back.isVisible)
        window.pages.channel.head.back.click()

    run(scene())
    assert window.sidebar.isVisible()
    assert not window.pages.stack.isVisible()


def test_over_a_narrow_channel_the_members_are_opened_by_their_button(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        window.resize(800, 700)
        await until(lambda: not window.details.isVisible())
        window.pages.channel.head.details.click()
        assert window.details.isVisible()
        window.details.people.close_button.click()

    run(scene())
    assert not window.details.isVisible()


def test_what_was_dragged_and_closed_is_there_again(
    run: Run[Any],
    qtbot: QtBot,
    qapp: QApplication,
    window: MainWindow,
    engine: FakeEngine,
    equipment: Equipment,
    settings: FakeSettings,
) -> None:
    channel(engine, "Garden")
    run(started(window))
    window.panes._splitter.setSizes([320, 500, 300])
    window.panes._splitter.splitterMoved.emit(320, 1)
    window.pages.channel.head.details.click()
    window.close()
    assert settings.texts[SETTING_SIDEBAR] == "320"
    assert settings.texts[SETTING_DETAILS_OPEN] == "no"
    again = MainWindow(qapp, equipment, lambda _address: None)
    qtbot.addWidget(again)
    again.show()
    run(started(again))
    assert again.sidebar.width() == 320
    assert not again.details.isVisible()


@pytest.mark.parametrize("width", [900, 1_180])
def test_no_words_are_cut_by_the_largest_text(
    run: Run[Any], window: MainWindow, engine: FakeEngine, qtbot: QtBot, width: int
) -> None:
    window.resize(width, 760)
    space = channel(engine, "Garden")
    ends = EPOCH + 99 * 86_400.0
    wren = MemberView(key_of("Wren"), "Wren", ("Wren",), ends, online=True)
    engine.spaces[space].members = (wren,)
    window.theme.choose_text_percent(200)
    run(started(window))
    if not window.details.isVisible():
        window.pages.channel.head.details.click()
    parts = (window.sidebar, window.details)
    buttons = [one for part in parts for one in part.findChildren(IconPushButton)]
    shown = [one for one in buttons if one.isVisible()]
    assert len(shown) == 5

    def whole(button: IconPushButton) -> bool:
        room, wanted = button.size(), button.sizeHint()
        words = button.text().split() == button.accessibleName().split()
        return words and not button.toolTip() and room.height() >= wanted.height()

    qtbot.waitUntil(lambda: all(map(whole, shown)))
    members = window.pages.channel.head.members
    qtbot.waitUntil(lambda: members.width() >= members.sizeHint().width())
    words = QFontMetrics(window.theme.font(Type.META)).horizontalAdvance(member_words(wren, EPOCH))
    room = window.details.people.list.viewport().width()
    assert room >= LEFT_OF_WORDS + words + Gap.S


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_the_members_that_cover_the_channel_stand_at_its_far_end_behind_a_line(
    run: Run[Any], window: MainWindow, engine: FakeEngine, direction: Qt.LayoutDirection
) -> None:
    channel(engine, "Garden")
    window.setLayoutDirection(direction)
    window.resize(760, 600)

    async def scene() -> None:
        await started(window)
        window.panes.toggle_details()
        await until(lambda: window.panes.details_cover)
        await settled(window)

    run(scene())
    mirrored = direction is Qt.LayoutDirection.RightToLeft
    details, line = window.details.geometry(), window.panes.edge.geometry()
    assert window.panes.edge.isVisible()
    if mirrored:
        assert (details.left(), line.left()) == (0, details.right() + 1)
    else:
        assert (details.right() + 1, line.right() + 1) == (window.panes.width(), details.left())
    window.panes.toggle_details()
    assert not window.panes.edge.isVisible()


def test_the_state_of_a_channel_leads_to_the_connections(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        QTest.mouseClick(window.pages.channel.head.pill, LEFT)
        await settled(window)

    run(scene())
    assert window.pages.is_shown(PageName.CONNECTIONS)
