"""Starts the window on Qt's and asyncio's common loop, and returns when it was closed.

The first paint does not wait for the engine: the window is shown, then it asks what there is.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine

import PySide6  # noqa: F401 - qasync takes the binding that is loaded first
import qasync
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from engine.api import Engine
from ui.bridge import Bridge
from ui.choices import Choice
from ui.emoji.catalogue import catalogue
from ui.equipment import Equipment
from ui.languages import Languages
from ui.look.theme import Theme
from ui.main_window.window import MainWindow
from ui.services import Services
from ui.starting.application import make_application
from ui.starting.garbage import Collector
from ui.starting.showing import OnWindow, Showing

EMOJI_AFTER_MS = 4_000  # ours: the window is used by then, and rarely any emoji yet

OnReady = Callable[[MainWindow, "asyncio.Task[object]"], Coroutine[object, object, None]]
"""Given the window, and what is done once it has opened what was open last."""


def run_window(
    engine: Engine,
    services: Services,
    on_ready: OnReady | None = None,
    *,
    hidden: bool = False,
    on_another: OnWindow = lambda _window: None,
) -> int:
    """Shows the window until it is closed; the exit code. Must be called on the main thread.

    ``on_ready`` runs on the window's loop after the first paint: what takes time (opening ports,
    handing a link over) belongs there, behind what the person waits for. Its failures are shown
    like any other. ``hidden``, or the person's choice, begins in the tray alone, where there is
    one. ``on_another`` is told of each window that takes the first one's place.
    """
    app = make_application(sys.argv[:1])
    languages = Languages(app)
    languages.speak(services.settings.text(Choice.LANGUAGE, ""))
    theme = Theme(app, services.settings)
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    try:
        bridge = Bridge(engine, loop)
        equipment = Equipment(
            bridge,
            theme,
            services.codes,
            services.links,
            services.settings,
            updates=services.updates,
            profile=services.profile,
            exports=services.exports,
            profiles=services.profiles,
            directories=services.directories,
            reports=services.reports,
            gate=services.gate,
            restores=services.restores,
            moves=services.moves,
            began=services.began,
        )
        showing = Showing(app, equipment, languages, open_address, on_another)
        hidden = hidden or equipment.choices.is_on(Choice.START_HIDDEN)
        loop.run_until_complete(_live(app, showing, bridge, on_ready, hidden=hidden))
    finally:
        loop.close()
        asyncio.set_event_loop(None)
    return 0


def open_address(address: str) -> None:
    """Hands a confirmed address to the desktop."""
    QDesktopServices.openUrl(QUrl(address, QUrl.ParsingMode.StrictMode))


async def _live(
    app: QApplication,
    showing: Showing,
    bridge: Bridge,
    on_ready: OnReady | None,
    *,
    hidden: bool,
) -> None:
    closed = asyncio.Event()
    window = showing.window
    showing.ended.connect(closed.set)  # not when it only goes into the tray
    window.appear(hidden=hidden)
    app.processEvents()
    opening = window.start()
    if on_ready is not None:
        bridge.start(on_ready(window, opening))
    # Else the first one that is looked for would be waited for, in a key press or a row.
    in_thread = asyncio.get_running_loop().run_in_executor
    QTimer.singleShot(EMOJI_AFTER_MS, showing, lambda: in_thread(None, catalogue))
    collector = Collector(showing)
    collector.start()
    try:
        await closed.wait()
        await showing.close()
    finally:
        collector.stop()
