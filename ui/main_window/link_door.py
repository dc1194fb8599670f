"""Links that come from outside: previewed as soon as it is known who we are, and where."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from engine.model.views import SpaceView
from ui.main_window.pages import Pages
from ui.services import Links
from ui.text.language import tr
from ui.widgets.toast import Toast


class LinkDoor(QObject):
    """Shows a link at once (``open``), or keeps the last one until the window can (``take``)."""

    def __init__(
        self,
        links: Links,
        pages: Pages,
        toast: Toast,
        views: Callable[[], Sequence[SpaceView]],
    ) -> None:
        """``views`` are our spaces."""
        super().__init__(pages)
        self._links = links
        self._pages = pages
        self._toast = toast
        self._views = views
        self._waiting = ""

    def open(self, text: str) -> None:
        """Previews ``text``. Raises Refused if it is nothing that can be shown."""
        self._pages.show_found(self._links.read(text), self._views())

    def keep(self, text: str) -> None:
        """It has to wait."""
        self._waiting = text

    def take(self) -> str:
        """What waited, or nothing; it waits no longer."""
        text, self._waiting = self._waiting, ""
        return text

    def tell_that_one_waits(self) -> None:
        """Says why nothing is shown yet, if something waits."""
        if self._waiting:
            self._toast.say("link", "accent", tr("First say who you are; then the link opens."))
