"""The page of a member: who they are, who let them in, until when, and whether it is really them.

Made for one member of one space; ``open()`` it when it is shown.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.events import SpaceChanged
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.queries import Members
from engine.model.views import MemberView, SpaceView
from ui.equipment import Equipment
from ui.look.avatars import Avatars
from ui.look.theme import Gap, Type
from ui.models.members import bare_name, member_name
from ui.people.comparing import Comparing
from ui.people.hiding import Hiding
from ui.people.words import let_in_words, presence_words, until_sentence
from ui.text.keys import grouped_key
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import PATH_STEP, shown_name
from ui.text.namesakes import LOOKS_LIKE_ANOTHER, is_mistakable
from ui.widgets.buttons import IconPushButton
from ui.widgets.flow import flow
from ui.widgets.fresh_page import FreshPage
from ui.widgets.labels import change_role, plain_label, show_tip
from ui.widgets.page import card

HIDDEN_HERE = QT_TR_NOOP(
    "What they write in this channel is folded away, calls nobody, and is neither counted nor "
    "found. Nobody else hears of it."
)
HIDING_TIP = QT_TR_NOOP("Fold away what they write, for you alone")
AVATAR_PIXELS = 64
BADGE_PIXELS = 20
COPIED_MS = 3_000
PAUSE_MS = 250  # ours: as the list of members


class MemberPage(FreshPage):
    """Follows its member: whether they are there, until when, and whether they are verified."""

    def __init__(
        self,
        equipment: Equipment,
        space: SpaceView,
        member: MemberView,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(equipment.bridge, equipment.theme, tr("Member"), PAUSE_MS, parent)
        self._equipment = equipment
        self._space = space
        self._member = member
        self._avatars = Avatars(equipment.theme)
        self.comparing = None if member.ours else Comparing(equipment, space, member)
        self._make_card()
        self._make_hiding()
        self.presence = plain_label()
        self.until = plain_label(role="hint")
        self.alike = plain_label(role="warn")
        self.alike.hide()
        self.column.addLayout(self._card())
        self.column.addWidget(plain_label(let_in_words(member, space.name)))
        self.column.addWidget(self.until)
        self.column.addWidget(self.hidden)
        self.column.addLayout(flow(self.hide_them, self.show_them))
        self.column.addSpacing(Gap.S)
        self.column.addWidget(plain_label(tr("Public key"), role="title"))
        self.column.addWidget(self.key)
        self.column.addLayout(flow(self.copy))
        if self.comparing is not None:
            self.column.addSpacing(Gap.M)
            self.column.addWidget(plain_label(tr("Is it really them?"), role="title"))
            self.column.addWidget(self.alike)
            self.column.addWidget(self.comparing)
        self.column.addStretch()
        equipment.theme.changed.connect(self._dress)
        equipment.bridge.space_changed.connect(self._space_changed)
        self._dress()
        self._show_state(member)

    def _make_card(self) -> None:
        theme = self._equipment.theme
        self.avatar = QLabel()
        self.avatar.setTextFormat(Qt.TextFormat.PlainText)
        self.avatar.setFixedSize(QSize(AVATAR_PIXELS, AVATAR_PIXELS))
        self.name = plain_label(member_name(self._member), role="page")
        self.name.setWordWrap(False)
        self.badge = QLabel()
        self.badge.setTextFormat(Qt.TextFormat.PlainText)
        self.badge.setAccessibleName(tr("Verified: you have compared safety codes"))
        self.key = plain_label(grouped_key(self._member.public_key))
        self.key.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.key.setAccessibleName(tr("Public key"))
        self.copy = IconPushButton(theme, "copy", tr("Copy key"))
        self.copy.clicked.connect(self._copy)
        self._copied = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._copied.timeout.connect(lambda: self.copy.setText(tr("Copy key")))

    def _make_hiding(self) -> None:
        self.hiding = Hiding(self._equipment.bridge, self)
        self.hidden, column = card()
        column.addWidget(plain_label(tr("Hidden"), role="title"))
        column.addWidget(plain_label(tr(HIDDEN_HERE), role="hint"))
        theme = self._equipment.theme
        self.hide_them = IconPushButton(theme, "eye-off", tr("Hide"))
        show_tip(self.hide_them, tr(HIDING_TIP))
        self.hide_them.clicked.connect(lambda: self.hiding.hide(*self._meant()))
        self.show_them = IconPushButton(theme, "eye", tr("Show again"))
        self.show_them.clicked.connect(lambda: self.hiding.show(*self._meant()))

    def _meant(self) -> tuple[SpaceId, PublicKey, str]:
        return self._space.id, self._member.public_key, bare_name(self._member)

    def _card(self) -> QHBoxLayout:
        member = self._member
        first = QHBoxLayout()
        first.setSpacing(Gap.S)
        first.addWidget(self.name)
        first.addWidget(self.badge)
        first.addStretch()
        words = QVBoxLayout()
        words.setSpacing(Gap.XS)
        words.addLayout(first)
        names = [self._space.given_name]
        if member.path:
            names += [*member.path[:-1], bare_name(member)]
        words.addWidget(plain_label(PATH_STEP.join(map(shown_name, names)), "hint"))
        words.addWidget(self.presence)
        row = QHBoxLayout()
        row.setSpacing(Gap.L)
        row.addWidget(self.avatar, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        return row

    def open(self) -> None:
        """Asks for the code to compare."""
        if self.comparing is not None:
            self.comparing.open()
            self._equipment.bridge.start(self._compare_names())
        self.back.setFocus()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._member.public_key.hex())
        self.copy.setText(tr("Copied"))
        self._copied.start()

    # ---- what changes while it is shown -----------------------------------------------------

    def _space_changed(self, event: SpaceChanged) -> None:
        if event.space == self._space.id:
            self._follow()

    @override
    async def _load(self) -> None:
        for member in await self._equipment.bridge.ask(Members(self._space.id)):
            if member.public_key == self._member.public_key:
                self._show_state(member)

    async def _compare_names(self) -> None:
        bearers = await self._equipment.names.of(self._space)
        name, key = bare_name(self._member), self._member.public_key
        is_alike = is_mistakable(name, key, bearers)
        words = tr("To be sure who this is, compare safety codes.")
        self.alike.setText(f"{tr(LOOKS_LIKE_ANOTHER)} {words}" if is_alike else "")
        self.alike.setVisible(is_alike)

    def _show_state(self, member: MemberView) -> None:
        self.presence.setText(presence_words(member))
        change_role(self.presence, "good" if member.online else "hint")
        self.until.setText(until_sentence(member, self._equipment.now()))
        self.badge.setVisible(member.verified)
        can_be = self._space.kind is SpaceKind.PRIVATE and not member.ours
        focus = self.hide_them.hasFocus() or self.show_them.hasFocus()
        self.hidden.setVisible(member.hidden)
        self.show_them.setVisible(member.hidden)
        self.hide_them.setVisible(can_be and not member.hidden)
        if focus:  # what was pressed is gone, and the other stands in its place
            (self.show_them if member.hidden else self.hide_them).setFocus()

    def _dress(self) -> None:
        theme, ratio = self._equipment.theme, self.devicePixelRatioF()
        key, name = self._member.public_key, bare_name(self._member)
        self.avatar.setPixmap(self._avatars.pixmap(key, name, AVATAR_PIXELS, ratio))
        self.badge.setPixmap(theme.pixmap("badge-check", BADGE_PIXELS, "ok", ratio))
        self.badge.setFixedSize(QSize(BADGE_PIXELS, BADGE_PIXELS))
        self.key.setFont(theme.mono_font(Type.UI))
