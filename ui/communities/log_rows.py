"""What is decided in a community, and by whom: lists of what counts now, and the log of it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.model.communities import (
    ChannelView,
    CommunityMemberView,
    CommunityView,
    MemberRole,
    MemberStanding,
    ModerationKind,
    ModerationView,
)
from engine.model.ids import PublicKey
from ui.communities.channel_rows import section_title
from ui.communities.moderating import undoing
from ui.communities.words import ROLE_TITLES, ROLES, judgement_sentence, knows_roles
from ui.look.avatars import Avatars
from ui.look.theme import Gap, Theme
from ui.text.channels import channel_name
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.namesakes import NOBODY, Bearers, called, told_apart
from ui.text.times import clock, day_words
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.wording.sentences import one_line

AVATAR_PIXELS = 28
LOG_SHOWN = 100  # ours: of the log, newest first
STANDING_SHOWN = 100  # ours: of those hidden, blocked, followed, with a role; of dropped channels
EXPLAINS = QT_TR_NOOP(
    "What you hide and block holds for you. To rely on somebody else's judgement as well, open "
    "them under “Members” and follow their moderation."
)
EXPLAINS_ROLES = QT_TR_NOOP(
    "What you decide holds for you and for those who gave you a role. What administrators and "
    "moderators decide counts for you as long as you give them their role."
)

LOG_SENTENCES = {
    ModerationKind.HIDE: QT_TR_NOOP("{by} hid {about}"),
    ModerationKind.UNHIDE: QT_TR_NOOP("{by} showed {about} again"),
    ModerationKind.BLOCK: QT_TR_NOOP("{by} blocked {about}"),
    ModerationKind.UNBLOCK: QT_TR_NOOP("{by} unblocked {about}"),
    ModerationKind.HIDE_POST: QT_TR_NOOP("{by} hid a message: {about}"),
    ModerationKind.UNHIDE_POST: QT_TR_NOOP("{by} showed a message again: {about}"),
    ModerationKind.DROP_POST: QT_TR_NOOP("{by} removed a message: {about}"),
    ModerationKind.UNDROP_POST: QT_TR_NOOP("{by} let a message back in: {about}"),
    ModerationKind.DROP_CHANNEL: QT_TR_NOOP("{by} took {channel} out of the list"),
    ModerationKind.UNDROP_CHANNEL: QT_TR_NOOP("{by} put {channel} back into the list"),
}


class DecisionRow(QFrame):
    """One line of who and what, one of why and when, and what takes it back if anything does."""

    undone = Signal()

    def __init__(
        self,
        avatars: Avatars,
        theme: Theme,
        who: tuple[bytes, str],
        words: tuple[str, str],
        undo: str = "",
    ) -> None:
        """``who``: a key and a name; ``words``: the two lines; ``undo``: what the button says."""
        super().__init__()
        self.setProperty("surface", "card")
        first, second = words
        self.mark = QLabel()
        self.mark.setTextFormat(Qt.TextFormat.PlainText)
        self.mark.setFixedSize(QSize(AVATAR_PIXELS, AVATAR_PIXELS))
        key, name = who
        if key:
            ratio = self.devicePixelRatioF()
            self.mark.setPixmap(avatars.pixmap(key, name, AVATAR_PIXELS, ratio))
        else:
            self.mark.setPixmap(
                theme.pixmap("hash", AVATAR_PIXELS, "text3", self.devicePixelRatioF())
            )
        self.words = plain_label(first)
        self.why = plain_label(second, "meta")
        self.why.setVisible(bool(second))
        lines = QVBoxLayout()
        lines.setSpacing(2)
        lines.addWidget(self.words)
        lines.addWidget(self.why)
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.M, Gap.S, Gap.S, Gap.S)
        row.setSpacing(Gap.M)
        row.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)
        self.undo = push_button(undo)
        self.undo.setAccessibleName(f"{undo}: {first}")
        self.undo.setVisible(bool(undo))
        self.undo.clicked.connect(self.undone)
        row.addWidget(self.undo, 0, Qt.AlignmentFlag.AlignVCenter)


class ModerationSection(QWidget):
    """``shown_again`` carries a member who is hidden or blocked, ``unfollowed`` a followed one,
    ``role_taken`` one with a role, ``put_back`` a channel, ``undone`` an entry of the log.
    """

    shown_again = Signal(object)
    unfollowed = Signal(object)
    role_taken = Signal(object)
    put_back = Signal(object)
    undone = Signal(object)

    def __init__(self, theme: Theme, can_undo_post: Callable[[ModerationView], bool]) -> None:
        """``can_undo_post``: whether it is known in which timeline a post stands."""
        super().__init__()
        self._theme = theme
        self._avatars = Avatars(theme)
        self._can_undo_post = can_undo_post
        self._shown: object = None
        self._bearers = NOBODY
        self.explains = plain_label(role="hint")
        self._body = QWidget()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.explains)
        self._column.addWidget(self._body)
        self.rows: list[DecisionRow] = []

    def show_decisions(
        self,
        community: CommunityView,
        members: Sequence[CommunityMemberView],
        channels: Sequence[ChannelView],
        log: Sequence[ModerationView],
        bearers: Bearers = NOBODY,
    ) -> None:
        """What counts now, and what was decided. Laid out anew only if something changed.

        ``bearers``: of the community's names.
        """
        members = [_decided(one) for one in members if _is_decided(one)]
        whose = (community.own_key, community.wire, community.left)
        names = _names_shown(members, log, bearers)
        what = (whose, members, [_decided_of(one) for one in channels], tuple(log), names)
        if what == self._shown:
            return
        self._shown, self._bearers = what, bearers
        self.explains.setText(tr(EXPLAINS_ROLES if knows_roles(community.wire) else EXPLAINS))
        self._body.deleteLater()
        self._body = QWidget()
        self.rows = []
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.S)
        self._add_standings(column, community, members)
        self._add_followed(column, members)
        self._add_roles(column, members)
        self._add_dropped(column, channels)
        self._add_log(column, community, log)
        self._column.addWidget(self._body)

    # ---- what counts now --------------------------------------------------------------------

    def _add_standings(
        self,
        column: QVBoxLayout,
        community: CommunityView,
        members: Sequence[CommunityMemberView],
    ) -> None:
        for standing, title, undo in (
            (MemberStanding.HIDDEN, tr("Hidden"), tr("Show again")),
            (MemberStanding.BLOCKED, tr("Blocked"), tr("Unblock")),
        ):
            own, those = community.own_key, _standing(members, standing)
            self._title(column, title, len(those))
            for one in those[:STANDING_SHOWN]:
                said = one.judgement
                why = "" if said is None else judgement_sentence(said, own, self._bearers)
                row = self._member_row(column, one, why, undo)
                row.undone.connect(lambda one=one: self.shown_again.emit(one))
            self._more_members(column, len(those))

    def _add_followed(self, column: QVBoxLayout, members: Sequence[CommunityMemberView]) -> None:
        those = _followed(members)
        self._title(column, tr("Whose moderation you follow"), len(those))
        for one in those[:STANDING_SHOWN]:
            row = self._member_row(column, one, "", tr("Stop following"))
            row.undone.connect(lambda one=one: self.unfollowed.emit(one))
        self._more_members(column, len(those))

    def _add_roles(self, column: QVBoxLayout, members: Sequence[CommunityMemberView]) -> None:
        those = _with_roles(members)
        self._title(column, tr("Roles"), len(those))
        for one in those[:STANDING_SHOWN]:
            row = self._member_row(column, one, tr(ROLE_TITLES[one.role]), tr("Take the role back"))
            row.undone.connect(lambda one=one: self.role_taken.emit(one))
        self._more_members(column, len(those))

    def _add_dropped(self, column: QVBoxLayout, channels: Sequence[ChannelView]) -> None:
        those = [one for one in channels if one.dropped]
        self._title(column, tr("Channels taken out of the list"), len(those))
        for one in those[:STANDING_SHOWN]:
            row = DecisionRow(
                self._avatars, self._theme, (b"", ""), (channel_name(one.name), ""), tr("Put back")
            )
            row.undone.connect(lambda one=one: self.put_back.emit(one))
            self._add(column, row)
        if (more := len(those) - STANDING_SHOWN) > 0:
            words = tr("%n more: each is shown here once another is put back.", "", more)
            column.addWidget(plain_label(words, "hint"))

    # ---- the log ----------------------------------------------------------------------------

    def _add_log(
        self, column: QVBoxLayout, community: CommunityView, log: Sequence[ModerationView]
    ) -> None:
        column.addWidget(section_title(tr("What was decided")))
        if not log:
            column.addWidget(plain_label(tr("Nothing yet."), "hint"))
        for entry in log[:LOG_SHOWN]:
            own = entry.by == community.own_key and entry.counts
            is_post = entry.kind in {ModerationKind.HIDE_POST, ModerationKind.DROP_POST}
            can = not is_post or self._can_undo_post(entry)
            takes_back = undoing(community, entry, None) is not None or (is_post and can)
            undo = tr("Undo") if own and takes_back and not community.left else ""
            words = log_words(community, entry, self._bearers)
            row = DecisionRow(self._avatars, self._theme, (entry.by, entry.by_name), words, undo)
            row.undone.connect(lambda entry=entry: self.undone.emit(entry))
            self._add(column, row)

    def _more_members(self, column: QVBoxLayout, count: int) -> None:
        if (more := count - STANDING_SHOWN) > 0:
            words = tr("%n more: open them under “Members”.", "", more)
            column.addWidget(plain_label(words, "hint"))

    def _title(self, column: QVBoxLayout, title: str, count: int) -> None:
        if count:
            words = tr("{title} ({count})").format(title=title, count=count)
            column.addWidget(section_title(words))

    def _member_row(
        self, column: QVBoxLayout, member: CommunityMemberView, why: str, undo: str
    ) -> DecisionRow:
        plain = called(member.name, member.public_key)
        name = called(member.name, member.public_key, self._bearers)
        row = DecisionRow(self._avatars, self._theme, (member.public_key, plain), (name, why), undo)
        self._add(column, row)
        return row

    def _add(self, column: QVBoxLayout, row: DecisionRow) -> None:
        self.rows.append(row)
        column.addWidget(row)


def _is_decided(member: CommunityMemberView) -> bool:
    is_judged = member.standing is not MemberStanding.SHOWN
    return is_judged or member.followed or member.role is not MemberRole.USER


def _decided(member: CommunityMemberView) -> CommunityMemberView:
    """Without what changes with everything they do."""
    return replace(member, online=False, channels=(), last_post_at=None)


def _standing(
    members: Sequence[CommunityMemberView], standing: MemberStanding
) -> list[CommunityMemberView]:
    return [one for one in members if one.standing is standing]


def _followed(members: Sequence[CommunityMemberView]) -> list[CommunityMemberView]:
    return [one for one in members if one.followed]


def _with_roles(members: Sequence[CommunityMemberView]) -> list[CommunityMemberView]:
    return [one for one in members if one.role is not MemberRole.USER and not one.ours]


def _names_shown(
    members: Sequence[CommunityMemberView], log: Sequence[ModerationView], bearers: Bearers
) -> list[str]:
    """As they stand in the rows: of all names that are borne rows hang on these alone."""
    parts = (
        _standing(members, MemberStanding.HIDDEN),
        _standing(members, MemberStanding.BLOCKED),
        _followed(members),
        _with_roles(members),
    )
    named: list[tuple[str, bytes]] = []
    for one in (one for part in parts for one in part[:STANDING_SHOWN]):
        named.append((one.name, one.public_key))
        if one.judgement is not None:
            named.append((one.judgement.by_name, one.judgement.by))
    for entry in log[:LOG_SHOWN]:
        named += [(entry.by_name, entry.by), (entry.about_name, entry.about)]
    return [called(name, PublicKey(key), bearers) for name, key in named]


def _decided_of(channel: ChannelView) -> tuple[str, bool, bool]:
    """What rows hang on: also whether it has a timeline, of which posts may be shown again."""
    return channel.name, channel.dropped, channel.space is not None


def log_words(
    community: CommunityView, entry: ModerationView, bearers: Bearers = NOBODY
) -> tuple[str, str]:
    """Two lines: who did what, and why and when."""
    by = tr("You") if entry.by == community.own_key else _name(entry.by_name, entry.by, bearers)
    about = _name(entry.about_name, entry.about, bearers) if entry.about else ""
    if entry.kind is ModerationKind.ROLE:
        assert entry.role is not None, "every entry of that kind names one"
        role = tr(ROLES[entry.role])
        first = tr("{by} gave {about} a role: {role}").format(by=by, about=about, role=role)
    else:
        channel = channel_name(entry.channel) if entry.channel else ""
        template = tr(LOG_SENTENCES[entry.kind])
        first = template.format(by=by, about=about, channel=channel)
    parts = [one_line(entry.reason)] if entry.reason.strip() else []
    if entry.channel and entry.kind not in {
        ModerationKind.DROP_CHANNEL,
        ModerationKind.UNDROP_CHANNEL,
    }:
        parts.append(tr("in {channel}").format(channel=channel_name(entry.channel)))
    if entry.at is not None:
        parts.append(f"{day_words(entry.at)}, {clock(entry.at, None)}")
    if entry.private:
        parts.append(tr("only you know of it"))
    if not entry.counts:
        parts.append(tr("does not count for you"))
    return first, " · ".join(parts)


def _name(name: str, key: bytes, bearers: Bearers) -> str:
    whose = PublicKey(key)
    if not name.strip():
        return called("", whose)
    return f"{shown_name(name)}{told_apart(name, whose, bearers)}"
