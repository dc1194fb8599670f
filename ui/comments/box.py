"""Where a comment is written; where nobody lets us, what to do about it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.comment_commands import ChangeComment, WriteComment
from engine.model.comments import COMMENT_BYTES_MAX, CommentView, NetworkView
from engine.model.ids import SpaceId
from engine.model.looks import is_blank
from ui.comments.drafts import Answered, Begun, Drafts, Place
from ui.comments.words import PAUSED, can_be_let, closed_sentence, ending_soon, may_sentence
from ui.equipment import Equipment
from ui.look.theme import Gap
from ui.text.language import tr
from ui.text.numbers import number
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.flow import flow
from ui.widgets.hinted_text import HintedText
from ui.widgets.labels import plain_label
from ui.widgets.problem import Problem, attempt

FIELD_LINES = 4
TOLD_BELOW = 512  # ours: bytes that are left, from which on they are told
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class CommentBox(QWidget):
    """``written`` carries the CommentView; ``key_wanted``: our key is to be shown;
    ``permission_wanted``: one that was given is to be brought.
    """

    written = Signal(object)
    key_wanted = Signal()
    permission_wanted = Signal()

    def __init__(self, equipment: Equipment) -> None:
        super().__init__()
        self._equipment = equipment
        self._space: SpaceId | None = None
        self._entry: int | None = None
        self._answers: Answered | None = None
        self._edits: CommentView | None = None
        self._drafts = Drafts()
        theme = equipment.theme
        self.closed_words = plain_label(role="meta")
        self.show_key = IconPushButton(theme, "qr-code", tr("Show my key…"), "primary")
        self.show_key.clicked.connect(self.key_wanted)
        self.bring = push_button(tr("I was given a permission"), "flat")
        self.bring.clicked.connect(self.permission_wanted)
        self.ends = plain_label(role="warn")
        self.paused = plain_label(tr(PAUSED), role="meta")
        self.paused.hide()
        self.about = plain_label(role="meta")
        self.forget = push_button(tr("Cancel"), "flat")
        self.forget.clicked.connect(self._begin_anew)
        self.field = HintedText()
        self.field.setTabChangesFocus(True)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._measure)
        self.left = plain_label(role="meta")
        self.left.hide()
        self.problem = Problem(theme)
        self.send = push_button(tr("Comment"), "primary")
        self.send.clicked.connect(self.submit)
        self._lay_out()
        theme.changed.connect(self._dress)
        self._dress()
        self._begin_anew()
        self._name_field()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.L, Gap.S, Gap.L, Gap.L)
        column.setSpacing(Gap.S)
        self._closed = QWidget()
        closed = QVBoxLayout(self._closed)
        closed.setContentsMargins(0, 0, 0, 0)
        closed.setSpacing(Gap.S)
        closed.addWidget(self.closed_words)
        closed.addLayout(flow(self.show_key))
        closed.addLayout(flow(self.bring))
        self._open = QWidget()
        inside = QVBoxLayout(self._open)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(Gap.S)
        for widget in (self.ends, self.paused, self.about, self.field, self.left, self.problem):
            inside.addWidget(widget)
        inside.addLayout(flow(self.send, self.forget))
        column.addWidget(self._closed)
        column.addWidget(self._open)

    def _dress(self) -> None:
        line = self.field.fontMetrics().lineSpacing()
        self.field.setFixedHeight(FIELD_LINES * line + 2 * Gap.M)

    def show_place(self, space: SpaceId | None, entry: int | None) -> None:
        """What a comment is about from now on; what was begun elsewhere waits there."""
        if (space, entry) != (self._space, self._entry):
            self._lay_aside()
            self._space, self._entry = space, entry
            self._take_up()
            self._name_field()

    @property
    def _place(self) -> Place:
        return self._space, self._entry

    def _lay_aside(self) -> None:
        """What was begun waits at its place; a change is given up."""
        if self._edits is not None:
            self._begin_anew()
        self._drafts.keep(self._place, Begun(self.field.toPlainText(), self._answers))
        self._begin_anew()

    def _take_up(self) -> None:
        begun = self._drafts.take(self._place)
        self.field.setPlainText(begun.text)
        if begun.answers is not None:
            self._show_answered(begun.answers)

    def _name_field(self) -> None:
        about_all = tr("Comment on the feed as a whole")
        words = about_all if self._entry is None else tr("Comment on this entry")
        self.field.setPlaceholderText(words)
        self.field.setAccessibleName(words)

    @property
    def main(self) -> QWidget:
        """What the keyboard comes to first."""
        return self.field if self.field.isVisible() else self.show_key

    def show_network(self, network: NetworkView | None, now: float) -> None:
        """Whether we may write."""
        self._closed.setVisible(network is not None and not network.may_comment)
        self._open.setVisible(network is not None and network.may_comment)
        if network is not None:
            self.closed_words.setText(closed_sentence(network))
            self.show_key.setVisible(can_be_let(network))
            self.bring.setVisible(can_be_let(network))
            self.ends.setVisible(ending_soon(network, now))
            self.ends.setText(may_sentence(network))

    def show_paused(self, *, paused: bool) -> None:
        """Whether what is written stays here for now."""
        self.paused.setVisible(paused)

    def answer(self, view: CommentView, name: str) -> None:
        """The next comment answers that one."""
        self._begin_anew()
        self._show_answered(Answered(view, name))
        self.field.setFocus()

    def _show_answered(self, answers: Answered) -> None:
        self._answers = answers
        self._say(tr("Answering {name}").format(name=answers.name))

    def edit(self, view: CommentView) -> None:
        """Another text in the place of that one's."""
        self._lay_aside()
        self._edits = view
        self.field.setPlainText(view.text)
        self._say(tr("Changing your comment"))
        self.send.setText(tr("Change"))
        self.field.setFocus()

    def submit(self) -> None:
        """Signs and stores what was written."""
        text = self.field.toPlainText().strip()
        if not is_blank(text) and self._space is not None and self.send.isEnabled():
            self.field.setFocus()  # where the next one is written
            place, edits = self._place, self._edits
            work = self._submitted(place, edits, self._said(self._space, text))
            busy = self.send, self.forget, self.field  # the field last: ``_measure`` looks at it
            attempt(self._equipment.bridge, work, self.problem, *busy)

    async def _submitted(
        self, place: Place, edits: CommentView | None, said: WriteComment | ChangeComment
    ) -> None:
        """``place``, ``edits``: what was written and where when it was sent."""
        view = await self._equipment.bridge.perform(said)
        if (place, edits) == (self._place, self._edits):
            self.field.clear()
            self._begin_anew()
        elif edits is None:  # the person has gone on meanwhile, and it was kept as begun
            self._drafts.take(place)
        self.written.emit(view)

    def _said(self, space: SpaceId, text: str) -> WriteComment | ChangeComment:
        edits, answers = self._edits, self._answers
        if edits is not None:
            return ChangeComment(space, edits.id, text)
        if answers is not None:
            return WriteComment(space, text, answers.view.entry, answers.view.id)
        return WriteComment(space, text, self._entry)

    def _say(self, words: str) -> None:
        self.about.setText(words)
        self.about.show()
        self.forget.show()

    def _begin_anew(self) -> None:
        """Nothing is answered; where it was a change, what was begun before it is there again."""
        was_change = self._edits is not None
        self._answers = self._edits = None
        self.about.hide()
        self.forget.hide()
        self.send.setText(tr("Comment"))
        self.problem.clear()
        if was_change:
            self._take_up()
        self._measure()

    def _measure(self) -> None:
        """A comment that is too long is told before it is sent; one at a time is on its way."""
        text = self.field.toPlainText().strip()
        size = len(text.encode("utf-8", "surrogatepass"))
        left = COMMENT_BYTES_MAX - size
        has_words = size <= COMMENT_BYTES_MAX and not is_blank(text)
        self.send.setEnabled(self.field.isEnabled() and has_words)
        self.left.setVisible(left < TOLD_BELOW)
        if left < 0:
            too_long = tr("Too long by {count} bytes: a comment may have {limit}.")
            limit = number(COMMENT_BYTES_MAX)
            self.left.setText(too_long.format(count=number(-left), limit=limit))
        else:
            self.left.setText(tr("{count} bytes left").format(count=number(left)))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.EnabledChange:
            self._measure()
        if not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        is_escape = event.key() == Qt.Key.Key_Escape and self.forget.isVisible()
        is_plain = not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        match event.type():
            case QEvent.Type.ShortcutOverride if is_escape:
                event.accept()  # before the window's own shortcut gets it
                return True
            case QEvent.Type.KeyPress if is_escape:
                self._begin_anew()
                return True
            case QEvent.Type.KeyPress if event.key() in _ENTER and is_plain:
                self.submit()
                return True
            case _:
                return super().eventFilter(watched, event)
