"""The pane at the right of a community's channel: who is in it, and what we are called there."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Signal, SignalInstance
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.communities import CommunityView
from engine.model.community_queries import CommunityMembers
from engine.model.events import CommunityChanged
from engine.model.views import SpaceView
from ui.communities.book import CommunityBook
from ui.communities.members import LEFT_OF_WORDS, MemberList
from ui.communities.words import TRAVELS
from ui.equipment import Equipment
from ui.look.theme import Gap, Type
from ui.models.community_rows import is_met
from ui.refresh import Refresh
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.numbers import number
from ui.widgets.beside_pane import BesidePane
from ui.widgets.buttons import IconButton, IconPushButton
from ui.widgets.labels import plain_label

USUAL_WORDS = QT_TR_NOOP("Offline · administrator · hidden")
MEMBERS_PAUSE_MS = 250  # ours: as everywhere


class ChannelMembersPane(BesidePane):
    """Of one channel at a time. ``closed`` is pressed; ``counted`` says how many are known.

    ``member_wanted`` carries the CommunityView and the CommunityMemberView of who is to be shown,
    ``name_wanted`` and ``share_wanted`` the CommunityView.
    """

    counted = Signal(int)
    member_wanted = Signal(object, object)
    name_wanted = Signal(object)
    share_wanted = Signal(object)

    def __init__(self, equipment: Equipment, book: CommunityBook) -> None:
        super().__init__()
        self._equipment = equipment
        self._book = book
        self._view: SpaceView | None = None
        theme = equipment.theme
        self._theme = theme
        self.list = MemberList(theme)
        self.list.clicked.connect(self._wanted)
        self.list.activated.connect(self._wanted)
        self.title = plain_label(tr("Members"), "title")
        self.close_button = IconButton(theme, "x", tr("Close members"), size=18)
        self.close_button.clicked.connect(self.closed)
        self.own = plain_label(role="hint")
        self.rename = IconPushButton(theme, "pencil", tr("Change your name"))
        self.rename.clicked.connect(lambda: self._emit(self.name_wanted))
        self.share = IconPushButton(theme, "user-plus", tr("Let somebody in"), "primary")
        self.share.clicked.connect(lambda: self._emit(self.share_wanted))
        self.nobody = plain_label(tr(TRAVELS), "meta")
        self._refresh = Refresh(equipment.bridge, self._load, MEMBERS_PAUSE_MS, self)
        equipment.bridge.community_changed.connect(self._on_changed)
        equipment.names.changed.connect(self._refresh.ask)
        book.changed.connect(self._show_own)
        self._lay_out()
        theme.changed.connect(self._dress)
        self._dress()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Gap.L, 0, Gap.S, 0)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        foot = QVBoxLayout()
        foot.setContentsMargins(Gap.L, Gap.S, Gap.L, Gap.L)
        foot.setSpacing(Gap.S)
        for widget in (self.nobody, self.own, self.rename, self.share):
            foot.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addLayout(foot)

    def _dress(self) -> None:
        self.title.setMinimumHeight(self._theme.head_height)

    @property
    @override
    def main(self) -> QWidget:
        return self.list

    @override
    def sizeHint(self) -> QSize:
        words = QFontMetrics(self._theme.font(Type.META)).horizontalAdvance(tr(USUAL_WORDS))
        hint = super().sizeHint()
        return QSize(max(hint.width(), LEFT_OF_WORDS + words + Gap.L), hint.height())

    @override
    def show_space(self, view: SpaceView) -> None:
        is_other = self._view is None or view.id != self._view.id
        if is_other:
            self._show_none()
        self._view = view
        self._show_own()
        (self._refresh.ask_now if is_other else self._refresh.ask)()

    @override
    def _catch_up(self) -> None:
        self._refresh.ask_now()

    @override
    def forget_space(self) -> None:
        self._view = None

    def _show_none(self) -> None:
        """Until it is known who is in it: what was said is of another channel."""
        self.list.members.show(())
        self.title.setText(tr("Members"))
        self.nobody.hide()
        self.own.clear()

    def _show_own(self) -> None:
        community = self._book.of(self._view)
        if community is None:
            return
        self.own.setText(own_words(community))
        for button in (self.rename, self.share):
            button.setVisible(not community.left)
        self.nobody.setVisible(not is_met(community) and not community.left)

    async def _load(self) -> None:
        view = self._view
        if view is None or view.community is None:
            return
        query = CommunityMembers(view.community, self._book.channel_of(view))
        members = await self._equipment.bridge.ask(query)
        if self._can_wait():
            if self._view is not None and view.id == self._view.id:
                self.counted.emit(len(members))
            return
        bearers = await self._equipment.names.of(view)
        if self._view is not None and view.id == self._view.id:
            self.list.members.show(members, bearers)
            many = tr("Members ({count})").format(count=number(len(members)))
            self.title.setText(many if members else tr("Members"))
            self.counted.emit(len(members))

    def _on_changed(self, event: CommunityChanged) -> None:
        if self._view is not None and event.community == self._view.community:
            self._refresh.ask()

    def _wanted(self, index: QModelIndex) -> None:
        member, community = self.list.member_at(index), self._book.of(self._view)
        if member is not None and community is not None:
            self.member_wanted.emit(community, member)

    def _emit(self, signal: SignalInstance) -> None:
        community = self._book.of(self._view)
        if community is not None:
            signal.emit(community)


def own_words(community: CommunityView) -> str:
    """What we are called there."""
    if not community.nickname:
        return tr("You have no name here yet.")
    return tr("You are {name} here.").format(name=shown_name(community.nickname))
