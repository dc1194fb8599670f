"""Puts the window on top of an engine of its own. The caller holds the profile's lock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from PySide6.QtCore import Qt

from app import crash
from app.compose import open_engine
from app.control import Door, open_control
from app.engine_thread import EngineThread
from app.links import TidingsLinks
from app.online import Doors, go_online
from app.paths import Paths
from app.profile import AskPassphrase
from app.qr import QrCodes
from app.settings import StoredSettings
from engine.api import Engine
from engine.errors import Fault, FaultReason
from engine.store import keys
from engine.store.migrate import latest_format
from ui.start import run_window
from ui.unlocking import ask_passphrase
from ui.window import MainWindow

CLOSING_SECONDS = 10.0  # ours: what was sent is out, and the database folded, well before that


def run(paths: Paths, passphrase: AskPassphrase, link: str | None) -> int:
    """Shows the window until it is closed; the exit code. Raises Refused or Fault before that.

    ``link`` is previewed in it. A profile with a passphrase asks for it in a window of its own,
    unless ``passphrase`` has it from a file.
    """
    chosen = _passphrase(paths, passphrase)
    stored = StoredSettings(paths.settings)
    front = _Front()

    @asynccontextmanager
    async def opened() -> AsyncIterator[Engine]:
        async with (
            open_engine(paths, lambda *, is_new: chosen, online=True) as running,  # noqa: ARG005
            open_control(running.engine, front.door(), paths.socket),
        ):
            yield running.engine

    thread = EngineThread(opened, lambda loop: crash.watch_loop(loop, front.tell_bug))

    async def on_ready(window: MainWindow) -> None:
        crash.install_crash_hooks(front.tell_bug)
        crash.watch_loop(asyncio.get_running_loop(), front.tell_bug)
        front.take(window)
        if link is not None:
            window.open_link(link)
        await go_online(thread, stored, Doors())

    thread.start()
    try:
        return run_window(thread, stored, QrCodes(), TidingsLinks(), on_ready)
    finally:
        thread.stop()
        thread.join(CLOSING_SECONDS)


def _passphrase(paths: Paths, passphrase: AskPassphrase) -> str | None:
    """None for a profile without one, and for a new one."""
    newest = latest_format()
    if not keys.exists(paths.profile) and not paths.database.exists():
        return passphrase(is_new=True)
    if not keys.needs_passphrase(paths.profile, newest):
        return None
    return ask_passphrase(lambda words: keys.unlock(paths.profile, words, newest))


@dataclass(slots=True)
class _Front:
    """The window, for whoever knocks at the control socket: that is another thread."""

    _window: MainWindow | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _waiting: list[str | None] = field(default_factory=list)

    def take(self, window: MainWindow) -> None:
        """From now on there is a window; what was asked for before is shown."""
        self._loop = asyncio.get_running_loop()
        self._window = window
        for link in self._waiting:
            self._show(link)

    def door(self) -> Door:
        """For the control socket."""
        return Door(stop=self._stop, show=self._knock)

    def _knock(self, link: str | None) -> None:
        if self._loop is None:
            self._waiting.append(link)
        else:
            self._loop.call_soon_threadsafe(self._show, link)

    def _show(self, link: str | None) -> None:
        assert self._window is not None
        if self._window.isMinimized():
            self._window.setWindowState(
                self._window.windowState() & ~Qt.WindowState.WindowMinimized
            )
        self._window.open_link(link or "")

    def tell_bug(self, error: BaseException) -> None:
        """One plain sentence; from any thread. The log has the rest."""
        fault = Fault(FaultReason.BUG, type(error).__name__)
        if self._loop is not None and self._window is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._window.show_failure, fault)

    def _stop(self) -> None:
        if self._loop is not None and self._window is not None:
            self._loop.call_soon_threadsafe(self._window.close)
