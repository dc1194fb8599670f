"""The quick switcher (Ctrl+K): a few letters, Enter, and one is there.

It knows nothing of channels or pages: it is handed ``Destination``s, and calls the one that was
chosen once it has closed itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QLineEdit, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.switching.destinations import Destination, Kind, Offer, kind_asked_for, offered
from ui.switching.rows import OfferDelegate, Offers
from ui.text.language import tr
from ui.text.message_link import read_message_link
from ui.widgets.clearing import let_clear
from ui.widgets.labels import plain_label

WIDTH, HEIGHT = 560, 460
TOP = 72  # pixels below the window's upper edge
WORDS_MAX = 200
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_PageUp: -8,
}


class Switcher(QDialog):
    """``search_wanted`` carries the words that nothing here fits, or that shall be searched for;
    ``message_named`` a line that names a message.
    """

    search_wanted = Signal(str)
    message_named = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme, there_is: Sequence[Destination]) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setWindowTitle(tr("Go to"))
        self.setAccessibleName(tr("Go to a channel, a person or a page"))
        self._there_is = list(there_is)
        self._was_active = False
        self._was_left = False
        self._is_closing = False
        self.words = QLineEdit()
        self.model = Offers(self)
        self.list = QListView()
        self.nothing = plain_label(tr("Nothing is called that."), "hint")
        self._lay_out(theme)
        self.words.textChanged.connect(self._filter)
        self.words.returnPressed.connect(self._choose)
        self.words.installEventFilter(self)
        self.list.clicked.connect(self._choose)
        self._filter("")
        self._place(parent)
        self.words.setFocus()

    def _lay_out(self, theme: Theme) -> None:
        self.words.setPlaceholderText(tr("Go to a channel, a person or a page"))
        self.words.setAccessibleName(tr("Go to"))
        self.words.setMaxLength(WORDS_MAX)
        let_clear(self.words, theme)
        glass = QAction(theme.icon("search", "text3"), "", self)
        self.words.addAction(glass, QLineEdit.ActionPosition.LeadingPosition)
        self.list.setModel(self.model)
        self.list.setItemDelegate(OfferDelegate(theme, self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(tr("What fits"))
        hint = plain_label(tr("Only channels: #    people: @    actions: >"), "meta")
        card = QFrame()
        card.setProperty("surface", "toast")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(Gap.M, Gap.M, Gap.M, Gap.S)
        inside.setSpacing(Gap.S)
        inside.addWidget(self.words)
        inside.addWidget(self.nothing)
        inside.addWidget(self.list, 1)
        inside.addWidget(hint)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)

    def _place(self, parent: QWidget) -> None:
        room = parent.size()
        width = min(WIDTH, room.width() - 2 * Gap.L)
        height = min(HEIGHT, room.height() - 2 * Gap.L)
        self.resize(width, height)
        top = min(TOP, (room.height() - height) // 2)
        self.move(parent.mapToGlobal(QPoint((room.width() - width) // 2, top)))

    def add(self, more: Sequence[Destination]) -> None:
        """There is more than was known at first; what is chosen stays chosen."""
        self._there_is += more
        if self.words.text().strip():
            chosen = self.model.destination(self.list.currentIndex())
            self._filter(self.words.text())
            for row in range(self.model.rowCount()):
                if self.model.destination(self.model.index(row)) is chosen:
                    self.list.setCurrentIndex(self.model.index(row))

    # ---- finding --------------------------------------------------------------------------------

    def _filter(self, typed: str) -> None:
        if read_message_link(typed) is not None:
            rows = [Offer(self._go_to_message(typed))]
        else:
            rows = offered(typed, self._there_is)
        self.nothing.setVisible(not rows)
        kind, words = kind_asked_for(typed)
        if words and kind is None:
            rows.append(Offer(self._search_for(words)))
        self.model.show(rows)
        self._go_to_row(0)

    def _go_to_message(self, line: str) -> Destination:
        go = partial(self.message_named.emit, line)
        return Destination(Kind.ACTION, tr("Go to that message"), go, icon="message-square")

    def _search_for(self, words: str) -> Destination:
        name = tr("Search all messages for “{words}”").format(words=words)
        return Destination(Kind.ACTION, name, lambda: self.search_wanted.emit(words), icon="search")

    def _go_to_row(self, row: int) -> None:
        index = self.model.index(row)
        self.list.setCurrentIndex(index)
        one = self.model.destination(index)
        # The field keeps the focus: what would be gone to is its description.
        self.words.setAccessibleDescription(one.name if one is not None else "")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = _STEPS.get(Qt.Key(event.key()), 0)
            count = self.model.rowCount()
            if step and count:
                row = self.list.currentIndex().row() + step
                is_single = abs(step) == 1
                self._go_to_row(row % count if is_single else min(max(row, 0), count - 1))
                return True
        return False

    def _choose(self) -> None:
        one = self.model.destination(self.list.currentIndex())
        if one is not None:
            self.accept()
            one.go()

    @override
    def done(self, result: int) -> None:
        self._is_closing = True
        super().done(result)
        window = self.parentWidget()
        if not self._was_left and window is not None:
            # Not every desktop gives the focus back by itself; once this one is gone.
            QTimer.singleShot(0, window, window.activateWindow)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            if self.isActiveWindow():
                self._was_active = True
            elif self._was_active and not self._is_closing:
                self._was_left = True  # the person pressed beside it
                self.reject()
