"""One table of keys: bound as it says, shown as it says, and no key means two things."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from engine.model import commands
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import ALT, CTRL, JUNE, channel, dialog_of, settled, started
from ui.choices import Choice
from ui.equipment import Equipment
from ui.keys.sheet import KeysSheet
from ui.keys.shown import in_menu, key_of, key_words
from ui.keys.table import OF_PARTS, SHORTCUTS, Act, Group, OfPart, Shortcut, shortcut_of
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow

SHIFT = Qt.KeyboardModifier.ShiftModifier
WANTED = {
    "Ctrl+K": Act.SWITCH,
    "Ctrl+Shift+F": Act.SEARCH,
    "Alt+Up": Act.PREVIOUS_CHANNEL,
    "Alt+Down": Act.NEXT_CHANNEL,
    "Alt+Shift+Up": Act.PREVIOUS_UNREAD,
    "Alt+Shift+Down": Act.NEXT_UNREAD,
    "F6": Act.NEXT_PANE,
    "Escape": Act.CLOSE,
    "Shift+Escape": Act.MARK_ALL_READ,
    "Ctrl+/": Act.SHOW_KEYS,
    "Ctrl+Shift+J": Act.JOIN,
    "Ctrl++": Act.LARGER_TEXT,
    "Ctrl+-": Act.SMALLER_TEXT,
    "Ctrl+0": Act.USUAL_TEXT,
}


ALL: tuple[Shortcut | OfPart, ...] = (*SHORTCUTS, *OF_PARTS)


def all_keys() -> list[str]:
    return [QKeySequence(keys).toString() for one in ALL for keys in one.keys]


def test_the_table_holds_every_key_that_was_promised() -> None:
    bound = {keys: one.act for one in SHORTCUTS for keys in one.keys}
    assert {keys: bound[keys] for keys in WANTED} == WANTED
    assert any("Ctrl+F" in one.keys for one in OF_PARTS)


def test_every_act_stands_in_the_table_once_and_has_words() -> None:
    assert Counter(one.act for one in SHORTCUTS) == Counter(Act)
    assert all(one.words and one.group in set(Group) for one in ALL)


def test_no_key_means_two_things_and_each_is_a_key() -> None:
    keys = all_keys()
    assert all(keys)
    assert [key for key, times in Counter(keys).items() if times > 1] == []


def test_what_the_window_binds_is_what_the_table_says(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")
    run(started(window))
    bound = Counter(
        shortcut.key().toString()
        for shortcut in window.findChildren(QShortcut)
        if shortcut.context() is not Qt.ShortcutContext.WidgetShortcut
    )
    assert [key for key, times in bound.items() if times > 1] == []
    unlisted = set(bound) - set(all_keys())
    assert unlisted == set()
    own = {
        QKeySequence(keys).toString()
        for one in SHORTCUTS
        for keys in one.keys
        if one.act in window.keyboard.acts
    }
    assert own <= set(bound)


def test_the_sheet_shows_each_key_with_its_words(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> list[str]:
        await started(window)
        QTest.keyClick(window, Qt.Key.Key_Slash, CTRL)
        sheet = await dialog_of(KeysSheet)
        texts = [label.text() for label in sheet.findChildren(QLabel)]
        QTest.keyClick(sheet, Qt.Key.Key_Escape)
        await settled(window)
        return texts

    texts = run(scene())
    for one in SHORTCUTS:
        if one.act in window.keyboard.acts:
            assert one.words in texts
            assert key_words(one.keys[0]) in texts
    for part in OF_PARTS:
        assert part.words in texts


def test_menus_name_the_key_of_the_same_table(window: MainWindow) -> None:
    texts = [action.text() for action in window.rail.appearance_menu().actions()]
    assert in_menu("Larger text", Act.LARGER_TEXT) in texts
    assert key_of(Act.LARGER_TEXT) == key_words(shortcut_of(Act.LARGER_TEXT).keys[0])


@pytest.mark.parametrize("act", [Act.LARGER_TEXT, Act.SMALLER_TEXT, Act.USUAL_TEXT])
def test_the_text_grows_shrinks_and_comes_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine, qtbot: QtBot, act: Act
) -> None:
    channel(engine, "Garden")
    run(started(window))
    window.theme.choose_text_percent(125)
    key = {
        Act.LARGER_TEXT: Qt.Key.Key_Equal,
        Act.SMALLER_TEXT: Qt.Key.Key_Minus,
        Act.USUAL_TEXT: Qt.Key.Key_0,
    }[act]
    QTest.keyClick(window, key, CTRL)
    wanted = {Act.LARGER_TEXT: 150, Act.SMALLER_TEXT: 110, Act.USUAL_TEXT: 100}
    qtbot.waitUntil(lambda: window.theme.text_percent == wanted[act])


def test_alt_shift_and_arrows_go_through_the_unread_channels(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    spaces = [channel(engine, name) for name in ("Apples", "Boats", "Cellar", "Dahlias")]
    settings.store_text(SETTING_OPEN, spaces[0].hex())

    async def scene() -> list[str]:
        await until(window.isActiveWindow)
        await started(window)
        for unread in (spaces[1], spaces[3]):
            engine.receive(unread, Said("news", EPOCH + 9, JUNE))
        await until(lambda: window.windowTitle() == "(2) Tidings")
        names = []
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
            QTest.keyClick(window, key, ALT | SHIFT)
            await settled(window)
            names.append(window.pages.channel.head.name.text())
        return names

    assert run(scene()) == ["Boats", "Dahlias"]


def test_shift_and_f6_goes_round_the_other_way(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> tuple[list[QWidget | None], list[QWidget | None]]:
        await until(window.isActiveWindow)
        await started(window)
        window.sidebar.list.setFocus()
        forth: list[QWidget | None] = []
        back: list[QWidget | None] = []
        for _press in range(3):
            QTest.keyClick(window, Qt.Key.Key_F6)
            forth.append(window.focusWidget())
        for _press in range(3):
            QTest.keyClick(window, Qt.Key.Key_F6, SHIFT)
            back.append(window.focusWidget())
        return forth, back

    forth, back = run(scene())
    assert back == [forth[1], forth[0], window.sidebar.list]


def test_f6_shows_with_one_sign_that_the_composer_has_the_keys(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")
    composer = window.pages.channel.composer

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        window.sidebar.list.setFocus()
        for _press in range(3):
            if not composer.edit.hasFocus():
                QTest.keyClick(window, Qt.Key.Key_F6)

    run(scene())
    assert composer.edit.hasFocus()
    assert window.ring.isVisible()
    assert not composer.face.field.property("focused"), "a frame within the ring is one too many"


def test_f6_reaches_into_a_page_and_out_again(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        window.pages.show_connections()
        window.sidebar.list.setFocus()
        QTest.keyClick(window, Qt.Key.Key_F6)
        focus = window.focusWidget()
        assert focus is not None
        assert window.pages.stack.isAncestorOf(focus)
        QTest.keyClick(window, Qt.Key.Key_F6)
        assert window.sidebar.list.hasFocus()

    run(scene())


def test_escape_closes_the_members_that_cover_a_narrow_channel(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        window.resize(800, 700)
        await until(lambda: not window.details.isVisible())
        window.pages.channel.head.details.click()
        assert window.details.isVisible()
        QTest.keyClick(window, Qt.Key.Key_Escape)
        assert not window.details.isVisible()

    run(scene())


def test_shift_and_escape_is_the_windows_while_an_answer_is_written(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, there = channel(engine, "Apples", "hello"), channel(engine, "Boats")
    settings.store_text(SETTING_OPEN, here.hex())

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        composer = window.pages.channel.composer
        composer.begin_reply(window.pages.channel.source.run.entries[-1].post)
        await settled(window)
        engine.receive(there, Said("one", EPOCH + 9, JUNE))
        await until(lambda: window.windowTitle() == "(1) Tidings")
        QTest.keyClick(composer.edit, Qt.Key.Key_Escape, SHIFT)
        await until(lambda: window.windowTitle() == "Tidings")
        assert composer.face.bar.isVisible()
        QTest.keyClick(composer.edit, Qt.Key.Key_Escape)
        assert not composer.face.bar.isVisible()

    run(scene())


def test_shift_and_escape_marks_everything_read_up_to_its_last_post(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, there = channel(engine, "Apples"), channel(engine, "Boats")
    settings.store_text(SETTING_OPEN, here.hex())

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        engine.receive(there, Said("one", EPOCH + 9, JUNE), Said("two", EPOCH + 9, JUNE))
        await until(lambda: window.windowTitle() == "(2) Tidings")
        QTest.keyClick(window, Qt.Key.Key_Escape, SHIFT)
        await until(lambda: window.windowTitle() == "Tidings")

    run(scene())
    last = engine.view(there).last
    assert last is not None
    assert commands.MarkRead(there, last) in engine.performed
    assert engine.view(there).unread == 0


@pytest.mark.parametrize(("width", "percent"), [(760, 100), (820, 200), (420, 100), (420, 200)])
def test_the_sheet_stands_in_one_column_where_two_have_no_room(
    run: Run[Any], window: MainWindow, engine: FakeEngine, width: int, percent: int
) -> None:
    channel(engine, "Garden")

    async def scene() -> tuple[int, int]:
        await started(window)
        window.resize(width, 600)
        window.theme.choose_text_percent(percent)
        window.keyboard.show_keys()
        sheet = await dialog_of(KeysSheet)
        room = sheet.findChild(QScrollArea)
        assert room is not None
        inside = room.widget()
        assert inside is not None
        lefts = {label.mapTo(inside, label.rect().topLeft()).x() for label in headings(sheet)}
        assert room.horizontalScrollBar().maximum() == 0
        assert sheet.width() <= window.width()
        cut = inside.minimumSizeHint().width() - room.viewport().width()
        sheet.reject()
        await settled(window)
        return len(lefts), cut

    columns, cut = run(scene())
    assert columns == 1
    assert cut <= 0


def headings(sheet: KeysSheet) -> list[QLabel]:
    return [label for label in sheet.findChildren(QLabel) if label.text() in set(Group)]


def test_the_sheet_says_which_key_sends(
    run: Run[Any], window: MainWindow, engine: FakeEngine, equipment: Equipment
) -> None:
    channel(engine, "Garden")
    equipment.choices.switch(Choice.ENTER_SENDS, on=False)

    async def scene() -> list[str]:
        await started(window)
        window.keyboard.show_keys()
        sheet = await dialog_of(KeysSheet)
        texts = [label.text() for label in sheet.findChildren(QLabel)]
        sheet.reject()
        await settled(window)
        return texts

    texts = run(scene())
    assert key_words("Ctrl+Return") in texts
    assert key_words("Shift+Return") not in texts


def test_a_key_of_the_window_works_while_a_menu_is_open(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        view = window.sidebar.model.view(window.sidebar.model.index_of(space))
        assert view is not None
        menu = window.sidebar.menu_for(view)
        menu.popup(window.mapToGlobal(window.rect().center()))
        await until(menu.isVisible)
        QTest.keyClick(menu, Qt.Key.Key_F, CTRL)
        assert not menu.isVisible()
        assert window.pages.channel.looking.bar.isVisible()
        QTest.keyClick(menu, Qt.Key.Key_M, CTRL)  # bound to nothing
        await settled(window)

    run(scene())


def test_ctrl_z_takes_back_what_a_toast_says_can_be_taken_back(
    run: Run[Any], window: MainWindow
) -> None:
    done: list[str] = []

    async def scene() -> None:
        await until(window.isActiveWindow)
        await started(window)
        window.toast.say_with("file-text", "accent", "Show", "Ready.", lambda: done.append("shown"))
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        window.toast.say_undoable("Archived.", lambda: done.append("back"))
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
        QTest.keyClick(window, Qt.Key.Key_Z, CTRL)

    run(scene())
    assert done == ["back"]
    assert not window.toast.isVisible()


@pytest.mark.parametrize("act", [Act.JOIN, Act.SETTINGS, Act.SEARCH, Act.SWITCH])
def test_behind_the_welcome_no_page_turns_by_a_key(
    run: Run[Any], window: MainWindow, act: Act
) -> None:
    async def scene() -> None:
        await started(window)
        assert window.onboarding.isVisible()
        before = window.pages.stack.currentWidget()
        window.keyboard.acts[act]()
        await settled(window)
        assert window.pages.stack.currentWidget() is before
        assert window.onboarding.isVisible()

    run(scene())
