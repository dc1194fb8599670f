"""The field in which a message is written: as high as its text, from one line to eight.

Enter sends and Shift+Enter begins a line, or Ctrl+Enter sends (``enter_sends``). Files and
pictures that are pasted or dropped are handed on; from all else the plain text is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import ceil

from PySide6.QtCore import (
    QDynamicPropertyChangeEvent,
    QEvent,
    QMimeData,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QSizePolicy
from typing_extensions import override

from ui.attaching.drop_target import files_of
from ui.look.theme import Theme, Type
from ui.text.markdown import ends_in_fence, utf16_length, utf16_slice
from ui.widgets.focus import RINGED
from ui.widgets.hinted_text import HintedText

LINES_MAX = 8
CHARACTERS_MAX = 200_000  # ours: a field that holds more does not follow the keys
LINE_CHARACTERS_MAX = 20_000  # ours: Qt lays a whole line out anew for each key
LINES_LOOKED_AT_MAX = 2_000  # ours: before the cursor, for an open fence
_LINE_END = re.compile("[\n\r\u2029]")  # of those at which Qt begins a line, not all of Python's
_AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_ANYWHERE = QTextOption.WrapMode.WrapAnywhere


def nobody_claims(_event: QKeyEvent) -> bool:
    """No key is for anybody else."""
    return False


def is_too_much(text: str) -> bool:
    """Whether ``text`` is a file rather than words to be pasted."""
    return len(text) > CHARACTERS_MAX or _has_long_line(text)


def can_hold(text: str) -> bool:
    """Whether a field that held ``text`` would follow the keys, slower where a line is long."""
    return len(text) <= CHARACTERS_MAX


def _has_long_line(text: str) -> bool:
    if len(text) <= LINE_CHARACTERS_MAX:
        return False
    return max(map(len, _LINE_END.split(text))) > LINE_CHARACTERS_MAX


class MessageEdit(HintedText):
    """A plain text field as high as its text. ``submitted`` when Enter is pressed, and not again
    while it is held: what stands there by then is something else.

    ``framed`` says whether a frame around it shall show the focus: not while the ring of the keys
    (``widgets.focus``) does, as one sign is enough. ``files_given`` carries paths, and
    ``picture_given`` a QImage, that were pasted or dropped; ``too_much_given`` carries a
    text that no field can hold. ``left``: the focus is elsewhere.
    """

    submitted = Signal()
    framed = Signal(bool)
    files_given = Signal(object)
    picture_given = Signal(object)
    too_much_given = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._when_empty: Sequence[str] = ("",)
        self.enter_sends = True
        """Else Ctrl+Enter does, and Enter begins a line."""
        self.claims: Callable[[QKeyEvent], bool] = nobody_claims
        """Who sees each key first; true takes it away from the field."""
        self.is_being_filled = False
        """Whether what changes now was not typed, but put here (``write``)."""
        self.claims_escape: Callable[[], bool] = lambda: False
        """Whether Escape is for the field now, and not for the window."""
        self.setProperty("kind", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(6)
        self.document().clearUndoRedoStacks()  # the margin is no step that a person took
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        self.textChanged.connect(self._break_lines)
        self.textChanged.connect(self._grow)  # clearing it does not tell of another size
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self.setFont(self._theme.font(Type.BODY))
        # The placeholder is drawn in the viewport's font, which does not follow by itself later on.
        self.viewport().setFont(self.font())
        self._grow()
        self._show_placeholder()

    def say_when_empty(self, *words: str) -> None:
        """What stands in the empty field: the first of ``words`` that has room on its one line.

        Else it is the beginning of the last: Qt would break and clip what is longer.
        """
        self._when_empty = words
        self._show_placeholder()

    def _show_placeholder(self) -> None:
        room = self.viewport().width() - 2 * ceil(self.document().documentMargin()) - 1
        metrics = self.viewport().fontMetrics()
        fitting = (one for one in self._when_empty if metrics.horizontalAdvance(one) <= room)
        shown = next(fitting, self._when_empty[-1])
        elided = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, max(0, room))
        self.setPlaceholderText(elided)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_placeholder()

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

    def _break_lines(self) -> None:
        """A long line is broken anywhere: at words, Qt may take seconds for each key, as the time
        grows with the square of what has no blank in it.
        """
        document = self.document()
        if self.textCursor().block().length() > LINE_CHARACTERS_MAX + 1:
            self.setWordWrapMode(_ANYWHERE)
        elif document.characterCount() <= LINE_CHARACTERS_MAX and not (
            document.isUndoAvailable() or document.isRedoAvailable()  # could bring it back
        ):
            self.setWordWrapMode(_AT_WORDS)

    # ---- the text at the cursor -------------------------------------------------------------

    def before_cursor(self) -> str:
        """What stands in the cursor's line before it; nothing while something is selected."""
        cursor = self.textCursor()
        if cursor.hasSelection():
            return ""
        return utf16_slice(cursor.block().text(), 0, cursor.positionInBlock())

    def is_in_code(self) -> bool:
        """Whether what is typed at the cursor stands behind a backtick, or in an open fence."""
        before = self.before_cursor()
        return before.count("`") % 2 == 1 or ends_in_fence(f"{self._lines_above()}{before}")

    def _lines_above(self) -> str:
        """What stands above the cursor's line, as far as it is looked at."""
        lines: list[str] = []
        block = self.textCursor().block().previous()
        while block.isValid() and len(lines) < LINES_LOOKED_AT_MAX:
            lines.append(block.text() + "\n")
            block = block.previous()
        return "".join(reversed(lines))

    def is_at_first_line(self) -> bool:
        """Whether the cursor is in the first line of the text."""
        return self.textCursor().blockNumber() == 0

    def replace_before(self, text: str, characters: int) -> None:
        """Puts ``text`` in the place of so many characters before the cursor: one step to undo."""
        before = self.before_cursor()
        units = utf16_length(before[len(before) - characters :]) if characters else 0
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.setPosition(cursor.position() - units, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    def write(self, text: str) -> None:
        """Holds ``text`` from now on, the cursor behind it."""
        self.is_being_filled = True
        mode = _ANYWHERE if _has_long_line(text) else _AT_WORDS
        try:
            # Neither what was there nor what comes is ever broken at words where a line is long.
            with QSignalBlocker(self):  # what was there is told of no more
                self.setWordWrapMode(_ANYWHERE)
            self.setPlainText(text)
            self.setWordWrapMode(mode)
            self.moveCursor(QTextCursor.MoveOperation.End)
        finally:
            self.is_being_filled = False

    # ---- events -----------------------------------------------------------------------------

    @override
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.height())

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if self._wants_escape(event):
                event.accept()
                return True
            if event.matches(QKeySequence.StandardKey.Undo) and self._has_nothing_to_undo():
                event.ignore()
                return False
        # Before it moves the focus: it may take a completion.
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Tab
            and self.claims(event)
        ):
            return True
        if (
            isinstance(event, QDynamicPropertyChangeEvent)
            and event.propertyName().toStdString() == RINGED
        ):
            self._show_frame()
        return super().event(event)

    def _wants_escape(self, event: QKeyEvent) -> bool:
        """Before the window's own shortcut gets it; with Shift it is the window's."""
        is_alone = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return event.key() == Qt.Key.Key_Escape and is_alone and self.claims_escape()

    def _has_nothing_to_undo(self) -> bool:
        """Then the window takes back what was done last, which the field would not let it know."""
        return not self.document().isUndoAvailable()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.claims(event):
            return
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and self._sends(event.modifiers()):
            if not event.isAutoRepeat():
                self.submitted.emit()
            return
        super().keyPressEvent(event)

    def _sends(self, modifiers: Qt.KeyboardModifier) -> bool:
        if self.enter_sends:
            return not modifiers & Qt.KeyboardModifier.ShiftModifier
        return bool(modifiers & Qt.KeyboardModifier.ControlModifier)

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or source.hasImage() or bool(files_of(source))

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        if paths := files_of(source):
            self.files_given.emit(paths)
        elif source.hasImage() and not source.hasText():
            picture = source.imageData()
            if isinstance(picture, QImage):
                self.picture_given.emit(picture)
        elif is_too_much(text := source.text()) or not self._has_room(text):
            self.too_much_given.emit(text)
        else:
            # As text only, whatever it could be besides (reliability.md G-7).
            self.insertPlainText(text)

    def _has_room(self, text: str) -> bool:
        """For ``text`` in the place of what is selected."""
        cursor = self.textCursor()
        stays = self.document().characterCount() - 1
        stays -= cursor.selectionEnd() - cursor.selectionStart()
        return stays + utf16_length(text) <= CHARACTERS_MAX

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_frame()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.framed.emit(False)  # noqa: FBT003 - a signal's value
            self.left.emit()

    def _show_frame(self) -> None:
        self.framed.emit(self.hasFocus() and not self.property(RINGED))
