"""The window that is in force. Where another language is chosen, another one takes its place.

Words are said once, when a widget is made: so a change of language makes the window anew, over the
same engine, where it was and on the page it was on. What the one before has begun (a copy that is
being saved, say) goes on to its end out of sight, and is told, called off and taken back in the new
one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from ui.announcing.desktop import desktop_around
from ui.attaching.attachments import Attachments
from ui.bridge import Bridge
from ui.choices import Choice
from ui.equipment import Equipment
from ui.languages import Languages
from ui.main_window.pages import OpenAddress, PageName
from ui.main_window.window import MainWindow
from ui.starting.lock import WindowLock
from ui.starting.update_notice import UpdateNotice
from ui.text.language import QT_TR_NOOP, tr

REPORT_LOST = QT_TR_NOOP("The report that was being made was called off. Please make it again.")

OnWindow = Callable[[MainWindow], object]


class Showing(QObject):
    """``ended``: the window was closed for good."""

    ended = Signal()

    def __init__(
        self,
        app: QApplication,
        equipment: Equipment,
        languages: Languages,
        open_address: OpenAddress,
        on_another: OnWindow,
    ) -> None:
        """``on_another`` is told of each window that takes the place of the one before."""
        super().__init__()
        self._app = app
        self._equipment = equipment
        self._languages = languages
        self._open_address = open_address
        self._on_another = on_another
        self._going: dict[Bridge, MainWindow] = {}
        self._undos_gone = asyncio.Event()
        """What the window in force offered to take back, it offers no more; or it is another one.
        Of each time another event.
        """
        self.window = self._made()

    async def close(self) -> None:
        """As ``Bridge.close``, of this window and of those before it that are not gone yet."""
        for bridge in (*self._going, self._equipment.bridge):
            await bridge.close()

    def _made(self) -> MainWindow:
        has = self._equipment
        has.choices.changed.connect(self._chosen)
        window = MainWindow(self._app, has, self._open_address, desktop_around(has.theme))
        UpdateNotice(has, window.banner, self._open_address, window)
        if has.gate is not None:
            WindowLock(self._app, has, has.gate, window)
        window.ended.connect(self.ended)
        window.toast.undos_gone.connect(self._on_undos_gone)
        return window

    def _chosen(self, choice: object) -> None:
        if choice == Choice.LANGUAGE:
            self._equipment.bridge.start(self._speak_anew())

    async def _speak_anew(self) -> None:
        before = self._languages.current
        self._languages.speak(self._equipment.choices.language)
        if self._languages.current != before:
            await self._replace()

    async def _replace(self) -> None:
        old, bridge = self.window, self._equipment.bridge
        settings_shown = old.pages.is_shown(PageName.SETTINGS)
        loses_report = old.occasions.makes_report()
        old.ended.disconnect(self.ended)
        self._equipment.choices.changed.disconnect(self._chosen)
        self._equipment = self._equipment.for_another_window()
        self.window = self._made()
        self.window.setGeometry(old.geometry())
        self.window.show()  # before the other goes: there is a window at every moment
        old.quit()  # it keeps what was begun in it
        self._on_another(self.window)
        self._attachments_of(self.window).take_over(self._attachments_of(old))
        self._going[bridge] = old
        self.window.told.take_over([going.told for going in self._going.values()])
        self._on_undos_gone()
        bridge.start(self._let_go(old, bridge))
        await bridge.stored()  # else the new one would ask before it is
        await self.window.start()
        if settings_shown:
            self.window.pages.show(PageName.SETTINGS)
        if loses_report:
            self.window.toast.say("info", "accent", tr(REPORT_LOST))

    async def _let_go(self, old: MainWindow, bridge: Bridge) -> None:
        """Once nothing that it has begun can still be on its way to it, nor be taken back by it:
        what the window in force offers of that is gone with its toast, and with that window.
        """
        await bridge.retire()
        while old.told.offers_undo and self.window.toast.can_take_back:
            await self._undos_gone.wait()
            await bridge.retire()  # what was taken back is on its way, and may be told
        del self._going[bridge]
        delete(old)  # at once: nothing of it can ask for anything more

    def _on_undos_gone(self) -> None:
        self._undos_gone.set()
        self._undos_gone = asyncio.Event()

    @staticmethod
    def _attachments_of(window: MainWindow) -> Attachments:
        return window.pages.channel.composer.attachments
