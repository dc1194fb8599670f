"""Where a link in a message leads: one of ours is shown here, any other outside, once confirmed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from ui.bridge import Bridge
from ui.text.links import is_own_link
from ui.widgets.dialogs import LinkQuestion, answer


class PressedLinks(QObject):
    """``own_pressed`` carries a link of ours: what it leads to is only to be previewed."""

    own_pressed = Signal(str)

    def __init__(
        self, bridge: Bridge, page: QWidget, open_address: Callable[[str], object]
    ) -> None:
        """``open_address`` hands an address the person confirmed to the desktop."""
        super().__init__(page)
        self._bridge = bridge
        self._page = page
        self._open_address = open_address

    def follow(self, link: str) -> None:
        """The person pressed a link."""
        if is_own_link(link):
            self.own_pressed.emit(link)
        else:
            self._bridge.start(self._ask(link))

    async def _ask(self, link: str) -> None:
        question = LinkQuestion(self._page, link)
        question.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(link))
        if await answer(question):
            self._open_address(link)
