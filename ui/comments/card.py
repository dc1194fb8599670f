"""One comment: who, when, what, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout
from typing_extensions import override

from engine.model.comments import CommentView
from engine.model.ids import PublicKey
from ui.comments.words import Names, name_of, path_words, when_words
from ui.look.avatars import Avatars
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.buttons import IconButton
from ui.widgets.labels import menu_text, plain_label, plain_tip
from ui.widgets.menus import Menu

AVATAR_PIXELS = 28


@dataclass(frozen=True, slots=True)
class CardReading:
    """Who reads it, and when; ``feed`` is what the feed is called."""

    names: Names
    own: PublicKey | None
    feed: str
    now: float
    may_comment: bool


class CommentCard(QFrame):
    """Its signals carry the ``CommentView``."""

    reply_wanted = Signal(object)
    edit_wanted = Signal(object)
    retract_wanted = Signal(object)
    hide_wanted = Signal(object)
    """Fold its author away, or show them again."""
    answered_wanted = Signal(object)
    """Show what it answers."""

    def __init__(
        self, theme: Theme, avatars: Avatars, view: CommentView, reading: CardReading
    ) -> None:
        super().__init__()
        self._theme = theme
        self.view = view
        self._reading = reading
        self.opened = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        name = name_of(view.author, reading.names, reading.own)
        self.picture = plain_label()
        ratio = self.devicePixelRatioF()
        self.picture.setPixmap(avatars.pixmap(view.author, name, AVATAR_PIXELS, ratio))
        self.picture.setFixedSize(QSize(AVATAR_PIXELS, AVATAR_PIXELS))
        self.name = plain_label(name, role="name")
        path = path_words(view.path, reading.names, reading.own, reading.feed)
        self.name.setToolTip(plain_tip(f"{path}\n{view.author.hex()}"))
        self.time = plain_label(when_words(view, reading.now), role="meta")
        self.more = IconButton(theme, "ellipsis", tr("What to do with this comment"), size=16)
        self.more.clicked.connect(self._open_menu_below)
        self.answers = plain_label(role="meta")
        self.answers.hide()
        self.text = plain_label()
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._lay_out()
        self._show()
        self.setAccessibleName(f"{name}, {self.time.text()}. {self.text.text()}")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(Gap.S)
        head.addWidget(self.name)
        head.addWidget(self.time, 1)
        head.addWidget(self.more)
        words = QVBoxLayout()
        words.setSpacing(Gap.XS)
        words.addLayout(head)
        words.addWidget(self.answers)
        words.addWidget(self.text)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(Gap.L, Gap.S, Gap.S, Gap.S)
        whole.setSpacing(Gap.S)
        whole.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        whole.addLayout(words, 1)

    def _show(self) -> None:
        view = self.view
        if view.retracted:
            self.text.setText(tr("This comment was taken back."))
            self.text.setEnabled(False)
        elif view.hidden and not self.opened:
            self.text.setText(tr("You have hidden what they say."))
            self.text.setEnabled(False)
        else:
            self.text.setText(view.text)
            self.text.setEnabled(True)

    def say_what_it_answers(self, words: str) -> None:
        """Above its text."""
        self.answers.setText(words)
        self.answers.setVisible(bool(words))

    # ---- the menu ---------------------------------------------------------------------------

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._popup(event.globalPos())
        event.accept()

    def _open_menu_below(self) -> None:
        self._popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    def menu(self) -> Menu:
        """What can be done with it now."""
        view, menu = self.view, Menu(self)
        if self._reading.may_comment and not view.retracted:
            self._add(menu, "reply", tr("Answer"), lambda: self.reply_wanted.emit(view))
        if view.ours and not view.retracted:
            self._add(menu, "pencil", tr("Edit"), lambda: self.edit_wanted.emit(view))
            self._add(menu, "undo-2", tr("Take back…"), lambda: self.retract_wanted.emit(view))
        if not view.retracted:
            clipboard = QGuiApplication.clipboard()
            self._add(menu, "copy", tr("Copy text"), lambda: clipboard.setText(view.text))
        if view.hidden and not view.retracted and not self.opened:
            self._add(menu, "eye", tr("Show this one"), self._open)
        if not view.ours:
            words = tr("Show all they say") if view.hidden else tr("Hide all they say")
            icon = "eye" if view.hidden else "eye-off"
            self._add(menu, icon, words, lambda: self.hide_wanted.emit(view))
        return menu

    def _popup(self, place: QPoint) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def _add(self, menu: Menu, icon: str, words: str, act: Callable[[], object]) -> None:
        action = menu.addAction(self._theme.icon(icon), menu_text(words))
        action.triggered.connect(lambda _on=False: act())

    def _open(self) -> None:
        self.opened = True
        self._show()
