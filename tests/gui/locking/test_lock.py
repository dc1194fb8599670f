"""A window that is locked shows the unlock page and nothing else, until the passphrase is right."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
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
from tests.gui.window_scene import JUNE, channel, started
from ui.choices import Value
from ui.equipment import Equipment
from ui.main_window.going import SETTING_OPEN
from ui.main_window.window import MainWindow
from ui.settings_page.locking import Locking
from ui.starting.lock import LockWindow, WindowLock
from ui.steady import steady

ENTER = Qt.Key.Key_Return


class Clock:
    """``now`` stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def steady_clock() -> Clock:
    """The one that nobody sets."""
    return Clock()


@pytest.fixture
def gate() -> FakeGate:
    return FakeGate()


@pytest.fixture
def equipment(equipment: Equipment, gate: FakeGate, clock: Clock, steady_clock: Clock) -> Equipment:
    return replace(equipment, gate=gate, now=clock, steady=steady_clock)


@pytest.fixture
def lock(
    qapp: QApplication, window: MainWindow, equipment: Equipment, gate: FakeGate
) -> Iterator[WindowLock]:
    made = WindowLock(qapp, equipment, gate, window)
    yield made
    if made.page is not None:
        made.page.wait_for_worker()
        made.page.hide()
        made.page.deleteLater()


async def locked(lock: WindowLock) -> LockWindow:
    await until(lambda: lock.page is not None)
    assert lock.page is not None
    return lock.page


async def unlock(lock: WindowLock) -> None:
    page = await locked(lock)
    page.passphrase.clear()
    QTest.keyClicks(page.passphrase, WORDS)
    QTest.keyClick(page.passphrase, ENTER)
    await until(lambda: lock.page is None)


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


def opened(gate: FakeGate) -> bool:
    return not gate.is_locked


def test_it_locks_itself_when_nobody_has_touched_it_for_so_long(
    run: Run[Any],
    window: MainWindow,
    lock: WindowLock,
    gate: FakeGate,
    settings: FakeSettings,
    steady_clock: Clock,
) -> None:
    async def story() -> None:
        await started(window)
        steady_clock.now += 10_000
        lock.watch.look()
        assert opened(gate), "nobody asked for it"
        settings.store_text(Value.LOCK_MINUTES, "5")
        lock.watch.touch()
        steady_clock.now += 299
        lock.watch.look()
        assert opened(gate)
        QTest.keyClick(window, Qt.Key.Key_Shift)  # somebody is there
        steady_clock.now += 299
        lock.watch.look()
        assert opened(gate)
        steady_clock.now += 1
        lock.watch.look()
        assert not opened(gate)
        await unlock(lock)
        lock.watch.look()
        assert opened(gate), "it counts from the unlocking on"

    run(story())


def test_a_clock_that_is_set_back_keeps_nothing_from_being_locked(
    run: Run[Any],
    window: MainWindow,
    lock: WindowLock,
    gate: FakeGate,
    settings: FakeSettings,
    clock: Clock,
    steady_clock: Clock,
) -> None:
    async def story() -> None:
        await started(window)
        settings.store_text(Value.LOCK_MINUTES, "5")
        lock.watch.touch()
        clock.now -= 86_400
        steady_clock.now += 300
        lock.watch.look()
        assert not opened(gate)
        await locked(lock)

    run(story())


def test_the_clock_of_the_lock_goes_on_and_is_not_the_one_that_people_set() -> None:
    first, second = steady(), steady()
    assert first <= second
    if hasattr(time, "CLOCK_BOOTTIME"):
        assert first <= time.clock_gettime(time.CLOCK_BOOTTIME)


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
