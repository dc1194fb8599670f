"""The first minute: who are you, and what would you like to do?

``OnboardingPage`` stands instead of everything else while there is no identity. ``home_wanted`` and
``asking_wanted`` carry the IdentityView that was made: show ``HomeCards`` (the empty home), or
``AskingPage.open(identity.name)``.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from engine.model.commands import CreateIdentity
from engine.model.limits import NAME_UNITS_MAX
from ui.bridge import Bridge
from ui.look.application_icon import icon_label
from ui.look.theme import Gap, Theme
from ui.services import OwnProfile
from ui.settings_page.own_passphrase import OwnPassphrase
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Stages, card, scrolled, stage
from ui.widgets.problem import Problem, attempt

COLUMN_WIDTH_MAX = 460
STAGES_STRETCH = 100  # takes its width first, the room beside it gets the rest
CARD_WIDTH = 250
CARD_WIDTH_ALONE = 300  # where they stand beneath each other
MARK_PIXELS = 64

WELCOME = QT_TR_NOOP(
    "Private channels between people's own computers. No account, no server: what you write"
    " stays with those you share it with."
)
IDENTITY = QT_TR_NOOP(
    "An identity is a pair of keys made on this computer; with it you sign what you write. The"
    " secret one stays in this profile unless you export it yourself."
)
VISIBLE = QT_TR_NOOP(
    "The name is for you. In a channel, others see the name that you are given there."
)


class OnboardingPage(QWidget):
    """Welcome, then one field. Nothing else is asked; a passphrase can be set."""

    home_wanted = Signal(object)
    asking_wanted = Signal(object)
    restore_wanted = Signal()
    taking_wanted = Signal()

    def __init__(
        self,
        bridge: Bridge,
        theme: Theme,
        profile: OwnProfile | None = None,
        parent: QWidget | None = None,
        *,
        can_restore: bool = False,
        can_take_over: bool = False,
    ) -> None:
        """``profile``: whose passphrase can be set here, before there is anything to protect.
        ``can_restore``: a backup can be brought back; ``can_take_over``: the profile of another
        computer.
        """
        super().__init__(parent)
        self._bridge = bridge
        self._theme = theme
        self._profile = profile
        self._wants_in = False
        self._can_restore = can_restore
        self._can_take_over = can_take_over
        self.setProperty("surface", "bg")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Welcome to Tidings"))
        self._make_welcome()
        self._make_name()
        self.stages = Stages(self.welcome, self.naming)
        self.stages.setMaximumWidth(COLUMN_WIDTH_MAX)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self.stages, STAGES_STRETCH)
        line.addStretch(1)
        content, column = _content()
        scrolled(content, self)
        column.addStretch(2)
        column.addLayout(line)
        column.addStretch(3)

    def _make_welcome(self) -> None:
        self.welcome, column = stage()
        self.begin = push_button(tr("Create identity"), "primary")
        self.begin.clicked.connect(lambda: self._to_name(wants_in=False))
        self.invited = push_button(tr("I have an invite"))
        self.invited.clicked.connect(lambda: self._to_name(wants_in=True))
        column.addWidget(icon_label(self, MARK_PIXELS))
        column.addWidget(plain_label(tr("Welcome to Tidings"), role="onboarding"))
        column.addWidget(plain_label(tr(WELCOME), role="body"))
        column.addSpacing(Gap.M)
        self.restore = push_button(tr("Restore backup"))
        self.restore.clicked.connect(self.restore_wanted)
        self.restore.setVisible(self._can_restore)
        self.take_over = push_button(tr("Take over from another computer"))
        self.take_over.clicked.connect(self.taking_wanted)
        self.take_over.setVisible(self._can_take_over)
        column.addLayout(flow(self.begin, self.invited))
        column.addLayout(flow(self.restore, self.take_over))  # for who has been here before

    def _make_name(self) -> None:
        self.naming, column = stage()
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setAccessibleName(tr("Your name"))
        self.name.setAccessibleDescription(tr(IDENTITY))
        self.name.returnPressed.connect(self._make)
        self.problem = Problem(self._theme)
        self.name.textChanged.connect(self.problem.clear)
        self.proceed = push_button(tr("Create identity"), "primary")
        self.proceed.clicked.connect(self._make)
        self.back = push_button(tr("Back"), "flat")
        self.back.clicked.connect(lambda: self.stages.show_stage(self.welcome))
        self.next = plain_label(role="hint")
        label = plain_label(tr("Your name"))
        label.setBuddy(self.name)
        column.addWidget(plain_label(tr("Who are you?"), role="onboarding"))
        column.addWidget(plain_label(tr(IDENTITY), role="body"))
        column.addSpacing(Gap.S)
        for widget in (
            label,
            self.name,
            self.problem,
            plain_label(tr(VISIBLE), role="hint"),
            self.next,
        ):
            column.addWidget(widget)
        column.addSpacing(Gap.S)
        column.addLayout(flow(self.proceed, self.back))
        if self._profile is not None:
            self.passphrase = OwnPassphrase(self._theme, self._bridge, self._profile)
            column.addSpacing(Gap.L)
            column.addWidget(self.passphrase)

    def _to_name(self, *, wants_in: bool) -> None:
        self._wants_in = wants_in
        self.next.setText(
            tr("Next you show a code to the person who invites you.") if wants_in else ""
        )
        self.next.setVisible(wants_in)
        self.stages.show_stage(self.naming)
        self.name.setFocus()

    def _make(self) -> None:
        name = self.name.text().strip()
        if not name:
            self.problem.say(
                tr("Write a name first."), tr("Any name will do; you can have several.")
            )
            self.name.setFocus()
        elif self.proceed.isEnabled():  # Return may be pressed twice
            attempt(self._bridge, self._made(name), self.problem, self.proceed)

    async def _made(self, name: str) -> None:
        identity = await self._bridge.perform(CreateIdentity(name))
        (self.asking_wanted if self._wants_in else self.home_wanted).emit(identity)


CARDS = 3


class HomeCards(QWidget):
    """The empty home: ways to begin, and quieter ones beneath.

    ``feeds_wanted`` carries the button below which what can be published and followed is to be
    offered.
    """

    create_wanted = Signal()
    join_wanted = Signal()
    follow_wanted = Signal()
    community_wanted = Signal()
    feeds_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Home"))
        self.begin = IconPushButton(theme, "plus", tr("Create a channel"), "primary")
        self.begin.clicked.connect(self.create_wanted)
        self.join = IconPushButton(theme, "qr-code", tr("Join with a code"), "primary")
        self.join.clicked.connect(self.join_wanted)
        self.feeds = IconPushButton(theme, "rss", tr("Publish or follow"), "primary")
        self.feeds.clicked.connect(lambda: self.feeds_wanted.emit(self.feeds))
        self.follow = push_button(tr("Follow a public channel"), "flat")
        self.follow.clicked.connect(self.follow_wanted)
        self.community = push_button(tr("Join a community"), "flat")
        self.community.clicked.connect(self.community_wanted.emit)
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._cards.setSpacing(Gap.L)
        cards = self._cards
        own = _card(
            tr("A place of your own"),
            tr("You invite the people who may read and post."),
            self.begin,
        )
        others = _card(
            tr("Somebody else's channel"),
            tr("You show a code, and a member lets you in."),
            self.join,
        )
        published = _card(
            tr("Feeds and folders"),
            tr("Whoever has the link can read along."),
            self.feeds,
        )
        self._frames = (own, others, published)
        for one in self._frames:
            cards.addWidget(one)
        middle = QHBoxLayout()
        middle.addStretch()
        middle.addLayout(cards)
        middle.addStretch()
        content, column = _content()
        self._room = scrolled(content, self)
        column.setSpacing(Gap.L)
        title = plain_label(tr("What would you like to do?"), role="page")
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        column.addWidget(title)
        column.addLayout(middle)
        quieter = QHBoxLayout()
        quieter.addStretch()
        quieter.addWidget(self.follow)
        quieter.addWidget(self.community)
        quieter.addStretch()
        column.addLayout(quieter)
        column.addStretch(3)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside each other where there is room, else beneath."""
        super().resizeEvent(event)
        bar = self._room.verticalScrollBar().sizeHint().width()  # it comes where they are too high
        room = self.width() - 2 * Gap.XL - bar
        fits = room >= CARDS * (CARD_WIDTH + Gap.L)
        beside, beneath = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._cards.setDirection(beside if fits else beneath)
        for one in self._frames:
            one.setFixedWidth(CARD_WIDTH if fits else min(room, CARD_WIDTH_ALONE))


def _content() -> tuple[QWidget, QVBoxLayout]:
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.XL)
    return content, column


def _card(title: str, sentence: str, button: QPushButton) -> QFrame:
    frame, column = card()
    frame.setFixedWidth(CARD_WIDTH)
    column.addWidget(plain_label(title, role="title"))
    column.addWidget(plain_label(sentence, role="hint"))
    column.addStretch()
    column.addSpacing(Gap.S)
    column.addWidget(button)
    return frame
