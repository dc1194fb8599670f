"""The code of a feed: whoever has it can follow the feed and pass it on.

``open()`` it when it is shown.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.model.feeds import FeedView
from ui.addresses import own_addresses
from ui.codes.code_view import CodeView
from ui.equipment import Equipment
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.problem import Problem, attempt

REVEALS = QT_TR_NOOP(
    "Whoever sees this code can read all of the feed, also what is published later, and learns its"
    " name as you call it and this computer's addresses."
)
HOW = QT_TR_NOOP("They open it in Tidings under “Follow a feed”.")


class FeedCodePage(Page):
    """Name, what the code reveals, and the code as a picture, a text and a file."""

    def __init__(self, equipment: Equipment, feed: FeedView, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("The feed's code"), parent)
        self._equipment = equipment
        self._feed = feed
        self.problem = Problem(equipment.theme)
        self.code = CodeView(equipment, "feed", tr("the feed's link"))
        self.code.hide()
        self.column.addWidget(plain_label(shown_name(feed.name), role="title"))
        self.column.addWidget(plain_label(tr(REVEALS)))
        self.column.addWidget(plain_label(tr(HOW), role="hint"))
        self.column.addWidget(self.problem)
        self.column.addWidget(self.code)
        self.column.addStretch()

    def open(self) -> None:
        """Makes the code with the addresses of this moment."""
        attempt(self._equipment.bridge, self._load(), self.problem)

    async def _load(self) -> None:
        addresses = await own_addresses(self._equipment.bridge)
        links, feed = self._equipment.links, self._feed
        self.code.show_link(links.of_feed(feed.key, feed.name, feed.form, addresses))
        self.code.show()
        self.code.copy.setFocus()
