"""A clock that the test moves, and the page of a window that is locked."""

from __future__ import annotations

from PySide6.QtTest import QTest

from tests.fake_vault import WORDS
from tests.gui.conftest import until
from tests.gui.window_scene import ENTER
from ui.starting.lock import LockWindow, WindowLock


class Clock:
    """``now`` stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


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
