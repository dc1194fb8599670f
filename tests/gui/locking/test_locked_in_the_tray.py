"""Where closing the window leaves the program in the tray, so does the page of a locked one."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.fake_vault import WORDS, FakeGate
from tests.gui.announcing.desk import desk_of
from tests.gui.conftest import Run, until
from tests.gui.locking.scene import locked, unlock
from tests.gui.window_scene import started
from ui.choices import Choice
from ui.equipment import Equipment
from ui.main_window.window import MainWindow
from ui.starting.lock import WindowLock


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, equipment: Equipment) -> MainWindow:
    """One that is closed into the tray."""
    equipment.choices.switch(Choice.CLOSE_TO_TRAY, on=True)
    desktop, _notifier = desk_of(equipment.theme)
    made = MainWindow(qapp, equipment, lambda _address: None, desktop)
    qtbot.addWidget(made)
    made.show()
    return made


def test_locked_while_it_is_out_of_sight_it_asks_nobody_until_it_is_wanted(
    run: Run[Any], window: MainWindow, lock: WindowLock, gate: FakeGate
) -> None:
    async def story() -> None:
        await started(window)
        window.close()
        gate.lock()
        page = await locked(lock)
        assert not page.isVisible()
        assert not window.isVisible()
        window.outside.open_wanted.emit()
        assert page.isVisible()
        assert not window.isVisible()
        await unlock(lock)
        assert window.isVisible()

    run(story())


@pytest.mark.parametrize("by", ["its cross", "its button"])
def test_the_page_is_left_into_the_tray_as_the_window_is_and_it_stays_locked(
    run: Run[Any], window: MainWindow, lock: WindowLock, gate: FakeGate, by: str
) -> None:
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))

    async def story() -> None:
        await started(window)
        gate.lock()
        page = await locked(lock)
        leave = page.close if by == "its cross" else page.cancel.click
        leave()
        assert not page.isVisible()
        assert not window.isVisible()
        assert ended == []
        window.outside.open_wanted.emit()
        assert page.isVisible()
        assert not window.isVisible()
        page.close()
        gate.unlock(WORDS)  # by the command line
        await until(lambda: lock.page is None)
        assert not window.isVisible()

    run(story())
