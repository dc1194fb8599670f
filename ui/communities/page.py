"""The page of a community: its channels, its members, and what is decided in it.

``open()`` it when it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.communities import ChannelView, CommunityMemberView, CommunityView, ModerationView
from engine.model.community_queries import CommunityChannels, CommunityMembers, ModerationLog
from engine.model.events import CommunityChanged, SpaceChanged
from engine.model.views import SpaceView
from ui.communities.book import CommunityBook
from ui.communities.channel_rows import ChannelsSection
from ui.communities.log_rows import ModerationSection
from ui.communities.members import MemberList
from ui.communities.members_pane import own_words
from ui.communities.words import TRAVELS, presence, wire_sentence
from ui.equipment import Equipment
from ui.look.avatars import SpaceMarks
from ui.look.theme import Gap
from ui.models.community_rows import is_met
from ui.text.language import tr
from ui.text.names import plain_name
from ui.text.namesakes import Bearers
from ui.text.numbers import number
from ui.widgets.buttons import IconButton, IconPushButton
from ui.widgets.flow import flow
from ui.widgets.fresh_page import FreshPage
from ui.widgets.labels import plain_label
from ui.widgets.page import Stages
from ui.widgets.segments import Segments

CHANNELS, MEMBERS, MODERATION = "channels", "members", "moderation"
MARK_PIXELS = 56
PAUSE_MS = 250  # ours: as the book
MEMBERS_SHOWN = 9  # ours: rows in sight before the list itself scrolls


class CommunityPage(FreshPage):
    """All signals carry the CommunityView; behind it ``menu_wanted`` the button to place it at, and
    ``member_wanted`` a member. ``again_wanted``: the person takes part again in what they left.
    """

    share_wanted = Signal(object)
    name_wanted = Signal(object)
    again_wanted = Signal(object)
    menu_wanted = Signal(object, object)
    member_wanted = Signal(object, object)

    def __init__(
        self,
        equipment: Equipment,
        book: CommunityBook,
        view: CommunityView,
        views: Callable[[], Sequence[SpaceView]],
    ) -> None:
        """``views`` are our spaces."""
        super().__init__(equipment.bridge, equipment.theme, plain_name(view.name), PAUSE_MS)
        self._equipment = equipment
        self._book = book
        self.view = view
        self._known: tuple[ChannelView, ...] = ()
        self._decided: (
            tuple[Sequence[CommunityMemberView], Sequence[ModerationView], Bearers] | None
        ) = None
        self._marks = SpaceMarks(equipment.theme)
        self.channels = ChannelsSection(equipment.theme, views)
        self.members = MemberList(equipment.theme)
        self.members.clicked.connect(self._member_pressed)
        self.members.activated.connect(self._member_pressed)
        self.moderation = ModerationSection(equipment.theme, self._knows_channel)
        self._make_head()
        segments = (
            (CHANNELS, "hash", tr("Channels")),
            (MEMBERS, "users", tr("Members")),
            (MODERATION, "shield", tr("Moderation")),
        )
        self.parts = Segments(equipment.theme, tr("Part of the community"), segments)
        self.parts.chosen.connect(self.show_part)
        self._people = QWidget()
        people = QVBoxLayout(self._people)
        people.setContentsMargins(0, 0, 0, 0)
        self.count = plain_label(role="hint")
        people.addWidget(self.count)
        people.addWidget(self.members)
        self.stages = Stages(self.channels, self._people, self.moderation)
        self.column.addWidget(self.parts)
        self.column.addWidget(self.stages)
        self.column.addStretch()
        equipment.bridge.community_changed.connect(self._on_changed)
        equipment.bridge.space_changed.connect(self._on_space)
        book.changed.connect(self._on_book)
        equipment.theme.changed.connect(self._dress)
        self._dress()
        self._show_head()

    def _make_head(self) -> None:
        theme = self._equipment.theme
        self.mark = QLabel()
        self.mark.setTextFormat(Qt.TextFormat.PlainText)
        self.mark.setFixedSize(QSize(MARK_PIXELS, MARK_PIXELS))
        self.state = plain_label()
        self.own = plain_label(role="hint")
        self.wire = plain_label(role="meta")
        self.travels = plain_label(tr(TRAVELS), role="hint")
        words = QVBoxLayout()
        words.setSpacing(Gap.XS)
        for label in (self.state, self.own, self.wire):
            words.addWidget(label)
        row = QHBoxLayout()
        row.setSpacing(Gap.L)
        row.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self.share = IconPushButton(theme, "user-plus", tr("Let somebody in"), "primary")
        self.share.clicked.connect(lambda: self.share_wanted.emit(self.view))
        self.rename = IconPushButton(theme, "pencil", tr("Change your name"))
        self.rename.clicked.connect(lambda: self.name_wanted.emit(self.view))
        self.again = IconPushButton(theme, "users", tr("Take part again"), "primary")
        self.again.clicked.connect(lambda: self.again_wanted.emit(self.view))
        self.more = IconButton(theme, "ellipsis", tr("What can be done with this community"))
        self.more.clicked.connect(lambda: self.menu_wanted.emit(self.view, self.more))
        self.column.addLayout(row)
        self.column.addWidget(self.travels)
        self.column.addLayout(flow(self.share, self.rename, self.again, self.more))

    # ---- what is shown ----------------------------------------------------------------------

    def open(self, part: str = CHANNELS) -> None:
        """Shows that part of it."""
        self.show_part(part)

    def show_part(self, part: str) -> None:
        """Channels, members or moderation."""
        self.parts.show_value(part)
        stages: dict[str, QWidget] = {
            CHANNELS: self.channels,
            MEMBERS: self._people,
            MODERATION: self.moderation,
        }
        self.stages.show_stage(stages[part])
        self._show_decisions()
        focus = {CHANNELS: self.channels.field, MEMBERS: self.members}
        focus.get(part, self.parts.buttons[part]).setFocus()

    @override
    async def _load(self) -> None:
        bridge, community = self._equipment.bridge, self.view.id
        channels = await bridge.ask(CommunityChannels(community))
        members = await bridge.ask(CommunityMembers(community))
        bearers = await self._equipment.names.in_community(community, members)
        log = await bridge.ask(ModerationLog(community))
        self._known = channels
        self.channels.show_channels(self.view, channels)
        self.members.members.show(members, bearers)
        self.count.setText(
            tr("{count} seen so far, in all channels.").format(count=number(len(members)))
        )
        self._fit_members(len(members))
        self._decided = members, log, bearers
        self._show_decisions()

    def _show_decisions(self) -> None:
        """Only where it is looked at: each decision is a row of its own."""
        if self._decided is not None and self.stages.current is self.moderation:
            members, log, bearers = self._decided
            self.moderation.show_decisions(self.view, members, self._known, log, bearers)

    def _fit_members(self, count: int) -> None:
        row = self.members.sizeHintForRow(0) if count else 0
        self.members.setMinimumHeight(row * min(count, MEMBERS_SHOWN) + Gap.S)

    def _show_head(self) -> None:
        view = self.view
        self.title.setText(plain_name(view.name))
        self.state.setText(presence(view))
        self.own.setText(own_words(view))
        self.wire.setText(wire_sentence(view.wire))
        self.travels.setVisible(not is_met(view) and not view.left)
        for button in (self.share, self.rename):
            button.setVisible(not view.left)
        self.again.setVisible(view.left)

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        pixmap = self._marks.pixmap(self.view.id, self.view.name, MARK_PIXELS, ratio)
        self.mark.setPixmap(pixmap)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._dress()  # on the screen it is shown on

    # ---- what changes -----------------------------------------------------------------------

    def _on_changed(self, event: CommunityChanged) -> None:
        if event.community == self.view.id:
            self._follow()

    def _on_space(self, event: SpaceChanged) -> None:
        """One of its channels was archived, say."""
        if any(one.space == event.space for one in self._known):
            self._follow()

    def _on_book(self) -> None:
        view = self._book.one(self.view.id)
        if view is None:
            self._book.changed.disconnect(self._on_book)  # it was forgotten, and never comes back
            self.closed.emit()
        elif view != self.view:
            self.view = view
            self._show_head()
            self._dress()
            self._follow()

    def _knows_channel(self, entry: ModerationView) -> bool:
        return bool(self.channels_of(entry))

    def channels_of(self, entry: ModerationView) -> list[ChannelView]:
        """The channels whose timelines are here and may hold the post of an entry of the log.

        Where nobody else was told of it, the entry does not say which one it is.
        """
        here = [one for one in self._known if one.space is not None]
        return [one for one in here if entry.channel in {"", one.name}]

    def _member_pressed(self, index: QModelIndex) -> None:
        member = self.members.member_at(index)
        if member is not None:
            self.member_wanted.emit(self.view, member)
