"""A window that is locked shows the unlock page and nothing else, until the passphrase is right."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from tests.fake_engine import FakeEngine
from tests.fake_history import Said
from tests.fake_settings import FakeSettings
from tests.fake_vault import WORDS, FakeGate
from tests.gui.announcing.desk import desk_of
from tests.gui.conftest import Run, until
from tests.gui.locking.scene import Clock, locked, unlock
from tests.gui.window_scene import ENTER, JUNE, channel, started
from ui.choices import Value
from ui.equipment import Equipment
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow
from ui.settings_page.locking import Locking
from ui.starting.lock import WindowLock


def test_locked_it_shows_the_unlock_page_alone(
    run: Run[Any], window: MainWindow, engine: FakeEngine, lock: WindowLock, gate: FakeGate
) -> None:
    channel(engine, "Garden", "tulips")

    async def story() -> None:
        await started(window)
        beside = QDialog(window)
        beside.show()
        gate.lock()
        page = await locked(lock)
        seen = [one for one in QApplication.topLevelWidgets() if one.isVisible()]
        assert seen == [page]
        assert page.focusWidget() is page.passphrase
        QTest.keyClicks(page.passphrase, "correct hoarse")
        QTest.keyClick(page.passphrase, ENTER)
        await until(page.problem.isVisible)
        assert not window.isVisible()
        await unlock(lock)
        assert window.isVisible()
        assert beside.isVisible()
        beside.close()

    run(story())


def test_nobody_who_comes_by_another_way_sees_the_window(
    run: Run[Any], window: MainWindow, engine: FakeEngine, lock: WindowLock, gate: FakeGate
) -> None:
    """The tray, a second start and a link that is opened all lead to the unlock page."""
    channel(engine, "Garden", "tulips")

    async def story() -> None:
        await started(window)
        gate.lock()
        page = await locked(lock)
        page.hide()
        window.come_forward()
        assert page.isVisible()
        assert not window.isVisible()
        window.open_link("tidings:nothing of ours")
        assert not window.isVisible()
        late = QDialog(window)
        late.show()  # something that was on its way
        await until(lambda: not late.isVisible())
        await unlock(lock)
        assert late.isVisible()
        late.close()

    run(story())


def test_unlocked_from_elsewhere_while_it_is_in_the_tray_no_question_is_lost(
    run: Run[Any], window: MainWindow, lock: WindowLock, gate: FakeGate
) -> None:
    async def story() -> None:
        await started(window)
        question = QDialog(window)
        question.show()
        gate.lock()
        (await locked(lock)).hide()
        gate.unlock(WORDS)  # by the command line
        await until(lambda: lock.page is None)
        assert question.isVisible()
        assert not window.isVisible()
        question.close()

    run(story())


def test_what_stands_on_the_desktop_says_no_more_what_was_written(
    run: Run[Any],
    qtbot: QtBot,
    qapp: QApplication,
    equipment: Equipment,
    engine: FakeEngine,
    settings: FakeSettings,
    gate: FakeGate,
    clock: Clock,
) -> None:
    settings.store_text(SETTING_OPEN, channel(engine, "Garden").hex())
    boats = channel(engine, "Boats")
    desktop, notifier = desk_of(equipment.theme)
    window = MainWindow(qapp, equipment, lambda _address: None, desktop)
    qtbot.addWidget(window)
    lock = WindowLock(qapp, equipment, gate, window)

    async def story() -> None:
        await started(window)
        engine.receive(boats, Said("tulips", clock(), JUNE, received_at=clock()))
        await until(lambda: boats in notifier.there)
        assert notifier.there[boats].text == "tulips"
        gate.lock()
        page = await locked(lock)
        assert notifier.there[boats].title == "Tidings: New post in Boats"
        assert notifier.there[boats].text == ""
        gate.unlock(WORDS)
        await until(lambda: lock.page is None)
        page.wait_for_worker()

    run(story())


def test_a_profile_without_a_passphrase_is_never_locked(
    run: Run[Any], window: MainWindow, lock: WindowLock, gate: FakeGate, settings: FakeSettings
) -> None:
    gate.words = None
    settings.store_text(Value.LOCK_MINUTES, "1")

    async def story() -> None:
        await started(window)
        lock.lock()
        assert not gate.is_locked
        assert window.isVisible()

    run(story())


def test_escape_empties_the_field_and_the_cross_ends_the_program(
    run: Run[Any], window: MainWindow, lock: WindowLock, gate: FakeGate
) -> None:
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))

    async def story() -> None:
        await started(window)
        gate.lock()
        page = await locked(lock)
        QTest.keyClicks(page.passphrase, "half a")
        QTest.keyClick(page.passphrase, Qt.Key.Key_Escape)
        assert page.passphrase.text() == ""
        assert page.isVisible()
        page.close()
        assert ended == [True]

    run(story())


def test_the_settings_say_what_locking_needs(
    qtbot: QtBot, equipment: Equipment, gate: FakeGate, settings: FakeSettings
) -> None:
    made = Locking(equipment, gate)
    qtbot.addWidget(made)
    made.show()
    assert not made.useless.isVisible()
    made.after.setCurrentIndex(made.after.findData(15))
    assert settings.text(Value.LOCK_MINUTES, "") == "15"
    gate.words = None
    made.show_what_holds()
    assert made.useless.isVisible()
    assert not made.now.isEnabled()
    assert not made.after.isEnabled()


def test_lock_now_locks(run: Run[Any], qtbot: QtBot, equipment: Equipment, gate: FakeGate) -> None:
    made = Locking(equipment, gate)
    qtbot.addWidget(made)
    made.show()

    async def story() -> None:
        made.now.click()
        await until(lambda: gate.is_locked)

    run(story())
