"""The line above the timeline: name, members, state, and the doors to inviting and to details."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from engine.model.views import SpaceView
from ui.channel.state import status_of, status_tip
from ui.communities.topic import TopicLine
from ui.look.theme import Gap, Theme
from ui.text.comments import comments_words
from ui.text.language import tr
from ui.text.names import plain_name
from ui.text.numbers import number
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel, show_tip
from ui.widgets.pill import Pill
from ui.wording.catching_up import Progress
from ui.wording.states import Status

FEED_BUTTONS_WIDTH = 560  # ours
TOPIC_OVERLAP = 6  # pixels
NAME_WIDTH_OWED = 240  # ours: what a long name gets before the state's words do


class ChannelHead(QWidget):
    """``back_wanted`` is only reachable where the window is too narrow for the sidebar.

    ``find_wanted``: words or a date are looked for in the channel. Over a feed stand other buttons:
    ``about_wanted``, ``code_wanted``, and ``menu_wanted`` with the place of its button, which a
    channel of a community has, too.
    """

    back_wanted = Signal()
    find_wanted = Signal()
    invite_wanted = Signal()
    details_wanted = Signal()
    about_wanted = Signal()
    code_wanted = Signal()
    menu_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "bg")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.back = IconButton(theme, "arrow-left", tr("Back to the channels"))
        self.back.clicked.connect(self.back_wanted)
        self.back.hide()
        self.name = ElidedLabel(role="title")
        self.name.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.members = ElidedLabel(role="meta")
        self.topic = TopicLine(theme)
        self.topic.hide()
        self.topic.editing.connect(self._give_room)
        self.pill = Pill(theme)
        self.pill.let_press()
        self.look = IconButton(theme, "search", tr("Find in this channel (Ctrl+F)"))
        self.look.clicked.connect(self.find_wanted)
        self.invite = IconButton(theme, "user-plus", tr("Invite someone"))
        self.invite.clicked.connect(self.invite_wanted)
        self.details = IconButton(theme, "users", tr("Members"))
        self.details.setCheckable(True)
        self.details.clicked.connect(self.details_wanted)
        self.code = IconButton(theme, "qr-code", tr("Show the feed's code"))
        self.code.clicked.connect(self.code_wanted)
        self.about = IconButton(theme, "info", tr("About this feed"))
        self.about.clicked.connect(self.about_wanted)
        self.more = IconButton(theme, "ellipsis", tr("What can be done with this feed"))
        self.more.clicked.connect(lambda: self.menu_wanted.emit(self.more))
        self.talk = IconButton(theme, "message-square", tr("Comments"))
        self.talk.setCheckable(True)
        self.talk.clicked.connect(self.details_wanted)
        self._of_feeds = (self.talk, self.code, self.about, self.more)
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.L, 0, Gap.M, 0)
        row.setSpacing(Gap.XS)
        row.addWidget(self.back)
        row.addLayout(self._words(), 1)
        row.addWidget(self.pill)
        row.addSpacing(Gap.XS)
        row.addWidget(self.look)
        row.addWidget(self.invite)
        row.addWidget(self.details)
        for button in self._of_feeds:
            row.addWidget(button)
            button.hide()
        self._theme = theme
        theme.changed.connect(self._dress)
        self._dress()

    def _words(self) -> QGridLayout:
        """The name, and what stands below it, which reaches a little under the name: what can be
        pressed there is higher than what is only read.
        """
        words = QGridLayout()
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(0)
        below = QHBoxLayout()
        below.setSpacing(Gap.S)
        below.addWidget(self.members)
        below.addWidget(self.topic, 1)
        words.addWidget(self.name, 1, 0)
        words.addLayout(below, 2, 0, 2, 1)
        words.setRowStretch(0, 1)
        words.setRowStretch(4, 1)
        words.setColumnStretch(0, 1)
        self._rows = words
        return words

    def _dress(self) -> None:
        self.setMinimumHeight(self._theme.head_height)
        self._share_room()

    def show_space(self, view: SpaceView, progress: Progress | None) -> None:
        """What the engine says of the space; ``progress`` as in ``status_of``."""
        self.name.setText(plain_name(view.name))
        status = status_of(view, progress)
        self.pill.say(status.icon, status.colour, status.words)
        show_tip(self.pill, f"{status.words}. {status_tip(view)}")
        self.invite.setVisible(view.can_invite)
        self._be_of_feed(feed=False)
        self._hide_topic()
        self._share_room()

    def show_channel(self, view: SpaceView, name: str, status: Status, tip: str) -> None:
        """The same of a channel of a community; its topic stands under its name."""
        self.name.setText(name)
        self.pill.say(status.icon, status.colour, status.words)
        show_tip(self.pill, f"{status.words}. {tip}")
        self.invite.hide()
        self._be_of_feed(feed=False)
        self.more.name(tr("What can be done with this channel"))
        self.more.show()
        self.topic.show_topic(view.topic, writable=view.can_post)
        self.topic.show()
        self._overlap(pixels=TOPIC_OVERLAP)
        self._share_room()

    def show_feed(self, view: SpaceView, status: Status, tip: str, line: str) -> None:
        """The same of a feed; ``line`` stands under its name."""
        self.name.setText(plain_name(view.name))
        self.pill.say(status.icon, status.colour, status.words)
        show_tip(self.pill, f"{status.words}. {tip}")
        self.members.setText(line)
        self.members.setVisible(bool(line))
        self.invite.hide()
        self._be_of_feed(feed=True)
        self.more.name(tr("What can be done with this feed"))
        self._hide_topic()
        self._share_room()

    def _be_of_feed(self, *, feed: bool) -> None:
        for button in self._of_feeds:
            button.setVisible(feed)
        if self.details.isHidden() is not feed:
            self.details.setVisible(not feed)
            self.members.setVisible(feed)
            words = (
                tr("Find in this feed (Ctrl+F)") if feed else tr("Find in this channel (Ctrl+F)")
            )
            self.look.name(words)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """The name comes first: where both have no room, the state is only its icon."""
        if not self.more.isHidden() and self.details.isHidden():  # its menu has them, too
            for button in (self.code, self.about):
                button.setVisible(self.width() >= FEED_BUTTONS_WIDTH)
        beside = sum(
            button.minimumWidth() + Gap.XS
            for button in (self.back, self.look, self.invite, self.details, *self._of_feeds)
            if not button.isHidden()
        )
        left = self.width() - beside - Gap.L - Gap.M - 2 * Gap.XS
        members = 0
        if not self.members.isHidden():  # which keep off the topic, and a little off the state
            members = self.members.sizeHint().width() + Gap.S + Gap.XS
        name = max(min(self.name.sizeHint().width(), NAME_WIDTH_OWED), members)
        self.pill.be_brief(brief=left - self.pill.whole_width() < name)

    def _hide_topic(self) -> None:
        self.topic.hide()
        self._overlap(pixels=0)

    def _overlap(self, *, pixels: int) -> None:
        """How far what stands below the name reaches under it."""
        self._rows.removeWidget(self.name)
        self._rows.addWidget(self.name, 1, 0, 2 if pixels else 1, 1)
        self._rows.setRowMinimumHeight(2, pixels)

    def _give_room(self, editing: bool) -> None:  # noqa: FBT001 - a signal's value
        """A topic that is being written needs more of it than one that is read."""
        self.name.setVisible(not editing)
        self.pill.setVisible(not editing)
        self.members.setVisible(not editing)

    def show_comments(self, count: int) -> None:
        """How many the open feed has."""
        self.talk.name(comments_words(count) or tr("Comments"))

    def show_members(self, count: int) -> None:
        """How many are known."""
        words = tr("{count} members").format(count=number(count))
        self.members.setText(tr("1 member") if count == 1 else words)
        self.members.setVisible(count > 0 and self.topic.field.isHidden())
        self._share_room()
