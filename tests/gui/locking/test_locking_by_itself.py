"""Where the person chose so, a window that nobody has touched for a while locks itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

import ui.steady
from tests.fake_engine import FakeEngine
from tests.fake_settings import FakeSettings
from tests.fake_vault import WORDS, FakeGate
from tests.gui.conftest import Run, until
from tests.gui.locking.scene import Clock, locked, unlock
from tests.gui.window_scene import channel, started
from ui.choices import Value
from ui.main_window.window import MainWindow
from ui.starting.lock import WindowLock
from ui.steady import steady


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
        await locked(lock)
        steady_clock.now += 10_000
        gate.unlock(WORDS)  # by the command line: no key is pressed here
        await until(lambda: lock.page is None)
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
    assert steady() <= steady()
    if hasattr(time, "CLOCK_BOOTTIME"):  # the only one of Linux that counts a sleep
        assert time.CLOCK_BOOTTIME == ui.steady._CLOCK
        assert steady() <= time.clock_gettime(time.CLOCK_BOOTTIME) <= steady()


# ---- waking the computer -------------------------------------------------------------------------


@pytest.fixture
def asleep(settings: FakeSettings, lock: WindowLock, steady_clock: Clock) -> Callable[[], None]:
    """Lets the computer sleep for a night; timers stand still meanwhile."""
    settings.store_text(Value.LOCK_MINUTES, "5")

    def sleep() -> None:
        lock.watch.touch()
        steady_clock.now += 8 * 3_600

    return sleep


def test_who_wakes_the_computer_with_keys_finds_it_locked_and_writes_nothing(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    lock: WindowLock,
    gate: FakeGate,
    asleep: Callable[[], None],
) -> None:
    channel(engine, "Garden", "tulips")

    async def story() -> None:
        await started(window)
        edit = window.pages.channel.composer.edit
        asleep()
        QTest.keyClicks(edit, "w")
        assert not opened(gate)
        assert not window.isVisible(), "at once: the next key may have come with the first"
        assert edit.toPlainText() == ""
        await unlock(lock)
        QTest.keyClicks(edit, "w")
        assert edit.toPlainText() == "w"

    run(story())


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_F1])
def test_who_wakes_the_computer_with_a_key_of_the_window_finds_it_locked_too(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    lock: WindowLock,
    gate: FakeGate,
    asleep: Callable[[], None],
    key: Qt.Key,
) -> None:
    """Such a key comes as a shortcut, not as a key press."""
    channel(engine, "Garden", "tulips")

    async def story() -> None:
        await started(window)
        bar = window.pages.channel.looking.bar
        bar.open_bar("")
        edit = window.pages.channel.composer.edit
        edit.setFocus()
        asleep()
        QTest.keyClick(edit, key)
        assert not opened(gate)
        assert not window.isVisible()
        await unlock(lock)
        assert not bar.isHidden(), "the key did nothing"
        assert not [one for one in window.findChildren(QDialog) if one.isVisible()]

    run(story())


def test_who_wakes_the_computer_with_the_mouse_finds_it_locked_and_presses_nothing(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    lock: WindowLock,
    gate: FakeGate,
    asleep: Callable[[], None],
) -> None:
    channel(engine, "Garden", "tulips")

    async def story() -> None:
        await started(window)
        asleep()
        QTest.mouseClick(window.rail.settings, Qt.MouseButton.LeftButton)
        assert not opened(gate)
        await unlock(lock)
        assert window.pages.shows_channel

    run(story())


def test_without_a_passphrase_the_key_that_wakes_the_computer_is_a_key_like_any_other(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    gate: FakeGate,
    asleep: Callable[[], None],
) -> None:
    gate.words = None
    channel(engine, "Garden", "tulips")

    async def story() -> None:
        await started(window)
        asleep()
        QTest.keyClicks(window.pages.channel.composer.edit, "we")
        assert window.pages.channel.composer.edit.toPlainText() == "we"

    run(story())
