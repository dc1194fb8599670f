"""The page of a member: who they are, how they stand here, what can be done, and their key.

Made for one member; ``open()`` it when it is shown.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout
from typing_extensions import override

from engine.errors import Refusal, Refused
from engine.model.communities import (
    CommunityMemberView,
    CommunityView,
    MemberRole,
    MemberStanding,
)
from engine.model.community_queries import OneCommunityMember
from engine.model.events import CommunityChanged, SpaceChanged
from engine.model.views import MemberView, SpaceView
from ui.communities.moderating import Moderating
from ui.communities.words import (
    ROLE_TITLES,
    judgement_sentence,
    knows_roles,
    member_line,
)
from ui.equipment import Equipment
from ui.look.avatars import Avatars
from ui.look.theme import Gap, Type
from ui.people.comparing import Comparing
from ui.text.channels import channel_name
from ui.text.keys import grouped_key
from ui.text.language import tr
from ui.text.names import shown_name
from ui.text.namesakes import called
from ui.text.times import clock, day_words
from ui.widgets.buttons import IconPushButton
from ui.widgets.flow import flow
from ui.widgets.fresh_page import FreshPage
from ui.widgets.labels import change_role, plain_label
from ui.widgets.page import card

AVATAR_PIXELS = 64
BADGE_PIXELS = 20
COPIED_MS = 3_000
PAUSE_MS = 250  # ours: as the list of members
CHANNELS_NAMED_MAX = 8  # ours: about a line


class CommunityMemberPage(FreshPage):
    """``mention_wanted`` carries the member; ``name_wanted`` the CommunityView, of our own page."""

    mention_wanted = Signal(object)
    name_wanted = Signal(object)

    def __init__(
        self,
        equipment: Equipment,
        moderating: Moderating,
        community: CommunityView,
        member: CommunityMemberView,
        space: SpaceView | None,
    ) -> None:
        """``space``: a channel of the community that we are in; None: there is none."""
        super().__init__(equipment.bridge, equipment.theme, tr("Member"), PAUSE_MS)
        self._equipment = equipment
        self._moderating = moderating
        self._community = community
        self.member = member
        self._avatars = Avatars(equipment.theme)
        self._make_card()
        self._make_buttons(space)
        self._make_standing()
        self._make_key()
        self.comparing = None
        if space is not None and not member.ours:
            self.comparing = Comparing(equipment, space, _as_anywhere(member))
        self._lay_out()
        equipment.theme.changed.connect(self._dress)
        equipment.bridge.community_changed.connect(self._on_changed)
        equipment.bridge.space_changed.connect(self._on_space)
        self._show(member)

    # ---- its parts --------------------------------------------------------------------------

    def _make_card(self) -> None:
        self.avatar = QLabel()
        self.avatar.setTextFormat(Qt.TextFormat.PlainText)
        self.avatar.setFixedSize(QSize(AVATAR_PIXELS, AVATAR_PIXELS))
        self.name = plain_label(role="page")
        self.badge = QLabel()
        self.badge.setTextFormat(Qt.TextFormat.PlainText)
        self.badge.setAccessibleName(tr("Verified: you have compared safety codes"))
        self.presence = plain_label()
        self.where = plain_label(role="hint")

    def _button(self, icon: str, words: str, kind: str = "") -> IconPushButton:
        return IconPushButton(self._equipment.theme, icon, words, kind)

    def _make_buttons(self, space: SpaceView | None) -> None:
        acts, at = self._moderating, self._community
        self.mention = self._button("at-sign", tr("Mention"), "primary")
        self.mention.clicked.connect(lambda: self.mention_wanted.emit(self.member))
        self._can_mention = space is not None and space.can_post
        self.hide_them = self._button("eye-off", tr("Hide…"))
        self.hide_them.clicked.connect(lambda: acts.hide(at, self.member))
        self.show_them = self._button("eye", tr("Show again"))
        self.show_them.clicked.connect(lambda: acts.show(at, self.member))
        self.block = self._button("ban", tr("Block…"), "danger")
        self.block.clicked.connect(lambda: acts.block(at, self.member))
        self.unblock = self._button("undo-2", tr("Unblock"))
        self.unblock.clicked.connect(lambda: acts.unblock(at, self.member))
        self.follow = self._button("flag", tr("Follow their moderation"))
        self.follow.clicked.connect(lambda: acts.follow(at, self.member, followed=True))
        self.unfollow = self._button("flag", tr("Stop following their moderation"))
        self.unfollow.clicked.connect(lambda: acts.follow(at, self.member, followed=False))
        self.roles: dict[MemberRole, QPushButton] = {}
        for role, icon in (
            (MemberRole.ADMIN, "shield-check"),
            (MemberRole.MODERATOR, "shield"),
            (MemberRole.USER, "user"),
        ):
            words = {
                MemberRole.ADMIN: tr("Make administrator…"),
                MemberRole.MODERATOR: tr("Make moderator…"),
                MemberRole.USER: tr("Take the role back…"),
            }
            button = self.roles[role] = self._button(icon, words[role])
            button.clicked.connect(lambda _on=False, r=role: acts.give_role(at, self.member, r))
        self.rename = self._button("pencil", tr("Change your name"), "primary")
        self.rename.clicked.connect(lambda: self.name_wanted.emit(at))

    def _make_standing(self) -> None:
        self.standing, column = card()
        self.standing_title = plain_label(role="title")
        self.standing_words = plain_label(role="hint")
        column.addWidget(self.standing_title)
        column.addWidget(self.standing_words)

    def _make_key(self) -> None:
        self.key = plain_label(grouped_key(self.member.public_key))
        self.key.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.key.setAccessibleName(tr("Public key"))
        self.copy = self._button("copy", tr("Copy key"))
        self.copy.clicked.connect(self._copy)
        self._copied = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._copied.timeout.connect(lambda: self.copy.setText(tr("Copy key")))

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(Gap.S)
        first.addWidget(self.name)
        first.addWidget(self.badge)
        first.addStretch()
        words = QVBoxLayout()
        words.setSpacing(Gap.XS)
        words.addLayout(first)
        words.addWidget(plain_label(shown_name(self._community.name), "hint"))
        words.addWidget(self.presence)
        words.addWidget(self.where)
        row = QHBoxLayout()
        row.setSpacing(Gap.L)
        row.addWidget(self.avatar, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self.column.addLayout(row)
        self.column.addWidget(self.standing)
        self.column.addLayout(
            flow(
                self.mention,
                self.rename,
                self.hide_them,
                self.show_them,
                self.block,
                self.unblock,
                self.follow,
                self.unfollow,
                *self.roles.values(),
            )
        )
        self.column.addSpacing(Gap.S)
        self.column.addWidget(plain_label(tr("Public key"), role="title"))
        self.column.addWidget(self.key)
        self.column.addLayout(flow(self.copy))
        if self.comparing is not None:
            self.column.addSpacing(Gap.M)
            self.column.addWidget(plain_label(tr("Is it really them?"), role="title"))
            self.column.addWidget(self.comparing)
        self.column.addStretch()

    # ---- what is shown ----------------------------------------------------------------------

    def open(self) -> None:
        """Asks for the code to compare."""
        if self.comparing is not None:
            self.comparing.open()
        self.back.setFocus()

    def _show(self, member: CommunityMemberView) -> None:
        self.member = member
        self.name.setText(called(member.name, member.public_key))
        self.presence.setText(member_line(member))
        change_role(self.presence, "good" if member.online and not member.ours else "hint")
        self.where.setText(_where(member))
        self.badge.setVisible(member.verified)
        shown = member.standing is MemberStanding.SHOWN
        self.standing.setVisible(not shown)
        titles = {MemberStanding.HIDDEN: tr("Hidden"), MemberStanding.BLOCKED: tr("Blocked")}
        self.standing_title.setText(titles.get(member.standing, ""))
        said = member.judgement
        self.standing_words.setText(
            "" if said is None else judgement_sentence(said, self._community.own_key)
        )
        self._show_buttons(member)
        self._dress()

    def _show_buttons(self, member: CommunityMemberView) -> None:
        others = not member.ours and not self._community.left
        roles = knows_roles(self._community.wire)
        standing = member.standing
        shown = {
            self.mention: others and self._can_mention and standing is not MemberStanding.BLOCKED,
            self.rename: member.ours and not self._community.left,
            self.hide_them: others and standing is MemberStanding.SHOWN,
            self.show_them: others and standing is MemberStanding.HIDDEN,
            self.block: others and standing is not MemberStanding.BLOCKED,
            self.unblock: others and standing is MemberStanding.BLOCKED,
            # of somebody blocked nothing would come
            self.follow: others
            and not roles
            and not member.followed
            and standing is not MemberStanding.BLOCKED,
            self.unfollow: others and not roles and member.followed,
        }
        for button, wanted in shown.items():
            button.setVisible(wanted)
        for role, one in self.roles.items():
            one.setVisible(others and roles and role is not member.role)

    def _dress(self) -> None:
        theme, ratio = self._equipment.theme, self.devicePixelRatioF()
        key = self.member.public_key
        name = called(self.member.name, key)
        self.avatar.setPixmap(self._avatars.pixmap(key, name, AVATAR_PIXELS, ratio))
        self.badge.setPixmap(theme.pixmap("badge-check", BADGE_PIXELS, "ok", ratio))
        self.badge.setFixedSize(QSize(BADGE_PIXELS, BADGE_PIXELS))
        self.key.setFont(theme.mono_font(Type.UI))

    # ---- what changes -----------------------------------------------------------------------

    def _on_changed(self, event: CommunityChanged) -> None:
        if event.community == self._community.id:
            self._follow()

    def _on_space(self, _event: SpaceChanged) -> None:
        self._follow()  # they were verified, or are no more

    @override
    async def _load(self) -> None:
        query = OneCommunityMember(self._community.id, self.member.public_key)
        try:
            member = await self._equipment.bridge.ask(query)
        except Refused as refused:
            if refused.reason not in {Refusal.COMMUNITY_UNKNOWN, Refusal.MEMBER_UNKNOWN}:
                raise
            return  # forgotten meanwhile
        self._show(member)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.member.public_key.hex())
        self.copy.setText(tr("Copied"))
        self._copied.start()


def _where(member: CommunityMemberView) -> str:
    parts = []
    if member.role is not MemberRole.USER:
        parts.append(tr(ROLE_TITLES[member.role]))
    if member.channels:
        names = ", ".join(channel_name(one) for one in member.channels[:CHANNELS_NAMED_MAX])
        more = "…" if len(member.channels) > CHANNELS_NAMED_MAX else ""
        parts.append(tr("In {channels}").format(channels=f"{names}{more}"))
    if member.last_post_at is not None:
        day, at = day_words(member.last_post_at), clock(member.last_post_at, None)
        parts.append(tr("wrote last on {day}, {time}").format(day=day, time=at))
    return " · ".join(parts)


def _as_anywhere(member: CommunityMemberView) -> MemberView:
    """As the pages of every space know members."""
    name = called(member.name, member.public_key)
    return MemberView(
        member.public_key,
        name,
        (name,),
        None,
        member.online,
        member.ours,
        verified=member.verified,
    )
