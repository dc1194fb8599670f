"""The bar over a timeline in which words are looked for: Ctrl+F opens it, Escape closes it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from engine.model.indexing import holds_words
from ui.finding.finding import Finding
from ui.look.theme import Gap, Theme
from ui.searching.saying import NO_WORDS
from ui.text.language import tr
from ui.text.message_link import read_message_link
from ui.text.numbers import number
from ui.widgets.buttons import IconButton
from ui.widgets.clearing import let_clear
from ui.widgets.labels import plain_label

CHARACTERS_MAX = 256  # reliability.md D-2


class FindBar(QWidget):
    """Shows a ``Finding``. ``left`` when it closes with the keyboard in it; ``words_changed``
    carries what to mark.

    ``date_wanted`` carries a place (``QRect``) on the screen: other dates shall be offered there.
    """

    left = Signal()
    words_changed = Signal(str)
    date_wanted = Signal(object)

    def __init__(self, theme: Theme, finding: Finding) -> None:
        super().__init__()
        self._finding = finding
        self.setProperty("surface", "sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.edit = QLineEdit()
        self.edit.setMaxLength(CHARACTERS_MAX)
        self.edit.setPlaceholderText(tr("Find in this channel"))
        self.edit.setAccessibleName(tr("Find in this channel"))
        let_clear(self.edit, theme)
        self.count = plain_label(role="meta")
        self.count.setWordWrap(False)
        self.older = IconButton(theme, "chevron-up", tr("Older match (Enter)"))
        self.newer = IconButton(theme, "chevron-down", tr("Newer match (Shift+Enter)"))
        self.calendar = IconButton(theme, "calendar-days", tr("Go to a date"))
        self.shut = IconButton(theme, "x", tr("Close (Escape)"))
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.L, Gap.XS, Gap.M, Gap.XS)
        row.setSpacing(Gap.XS)
        row.addWidget(self.edit, 1)
        row.addWidget(self.count)
        for button in (self.older, self.newer, self.calendar, self.shut):
            row.addWidget(button)
        self.edit.textChanged.connect(self._typed)
        self.older.clicked.connect(lambda: finding.step(1))
        self.newer.clicked.connect(lambda: finding.step(-1))
        self.calendar.clicked.connect(self._want_date)
        self.shut.clicked.connect(self.close_bar)
        finding.changed.connect(self._show)
        self.hide()

    def open_bar(self, words: str = "") -> None:
        """Shows it with ``words``; else what was looked for last is there, to be typed over.

        A line that named a message is not: it would lead there again, from wherever one is.
        """
        self.show()
        before = self.edit.text()
        if words or read_message_link(before):
            self.edit.setText(words)
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()
        if self.edit.text() == before:
            self._typed(before)

    def close_bar(self) -> None:
        """Nothing is looked for any more."""
        if not self.isHidden():
            focus = self.focusWidget()
            had_focus = focus is not None and focus.hasFocus()
            self.hide()
            self._finding.look_for("")
            self.words_changed.emit("")
            if had_focus:
                self.left.emit()

    def _typed(self, words: str) -> None:
        # A line that names a message is gone to: a hit of its words would lead elsewhere.
        self._finding.look_for("" if read_message_link(words) else words)
        self.words_changed.emit(words)
        self._show()

    def _show(self) -> None:
        finding = self._finding
        self.count.setText(self._count_words())
        self.count.setAccessibleName(self.count.text())
        self.newer.setEnabled(bool(finding.hits))
        self.older.setEnabled(bool(finding.hits) or finding.can_go_on)

    def _count_words(self) -> str:
        finding = self._finding
        if not finding.words.strip():
            return ""
        if finding.is_slow:
            return tr("Searching…")
        if finding.is_pending and not finding.hits:
            return ""
        if not finding.hits:
            return self._nothing()
        known = number(len(finding.hits))
        if finding.is_cut:
            words = tr("{number} of {count} so far")
            return words.format(number=number(finding.place + 1), count=known)
        if finding.has_more:
            known = tr("more than {count}").format(count=known)
        return tr("{number} of {count}").format(number=number(finding.place + 1), count=known)

    def _nothing(self) -> str:
        if not holds_words(self._finding.words):
            return tr(NO_WORDS)
        if self._finding.can_go_on:
            return tr("No match yet: Enter searches on")
        if self._finding.is_cut:
            return tr("Nothing found in time: a further word finds faster")
        return tr("No match")

    def _want_date(self) -> None:
        below = self.calendar.mapToGlobal(QPoint(0, self.calendar.height()))
        self.date_wanted.emit(QRect(below, self.calendar.size()))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        match Qt.Key(event.key()):
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_F3:
                self._finding.step(-1 if shift else 1)
            case Qt.Key.Key_Up:
                self._finding.step(1)
            case Qt.Key.Key_Down:
                self._finding.step(-1)
            case Qt.Key.Key_Escape:
                self.close_bar()
            case _:
                super().keyPressEvent(event)
