"""The link of a community: whoever has it is in, for ever.

``open()`` it when it is shown.
"""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.model.communities import CommunityView, WireVersion, cabal_link, moderators_of
from engine.model.community_queries import CommunityMembers
from ui.addresses import own_addresses
from ui.codes.code_view import CodeView
from ui.communities.words import FOR_EVER, TRAVELS, wire_sentence
from ui.equipment import Equipment
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.buttons import IconPushButton
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.problem import Problem, attempt

REVEALS = QT_TR_NOOP(
    "The link also tells the community's name as you call it, and this computer's addresses. Give "
    "it only to people whom you trust with everything that is written there."
)
HOW = QT_TR_NOOP("They open it in Tidings under “Join a community”.")
OF_CABAL = QT_TR_NOOP("People who use the cabal programs join by the bare key.")
OF_MODERATORS = QT_TR_NOOP(
    "With its moderators: for whoever joins by it, what you decide counts, and what those decide "
    "who have a role. They can revoke that."
)


class ShareCommunityPage(Page):
    """What the link gives away, and the link as a picture, a text and a file."""

    def __init__(
        self, equipment: Equipment, view: CommunityView, parent: QWidget | None = None
    ) -> None:
        title = tr("Let somebody into the community")
        super().__init__(equipment.theme, title, parent)
        self._equipment = equipment
        self._view = view
        self.problem = Problem(equipment.theme)
        self.code = CodeView(equipment, "community", tr("the community's link"))
        self.code.hide()
        self.for_ever = plain_label(tr(FOR_EVER), role="warn")
        self.bare = IconPushButton(equipment.theme, "key-round", tr("Copy the bare key"))
        self.bare.clicked.connect(self._copy_bare)
        self.moderated = IconPushButton(
            equipment.theme, "shield-check", tr("Copy the key with its moderators")
        )
        self.moderated.clicked.connect(lambda: equipment.bridge.start(self._copy_moderated()))
        self.told = plain_label(role="good")
        self.told.hide()
        for widget in (
            plain_label(shown_name(view.name), role="title"),
            self.for_ever,
            plain_label(tr(REVEALS)),
            plain_label(tr(HOW), role="hint"),
            self.problem,
            self.code,
            plain_label(wire_sentence(view.wire), role="hint"),
        ):
            self.column.addWidget(widget)
        if view.wire is WireVersion.M:
            self.column.addWidget(plain_label(tr(OF_CABAL), role="hint"))
            self.column.addWidget(plain_label(tr(OF_MODERATORS), role="hint"))
            self.column.addLayout(flow(self.bare, self.moderated))
            self.column.addWidget(self.told)
        self.column.addWidget(plain_label(tr(TRAVELS), role="hint"))
        self.column.addStretch()

    def open(self) -> None:
        """Makes the link with the addresses of this moment."""
        attempt(self._equipment.bridge, self._load(), self.problem)

    async def _load(self) -> None:
        addresses = await own_addresses(self._equipment.bridge)
        links, view = self._equipment.links, self._view
        self.code.show_link(links.of_community(view.key, view.wire, view.name, addresses))
        self.code.show()
        self.code.copy.setFocus()

    def _copy_bare(self) -> None:
        self._copy(cabal_link(self._view.key))

    async def _copy_moderated(self) -> None:
        members = await self._equipment.bridge.ask(CommunityMembers(self._view.id))
        self._copy(cabal_link(self._view.key, moderators_of(members)))

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.told.setText(tr("The key is in the clipboard."))
        self.told.show()
