"""The tray, the badge, and what closing the window means where there is one and where not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.ids import NotificationLevel
from tests.fake_engine import FakeEngine
from tests.fake_history import Said
from tests.fake_settings import FakeSettings
from tests.gui.announcing.conftest import Around
from tests.gui.announcing.desk import desk_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import JUNE, channel, settled, started
from ui.announcing.desktop import Desktop
from ui.announcing.notice import Notice
from ui.announcing.notifiers import FailingNotifier, FirstAble, TrayNotifier
from ui.announcing.tray import Tray
from ui.announcing.unread import Unread
from ui.choices import Choice
from ui.equipment import Equipment
from ui.look.theme import SchemeChoice, Theme
from ui.main_window.going import SETTING_OPEN
from ui.main_window.outside import SETTING_TOLD_OF_TRAY
from ui.main_window.window import SETTING_GEOMETRY, MainWindow


def picture(tray: Tray, side: int = 32) -> QImage:
    return tray.icon.icon().pixmap(side, side).toImage()


def test_the_icon_has_a_dot_while_something_is_unread_and_says_how_much(theme: Theme) -> None:
    tray = Tray(theme, lambda: True)
    plain = picture(tray)
    tray.show_unread(Unread(3, 0))
    assert picture(tray) != plain
    assert tray.icon.toolTip() == "Tidings, 3 unread"
    tray.show_unread(Unread(3, 1))
    assert tray.icon.toolTip() == "Tidings, 3 unread, 1 mention"
    tray.show_unread(Unread())
    assert picture(tray) == plain


@pytest.mark.parametrize("scheme", list(SchemeChoice))
def test_the_dot_is_seen_in_every_scheme(theme: Theme, scheme: SchemeChoice) -> None:
    tray = Tray(theme, lambda: True)
    plain = picture(tray)
    tray.show_unread(Unread(1, 0))
    theme.choose(scheme)
    changed = picture(tray)
    corner = [(x, y) for x in range(22, 32) for y in range(10)]
    assert sum(plain.pixel(x, y) != changed.pixel(x, y) for x, y in corner) > 40


def test_a_tray_that_comes_late_is_still_found(theme: Theme) -> None:
    there: list[bool] = []
    tray = Tray(theme, lambda: bool(there))
    tray.show()
    assert not tray.icon.isVisible()
    there.append(True)
    assert tray._late.isActive()
    tray._late.timeout.emit()
    assert tray.icon.isVisible()
    assert not tray._late.isActive()


def test_its_menu_opens_silences_and_quits(theme: Theme) -> None:
    tray = Tray(theme, lambda: True)
    wanted: list[object] = []
    tray.open_wanted.connect(lambda: wanted.append("open"))
    tray.quit_wanted.connect(lambda: wanted.append("quit"))
    tray.quiet_wanted.connect(wanted.append)
    for action in tray.menu.actions():
        if not action.isSeparator() and action.isVisible():
            action.trigger()
    assert wanted == ["open", 3_600.0, 28_800.0, "quit"]
    tray.show_quiet(1_700_000_000.0)
    assert tray.loud_action.isVisible()
    assert not any(action.isVisible() for action in tray.quiet_actions)
    tray.loud_action.trigger()
    assert wanted[-1] == 0.0
    assert all(action.text() for action in tray.menu.actions() if not action.isSeparator())


def test_title_tray_and_sidebar_count_the_same(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings
) -> None:
    here, there = channel(engine, "Garden", "hello"), channel(engine, "Boats", "ahoy")
    quiet = channel(engine, "Attic", "dust", notifications=NotificationLevel.NONE)
    settings.store_text(SETTING_OPEN, here.hex())

    async def scene() -> None:
        await started(around.window)
        at = around.clock.at
        engine.receive(there, Said("a", at, JUNE), Said("b", at, JUNE))
        engine.receive(quiet, Said("c", at, JUNE))
        await until(lambda: around.window.windowTitle() == "(2) Tidings")

    run(scene())
    assert around.desktop.tray.icon.toolTip() == "Tidings, 2 unread"
    model = around.window.sidebar.model
    view = model.view(model.index_of(there))
    assert view is not None
    assert view.unread == 2


def test_closing_goes_into_the_tray_where_the_person_chose_so_and_says_it_once(
    run: Run[Any], around: Around, engine: FakeEngine, settings: FakeSettings, timed: Equipment
) -> None:
    channel(engine, "Garden")
    window, tray = around.window, around.desktop.tray
    timed.choices.switch(Choice.CLOSE_TO_TRAY, on=True)
    told: list[str] = []
    tray.say = lambda title, text: told.append(f"{title}: {text}")  # type: ignore[method-assign]  # heard here
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))
    run(started(window))
    window.close()
    assert not window.isVisible()
    assert ended == []
    assert len(told) == 1
    assert settings.texts[SETTING_TOLD_OF_TRAY] == "yes"
    tray.open_wanted.emit()
    assert window.isVisible()
    window.close()
    assert len(told) == 1
    tray.quit_wanted.emit()
    assert ended == [True]
    assert settings.texts[SETTING_GEOMETRY]
    assert around.notifier.is_closed
    assert not tray.icon.isVisible()


@pytest.mark.parametrize(("chosen", "tray"), [(True, False), (False, True), (False, False)])
def test_else_closing_ends_the_program(
    qtbot: QtBot,
    qapp: QApplication,
    equipment: Equipment,
    *,
    chosen: bool,
    tray: bool,
) -> None:
    equipment.choices.switch(Choice.CLOSE_TO_TRAY, on=chosen)
    desktop, _notifier = desk_of(equipment.theme, tray=tray)
    window = MainWindow(qapp, equipment, lambda _address: None, desktop)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.ended):
        window.close()
    assert not window.isVisible()


@pytest.mark.parametrize("tray", [True, False])
def test_started_hidden_it_is_in_the_tray_or_else_minimized(
    qtbot: QtBot, qapp: QApplication, equipment: Equipment, *, tray: bool
) -> None:
    desktop, _notifier = desk_of(equipment.theme, tray=tray)
    window = MainWindow(qapp, equipment, lambda _address: None, desktop)
    qtbot.addWidget(window)
    window.appear(hidden=True)
    assert window.isVisible() is not tray
    assert window.isMinimized() is not tray
    window.come_forward()
    assert window.isVisible()
    assert not window.isMinimized()


def test_ctrl_q_quits_even_with_a_tray(
    run: Run[Any], around: Around, engine: FakeEngine, timed: Equipment
) -> None:
    from ui.keys.table import Act

    channel(engine, "Garden")
    timed.choices.switch(Choice.CLOSE_TO_TRAY, on=True)
    ended: list[bool] = []
    around.window.ended.connect(lambda: ended.append(True))
    run(started(around.window))
    around.window.keyboard.acts[Act.QUIT]()
    assert ended == [True]


def test_quiet_by_the_tray_is_shown_there_until_it_ends(run: Run[Any], around: Around) -> None:
    tray = around.desktop.tray
    tray.quiet_actions[0].trigger()
    assert around.window.outside.announcer.quiet.until == around.clock.at + 3_600.0
    assert "muted until" in tray.icon.toolTip()
    tray.loud_action.trigger()
    assert "muted" not in tray.icon.toolTip()
    run(settled(around.window))


class Broken(FailingNotifier):
    """Is asked, and cannot."""

    def show(self, notice: Notice) -> None:  # type: ignore[explicit-override]  # the smallest fake
        self.failed.emit(notice)


def test_where_the_desktop_has_no_service_the_tray_shows_the_notice(theme: Theme) -> None:
    tray = Tray(theme, lambda: True)
    said: list[str] = []
    tray.say = lambda title, text: said.append(title)  # type: ignore[method-assign]  # heard here
    ways = FirstAble(Broken(), TrayNotifier(tray))
    pressed: list[object] = []
    ways.pressed.connect(pressed.append)
    notice = Notice(b"g" * 32, "Tidings: one", "", b"1")  # type: ignore[arg-type]  # ids by shape
    ways.show(notice)
    ways.show(notice)
    assert said == ["Tidings: one", "Tidings: one"]
    tray.message_pressed.emit()
    assert pressed == [b"g" * 32]
    assert isinstance(Desktop(ways, tray).notifier, FirstAble)


def test_the_tray_shows_no_further_balloon_for_words_that_were_only_put_right(
    theme: Theme,
) -> None:
    tray = Tray(theme, lambda: True)
    said: list[str] = []
    tray.say = lambda title, text: said.append(text)  # type: ignore[method-assign]  # heard here
    notice = Notice(b"g" * 32, "Tidings: one", "lunhc", b"1")  # type: ignore[arg-type]  # ids by shape
    ways = FirstAble(Broken(), TrayNotifier(tray))
    ways.show(notice)
    ways.show(replace(notice, text="lunch", calls=False))
    assert said == ["lunhc"]
