"""Puts the window on top of an engine of its own. The caller holds the profile's lock."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import RLock

from PySide6.QtGui import QGuiApplication

from app import crash
from app.backups.beside import RestoresOnDisk
from app.control.server import Door, open_control
from app.engine_thread import EngineThread
from app.exporting.beside import Exports
from app.folders.surveying import DirectoriesOnDisk
from app.links import TidingsLinks
from app.moving.beside import MovesBeside
from app.online import Doors, go_online
from app.profile.gate import Gate
from app.profile.key_ring import KeyRing
from app.profile.known import known_profiles
from app.profile.lock import waiting_for_passphrase
from app.profile.opening import AskPassphrase, open_profile, unlock_profile
from app.profile.own import OwnProfileOnDisk
from app.profile.paths import Paths
from app.profile.settings import Settings, StoredSettings
from app.qr import QrCodes
from app.reading_first import ReadingFirst
from app.reading_parts import reading_parts
from app.reports.beside import ReportsBeside
from app.reports.by_command import ReportsByCommand
from app.reports.underway import Underway
from app.updates.checking import UpdateCheck, packager_address
from engine.api import Engine
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.store import keys
from engine.store.migrate import latest_format
from ui.main_window.window import MainWindow
from ui.services import Services
from ui.starting.application import make_application
from ui.starting.ending import ending_signals
from ui.starting.garbage import collected_here
from ui.starting.opening import opened_in_sight
from ui.starting.start import run_window
from ui.starting.trouble import show_trouble
from ui.starting.unlocking import ask_passphrase

_log = logging.getLogger(__name__)

UNSEEN_PLATFORMS = {"offscreen", "minimal"}
ONLINE_AFTER_SECONDS = 0.2  # ours: what was opened is painted by then, undisturbed
CLOSING_SECONDS = 10.0  # ours: what was sent is out, and the database folded, well before that


def run(
    paths: Paths,
    passphrase: AskPassphrase,
    link: str | None,
    *,
    asks: bool,
    hidden: bool = False,
) -> int:
    """Shows the window until it is closed; the exit code. Raises Refused or Fault before that.

    ``link`` is previewed in it. ``asks``: a locked profile's passphrase is asked for in a window of
    its own, not through ``passphrase``. ``hidden``: it begins in the tray, if there is one.
    """
    # Also once the window is gone: the engine's thread, while it ends, must not find its rings.
    with collected_here():
        return _run(paths, passphrase, link, asks=asks, hidden=hidden)


def _run(
    paths: Paths, passphrase: AskPassphrase, link: str | None, *, asks: bool, hidden: bool
) -> int:
    try:
        # What stands in the way is said before there is a window, and before anything is written.
        key = _key(paths, passphrase, asks=asks)
        stored = StoredSettings(paths.settings)
        store = opened_in_sight(lambda told: open_profile(paths, key, told), stored)
    except (Refused, Fault) as problem:
        _say_to_who_has_no_terminal(problem)
        raise
    gate = Gate(paths.profile)
    front = _Front(gate)

    @asynccontextmanager
    async def opened() -> AsyncIterator[Engine]:
        from app.compose import run_engine  # slow to load, and wanted once the posts are painted

        async with run_engine(store, Settings.of(stored), online=True) as running:
            thread.hear(running.engine)  # the window has read already: it is told of every change
            async with open_control(running.engine, front.door(), paths.socket):
                yield running.engine

    thread = EngineThread(opened, lambda loop: crash.watch_loop(loop, front.tell_bug))
    engine = ReadingFirst(thread, lambda: store.reader(reading_parts))

    async def on_ready(window: MainWindow, opening: asyncio.Task[object]) -> None:
        crash.install_crash_hooks(front.tell_bug)
        crash.watch_loop(asyncio.get_running_loop(), front.tell_bug)
        for number in ending_signals():
            asyncio.get_running_loop().add_signal_handler(number, front.stop)
        front.take(window)
        if link is not None:
            window.open_link(link)
        await asyncio.wait([opening])
        await asyncio.sleep(ONLINE_AFTER_SECONDS)
        await go_online(engine, stored, Doors())

    for number in ending_signals():
        signal.signal(number, lambda _number, _frame: front.stop())
    began = time.time()
    underway = Underway(paths.reports)
    underway.begin_to_clear()
    try:
        services = Services(
            stored,
            QrCodes(),
            TidingsLinks(),
            UpdateCheck(packager_address()),
            OwnProfileOnDisk(paths),
            Exports(engine),
            known_profiles(paths.profile),
            DirectoriesOnDisk(),
            ReportsBeside(engine, stored, underway, ReportsByCommand(paths.reports_by_command)),
            gate,
            RestoresOnDisk(paths),
            MovesBeside(engine, paths),
            began,
        )
        return run_window(engine, services, on_ready, hidden=hidden, on_another=front.take)
    finally:
        engine.end()
        thread.stop()
        if not thread.join(CLOSING_SECONDS):
            _log.error("the engine has not ended within %s s", CLOSING_SECONDS)
        stored.flush()  # while the lock is ours: the next program reads them


def _key(paths: Paths, passphrase: AskPassphrase, *, asks: bool) -> bytes:
    """Unlocked once for the whole start: it is slow on purpose."""
    newest = latest_format()
    is_new = not keys.exists(paths.profile) and not paths.database.exists()
    if is_new or not asks or not keys.needs_passphrase(paths.profile, newest):
        return unlock_profile(paths, passphrase)
    if (remembered := KeyRing(paths).key()) is not None:
        return remembered
    with waiting_for_passphrase(paths.lock):
        return ask_passphrase(
            lambda words: keys.unlock(paths.profile, words, newest),
            paths.profile,
            StoredSettings(paths.settings),
        )


def _say_to_who_has_no_terminal(problem: Refused | Fault) -> None:
    """In a window, for whoever started us from a menu; where nobody could close it, not at all."""
    if isinstance(problem, Refused) and problem.reason is Refusal.PASSPHRASE_NEEDED:
        return  # the person has just declined to give it
    make_application([])
    if QGuiApplication.platformName() not in UNSEEN_PLATFORMS:
        show_trouble(problem)


@dataclass(slots=True)
class _Front:
    """The window, for whoever knocks at the control socket: that is another thread."""

    _gate_of_profile: Gate
    _window: MainWindow | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    # Reentrant: a signal's handler may come while its thread holds it.
    _gate: RLock = field(default_factory=RLock)
    _waiting: SimpleQueue[str | None] = field(default_factory=SimpleQueue)
    _is_stopped: bool = False

    def take(self, window: MainWindow) -> None:
        """From now on there is a window; what was asked for before is shown."""
        with self._gate:
            self._window = window
            self._loop = asyncio.get_running_loop()
        self._show_waiting()
        if self._is_stopped:
            self.stop()

    def door(self) -> Door:
        """For the control socket."""
        return Door(stop=self.stop, show=self._knock, gate=self._gate_of_profile)

    def _knock(self, link: str | None) -> None:
        self._waiting.put(link)
        self._call(self._show_waiting)

    def _call(self, work: Callable[[], object]) -> None:
        """On the window's loop, while there is one; from any thread."""
        with self._gate:
            loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has just closed: nobody is there to be shown anything
                loop.call_soon_threadsafe(work)

    def _show_waiting(self) -> None:
        while not self._waiting.empty():  # taken on the window's loop alone
            self._show(self._waiting.get_nowait())

    def _show(self, link: str | None) -> None:
        self._in_force().open_link(link or "")

    def tell_bug(self, error: BaseException) -> None:
        """One plain sentence; from any thread. The log has the rest."""
        fault = Fault(FaultReason.BUG, type(error).__name__)
        self._call(lambda: self._in_force().show_failure(fault))

    def stop(self) -> None:
        """Ends the window, as soon as there is one; from any thread."""
        self._is_stopped = True
        self._call(lambda: self._in_force().quit())

    def _in_force(self) -> MainWindow:
        """On its loop alone: another one may take its place while a call is on its way."""
        assert self._window is not None, "nothing is called before there is one"
        return self._window
