"""Where a message is written: one to eight lines, Enter sends, Shift+Enter begins a line.

It is never locked while something is under way (ux.md 2, row 6). Where the person may not write, a
sentence says why in its place. What is written is kept as a draft, one a space (``Drafts``).
"""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QHideEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from engine.model.ids import SpaceId
from ui.channel.drafts import Drafts
from ui.look.theme import Gap, Theme, Type
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.labels import plain_label

LINES_MAX = 8
_RINGED = frozenset(
    {
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.OtherFocusReason,  # F6 (``keyboard``)
    }
)
DRAFT_PAUSE_MS = 400  # ours: the disk is not asked for every letter


class MessageEdit(QPlainTextEdit):
    """A plain text field as high as its text. ``submitted`` when Enter is pressed.

    ``framed`` says whether a frame around it shall show the focus: not while the ring of the keys
    (``widgets.focus``) does, as one sign is enough.
    """

    submitted = Signal()
    framed = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(6)
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        self.textChanged.connect(self._grow)  # clearing it does not tell of another size
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self.setFont(self._theme.font(Type.BODY))
        # The placeholder is drawn in the viewport's font, which does not follow by itself later on.
        self.viewport().setFont(self.font())
        self._grow()

    def _grow(self) -> None:
        line = QFontMetricsF(self.font()).lineSpacing()
        lines = min(max(1.0, self.document().size().height()), float(LINES_MAX))
        # A pixel more than the lines need: less, and the scroll bar would come.
        self.setFixedHeight(ceil(lines * line + 2 * self.document().documentMargin()) + 1)
        policy = Qt.ScrollBarPolicy
        full = self.document().size().height() > LINES_MAX
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if full else policy.ScrollBarAlwaysOff
        )

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.height())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.submitted.emit()
            return
        super().keyPressEvent(event)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        # Text only: paths and pictures are never pasted as something else (reliability.md G-7).
        self.insertPlainText(source.text())

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.framed.emit(event.reason() not in _RINGED)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.framed.emit(False)  # noqa: FBT003 - a signal's value

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.framed.emit(True)  # noqa: FBT003 - a signal's value; a press takes the ring away


class Composer(QWidget):
    """``submitted`` carries the space and the text; the field is empty from then on.

    If the post is refused, ``give_back`` puts the text where it was. ``invite_wanted`` is pressed
    where the person may not write.
    """

    submitted = Signal(object, str)
    invite_wanted = Signal()

    def __init__(self, theme: Theme, drafts: Drafts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space: SpaceId | None = None
        self._drafts = drafts
        self._pause = QTimer(self, singleShot=True, interval=DRAFT_PAUSE_MS)
        self._pause.timeout.connect(self.keep_draft)
        self.edit = MessageEdit(theme)
        self.edit.setAccessibleName("Message")
        self.send = IconButton(theme, "send-horizontal", "Send (Enter)")
        self.send.setEnabled(False)
        self.trouble = plain_label(role="error")
        self.trouble.hide()
        self.reason = plain_label(role="hint")
        self.ask: QPushButton = push_button("Request an invite")
        self._field = self._make_field()
        self._closed = self._make_closed()
        self._lay_out()
        self.edit.submitted.connect(self._submit)
        self.edit.textChanged.connect(self._text_changed)
        self.edit.framed.connect(self._show_frame)
        self.send.clicked.connect(self._submit)
        self.ask.clicked.connect(self.invite_wanted)

    def _make_field(self) -> QFrame:
        frame = QFrame()
        frame.setProperty("surface", "composer")
        row = QHBoxLayout(frame)
        row.setContentsMargins(Gap.S, 3, 3, 3)
        row.setSpacing(Gap.XS)
        row.addWidget(self.edit, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.send, 0, Qt.AlignmentFlag.AlignBottom)
        return frame

    def _make_closed(self) -> QFrame:
        frame = QFrame()
        frame.setProperty("surface", "card")
        row = QHBoxLayout(frame)
        row.setContentsMargins(Gap.M, Gap.XS, Gap.XS, Gap.XS)
        row.addWidget(self.reason, 1)
        row.addWidget(self.ask, 0, Qt.AlignmentFlag.AlignVCenter)
        return frame

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.L, Gap.XS, Gap.L, Gap.L)
        column.setSpacing(Gap.XS)
        column.addWidget(self._field)
        column.addWidget(self._closed)
        column.addWidget(self.trouble)
        self._closed.hide()

    # ---- what is shown ----------------------------------------------------------------------

    def open(self, space: SpaceId, name: str) -> None:
        """Writes to ``space`` from now on; its draft is there again."""
        if space != self._space:
            self.keep_draft()
            self._space = space
            self.edit.setPlainText(self._drafts.text(space))
            self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
            self.trouble.hide()
        self.edit.setPlaceholderText(f"Message {name}")

    def keep_draft(self) -> None:
        """Remembers what stands in the field."""
        self._pause.stop()
        if self._space is not None:
            self._drafts.keep(self._space, self.edit.toPlainText())

    def forget(self, space: SpaceId) -> None:
        """The space is gone, and its draft with it."""
        if space == self._space:
            self._space = None
            self.edit.clear()
        self._drafts.keep(space, "")

    def allow(self) -> None:
        """The person may write."""
        self._closed.hide()
        self._field.show()

    def forbid(self, reason: str, *, can_ask: bool) -> None:
        """They may not write; ``reason`` says why. ``can_ask`` offers to ask for an invite."""
        self.reason.setText(reason)
        self.ask.setVisible(can_ask)
        self._field.hide()
        self._closed.show()
        self.trouble.hide()

    def give_back(self, space: SpaceId, text: str, why: str) -> None:
        """The post was refused: its text stands before whatever was written since."""
        if space != self._space:
            self._drafts.keep(space, _before(text, self._drafts.text(space)))
            return
        self.edit.setPlainText(_before(text, self.edit.toPlainText()))
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)
        self.trouble.setText(why)
        self.trouble.show()

    # ---- inside -----------------------------------------------------------------------------

    def _submit(self) -> None:
        text = self.edit.toPlainText().strip()
        if not text or self._space is None:
            return
        self.edit.clear()
        self.trouble.hide()
        self.submitted.emit(self._space, text)

    def _text_changed(self) -> None:
        self._pause.start()
        written = bool(self.edit.toPlainText().strip())
        self.send.setEnabled(written)
        self.send.show_icon("send-horizontal", "accent" if written else "text3")

    def _show_frame(self, framed: bool) -> None:  # noqa: FBT001 - a signal's value
        self._field.setProperty("focused", framed)
        self._field.style().polish(self._field)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        # Another page is shown, or the window closes: nothing may happen after it.
        self.keep_draft()
        super().hideEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


def _before(text: str, later: str) -> str:
    return f"{text}\n{later}" if later.strip() else text
