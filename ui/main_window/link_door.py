"""Links that come from outside, or stand in a message: previewed as soon as it is known who we are.

A line that names a message is no link to preview: that message is gone to, where it is ours to see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from engine.errors import Refused
from engine.model.queries import OnePost
from engine.model.views import SpaceView
from ui.equipment import Equipment
from ui.main_window.pages import Pages
from ui.text.language import tr
from ui.text.message_link import read_message_link
from ui.widgets.toast import Toast


class LinkDoor(QObject):
    """Shows a link at once, or keeps the last one until the window can.

    ``refused`` carries the Refused of what is no link, or of nothing that can be shown;
    ``post_found`` the SpaceId and the OrderKey of the message that a line names.
    """

    refused = Signal(object)
    post_found = Signal(object, object)

    def __init__(
        self,
        equipment: Equipment,
        pages: Pages,
        toast: Toast,
        views: Callable[[], Sequence[SpaceView]],
    ) -> None:
        """``views`` are our spaces."""
        super().__init__(pages)
        self._links = equipment.links
        self._bridge = equipment.bridge
        self._pages = pages
        self._toast = toast
        self._views = views
        self._waiting = ""

    def bring(self, text: str, *, can_open: bool, can_tell: bool) -> None:
        """A link has come. Where it cannot be opened yet it waits; ``can_tell``: and that is said.

        Nothing comes of an empty text.
        """
        if not text:
            return
        if can_open:
            self._open(text)
            return
        self._waiting = text
        if can_tell:
            self.tell_that_one_waits()

    def open_what_waits(self) -> bool:
        """Previews what waited; whether anything did. It waits no longer."""
        text, self._waiting = self._waiting, ""
        if text:
            self._open(text)
        return bool(text)

    def tell_that_one_waits(self) -> None:
        """Says why nothing is shown yet, if something waits."""
        if self._waiting:
            self._toast.say("link", "accent", tr("First say who you are; then the link opens."))

    def _open(self, text: str) -> None:
        named = read_message_link(text)
        if named is not None:
            self._bridge.start(self._find(OnePost(*named)))
            return
        try:
            self._pages.show_found(self._links.read(text), self._views())
        except Refused as refused:
            self.refused.emit(refused)

    async def _find(self, query: OnePost) -> None:
        post = await self._bridge.ask(query)
        self.post_found.emit(query.space, post.order)
