"""One of our identities: who it is, and what can be done with its key."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.views import IdentityView
from ui.look.avatars import Avatars
from ui.look.theme import Gap, Theme, Type
from ui.text.keys import short_key
from ui.text.language import tr
from ui.text.names import plain_name
from ui.widgets.buttons import IconButton, IconPushButton
from ui.widgets.labels import plain_label
from ui.widgets.page import row

AVATAR_PIXELS = 40
WORDS_LEAST = "m" * 22  # ours: with less room beside them the buttons go beneath the words


class IdentityCard(QFrame):
    """What can be done stands beside the words, or beneath them where there is no room."""

    copy_wanted = Signal()
    export_wanted = Signal()

    def __init__(
        self, theme: Theme, identity: IdentityView, channel: str, *, exports: bool
    ) -> None:
        """``channel`` says what became of its own channel; ``exports``: it can go into a file."""
        super().__init__()
        self._theme = theme
        self._identity = identity
        self._avatars = Avatars(theme)
        self.setProperty("surface", "card")
        self.name = plain_label(plain_name(identity.name), "title")
        self.setAccessibleName(self.name.text())
        self._avatar = QLabel()
        self._avatar.setTextFormat(Qt.TextFormat.PlainText)
        self._avatar.setFixedSize(QSize(AVATAR_PIXELS, AVATAR_PIXELS))
        self._digits = plain_label(short_key(identity.public_key), "meta")
        spoken = tr("Public key {key}").format(key=self._digits.text())
        self._digits.setAccessibleName(spoken)
        self._buttons = self._make_buttons(exports=exports)
        self._lay_out(channel)
        theme.changed.connect(self._dress)
        self._dress()

    def _make_buttons(self, *, exports: bool) -> QWidget:
        named = tr("Copy the key of {name}").format(name=self.name.text())
        self.copy = IconButton(self._theme, "copy", named)
        self.copy.clicked.connect(self.copy_wanted)
        held = row(self.copy, stretch=False)
        if exports:
            self.export = IconPushButton(self._theme, "file-down", tr("Export…"))
            described = tr("Writes {name} into an encrypted file").format(name=self.name.text())
            self.export.setAccessibleDescription(described)
            self.export.clicked.connect(self.export_wanted)
            held.addWidget(self.export)
        buttons = QWidget()
        buttons.setLayout(held)
        return buttons

    def _lay_out(self, channel: str) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        self.last = plain_label(channel, "meta")
        for label in (self.name, self._digits, self.last):
            words.addWidget(label)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._box.setSpacing(Gap.S)
        self._box.addLayout(words, 1)
        self._box.addWidget(self._buttons)
        whole = row(self._avatar, stretch=False)
        whole.setSpacing(Gap.M)
        whole.setAlignment(self._avatar, Qt.AlignmentFlag.AlignTop)
        whole.addLayout(self._box, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.L, Gap.L, Gap.L, Gap.L)
        column.addLayout(whole)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - 2 * Gap.L - AVATAR_PIXELS - Gap.M - Gap.S
        words = self._digits.fontMetrics().horizontalAdvance(WORDS_LEAST)
        fits = room >= words + self._buttons.sizeHint().width()
        beside, beneath = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._box.setDirection(beside if fits else beneath)
        side = Qt.AlignmentFlag.AlignVCenter if fits else Qt.AlignmentFlag.AlignLeading
        self._box.setAlignment(self._buttons, side)

    def _dress(self) -> None:
        one, ratio = self._identity, self.devicePixelRatioF()
        picture = self._avatars.pixmap(one.public_key, one.name, AVATAR_PIXELS, ratio)
        self._avatar.setPixmap(picture)
        self._digits.setFont(self._theme.mono_font(Type.META))
