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
from engine.model.looks import is_blank
from ui.comments.words import Names, name_of, path_words, right_words, when_words
from ui.look.avatars import Avatars
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.markdown import cleaned
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.flow import flow
from ui.widgets.labels import breaking, menu_text, plain_label, show_tip
from ui.widgets.menus import Menu
from ui.widgets.read_text import ReadText

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
    """One comment, by its id; what is said of it may change. Its signals carry the view."""

    reply_wanted = Signal(object)
    edit_wanted = Signal(object)
    retract_wanted = Signal(object)
    hide_wanted = Signal(object)
    """Fold its author away, or show them again."""
    answered_wanted = Signal(object)
    """Go to what it answers."""

    def __init__(
        self, theme: Theme, avatars: Avatars, view: CommentView, reading: CardReading
    ) -> None:
        super().__init__()
        self._theme = theme
        self._avatars = avatars
        self.called = ""
        """What its author is called: the label has places to break in it."""
        self._answered = ""
        self.opened = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.picture = plain_label()
        self.picture.setFixedSize(QSize(AVATAR_PIXELS, AVATAR_PIXELS))
        self.name = plain_label(role="name")
        self.time = plain_label(role="meta")
        self.right = plain_label(role="meta")
        self.more = IconButton(theme, "ellipsis", tr("What to do with this comment"), size=16)
        self.more.clicked.connect(self._open_menu_below)
        self.answers = plain_label(role="meta")
        self.answers.hide()
        self.text = ReadText()
        self.text.setAccessibleName(tr("Text of the comment"))
        self.unfold = push_button(tr("Show more"), "flat")
        self.unfold.clicked.connect(self._unfold)
        self.unfold.hide()
        self.text.folds.connect(self.unfold.setVisible)
        self._lay_out()
        self.show_view(view, reading)

    def show_view(self, view: CommentView, reading: CardReading) -> None:
        """As it is now. Where nothing is another, nothing moves: a selection stays."""
        self.view, self._reading = view, reading
        self.opened = self.opened and view.hidden
        name = name_of(view.author, reading.names, reading.own)
        if name != self.called:
            self.called = name
            self.name.setText(breaking(self.name, name))
            ratio = self.devicePixelRatioF()
            pixmap = self._avatars.pixmap(view.author, name, AVATAR_PIXELS, ratio)
            self.picture.setPixmap(pixmap)
        path = path_words(view.path, reading.names, reading.own, reading.feed)
        show_tip(self.name, f"{path}\n{view.author.hex()}")
        self.right.setText(right_words(view, reading.now))
        show_tip(self.right, path)
        self.time.setText(when_words(view, reading.now))
        self.setAccessibleDescription(path)
        self._show()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(Gap.S)
        head.addWidget(self.name)
        head.addWidget(self.time, 1)
        head.addWidget(self.more)
        words = QVBoxLayout()
        words.setSpacing(Gap.XS)
        words.addLayout(head)
        words.addWidget(self.right)
        words.addWidget(self.answers)
        words.addWidget(self.text)
        words.addLayout(flow(self.unfold))
        whole = QHBoxLayout(self)
        whole.setContentsMargins(Gap.L, Gap.S, Gap.S, Gap.S)
        whole.setSpacing(Gap.S)
        whole.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        whole.addLayout(words, 1)

    def _show(self) -> None:
        view = self.view
        is_said = not view.retracted and (self.opened or not view.hidden)
        is_read = is_said and not is_blank(view.text)
        words = cleaned(view.text).strip("\n") if is_read else tr("(empty)")
        if view.retracted:
            words = tr("This comment was taken back.")
        elif not is_said:
            words = tr("You have hidden what they say.")
        self.text.show_text(words)
        self.text.setEnabled(is_read)
        self._name_it()

    def say_what_it_answers(self, words: str) -> None:
        """Above its text: that, and what it is about."""
        self._answered = words
        self.answers.setText(breaking(self.answers, words))
        self.answers.setVisible(bool(words))
        self._name_it()

    def _name_it(self) -> None:
        parts = [self.called, self.time.text(), self._answered, self.text.text()]
        self.setAccessibleName(". ".join(part for part in parts if part))

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
        may_change = self._reading.may_comment and not view.retracted
        if may_change:
            self._add(menu, "reply", tr("Answer"), lambda: self.reply_wanted.emit(view))
        if view.reply_to is not None:
            words = tr("Go to what it answers")
            self._add(menu, "arrow-up", words, lambda: self.answered_wanted.emit(view))
        if may_change and view.ours:
            self._add(menu, "pencil", tr("Edit"), lambda: self.edit_wanted.emit(view))
            self._add(menu, "undo-2", tr("Take back…"), lambda: self.retract_wanted.emit(view))
        if self.text.isEnabled():
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

    def _unfold(self) -> None:
        self.setFocus()  # the button goes
        self.text.unfold()

    def _open(self) -> None:
        self.opened = True
        self._show()
