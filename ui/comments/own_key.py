"""Our key for comments on a feed: what its author, or whom they trust, has to be shown.

``open()`` it when it is shown.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.model.comment_commands import CommentKey
from engine.model.ids import PublicKey, SpaceId
from engine.model.views import SpaceView
from ui.addresses import own_addresses
from ui.codes.code_view import CodeView
from ui.comments.words import HOW_TO_BE_LET
from ui.equipment import Equipment
from ui.look.theme import Type
from ui.text.keys import grouped_key
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, card
from ui.widgets.problem import Problem, attempt

WHAT = QT_TR_NOOP(
    "The code holds your key and nothing secret. Whoever lets you comment opens it in Tidings, and "
    "gives you a permission; bring it back here."
)
SEEN = QT_TR_NOOP("Everybody who reads your comments sees this key.")


class OwnKeyPage(Page):
    """The key, in words, and its code. ``permission_wanted``: the answer is to be brought."""

    permission_wanted = Signal()

    def __init__(
        self, equipment: Equipment, feed: SpaceView, parent: QWidget | None = None
    ) -> None:
        super().__init__(equipment.theme, tr("Your key for comments"), parent)
        self._equipment = equipment
        self._feed = feed
        self.problem = Problem(equipment.theme)
        frame, inside = card()
        self.key = plain_label()
        self.key.setFont(equipment.theme.mono_font(Type.UI))
        inside.addWidget(plain_label(tr("Public key"), role="hint"))
        inside.addWidget(self.key)
        self.code = CodeView(equipment, "comment-key", tr("your key's link"))
        self.code.hide()
        self.bring = push_button(tr("I was given a permission"))
        self.bring.clicked.connect(self.permission_wanted)
        for widget in (
            plain_label(shown_name(feed.name), role="title"),
            plain_label(tr(HOW_TO_BE_LET)),
            plain_label(tr(WHAT)),
            self.problem,
            frame,
            self.code,
            plain_label(tr(SEEN), role="hint"),
        ):
            self.column.addWidget(widget)
        self.column.addLayout(flow(self.bring))
        self.column.addStretch()

    def open(self) -> None:
        """Shows the key, which is made now if there was none."""
        attempt(self._equipment.bridge, self._load(), self.problem)

    async def _load(self) -> None:
        bridge, feed = self._equipment.bridge, self._feed
        key = await bridge.perform(CommentKey(SpaceId(feed.id)))
        addresses = await own_addresses(bridge)
        self.key.setText(grouped_key(key))
        links = self._equipment.links
        self.code.show_link(links.of_comment_key(PublicKey(feed.public_key), key, addresses))
        self.code.show()
        self.code.copy.setFocus()
