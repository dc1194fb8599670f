"""The steps of a conversation, each with an icon and a word: done, under way, to come."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.labels import plain_label
from ui.widgets.page import row

ICON_PIXELS = 16
_LOOKS = {
    "done": ("circle-check", "ok"),
    "now": ("hourglass", "accent"),
    "later": ("minus", "text3"),
}


class Steps(QWidget):
    """Steps in order; ``reach(n)`` says that those before n are done and n is under way."""

    def __init__(self, theme: Theme, *names: str) -> None:
        super().__init__()
        self._theme = theme
        self._names = names
        self._at = -1
        self._note = ""
        self._marks = [QLabel() for _ in names]
        self._labels = [plain_label() for _ in names]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.S)
        for mark, label in zip(self._marks, self._labels, strict=True):
            mark.setTextFormat(Qt.TextFormat.PlainText)
            mark.setFixedSize(QSize(ICON_PIXELS, ICON_PIXELS))
            line = row(mark, stretch=False)
            line.addWidget(label, 1)
            line.setAlignment(mark, Qt.AlignmentFlag.AlignTop)
            column.addLayout(line)
        theme.changed.connect(self._dress)
        self.reach(0)

    @property
    def at(self) -> int:
        """The step under way; the number of steps when all are done."""
        return self._at

    def reach(self, at: int, note: str = "") -> None:
        """``note`` says more about the step under way."""
        if (at, note) == (self._at, self._note):
            return
        is_new = at > self._at >= 0
        self._at, self._note = at, note
        self._dress()
        if is_new:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.words()))

    def words(self) -> str:
        """All steps with their states, as one text."""
        states = {"done": tr("done"), "now": tr("under way"), "later": tr("to come")}
        return ". ".join(
            f"{label.text()}: {states[self._state(place)]}"
            for place, label in enumerate(self._labels)
        )

    def _state(self, place: int) -> str:
        if place < self._at:
            return "done"
        return "now" if place == self._at else "later"

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        lines = zip(self._names, self._marks, self._labels, strict=True)
        for place, (name, mark, label) in enumerate(lines):
            state = self._state(place)
            icon, colour = _LOOKS[state]
            mark.setPixmap(self._theme.pixmap(icon, ICON_PIXELS, colour, ratio))
            with_note = f"{name}\n{self._note}" if state == "now" and self._note else name
            label.setText(with_note)
            label.setEnabled(state != "later")
        self.setAccessibleName(tr("Steps"))
        self.setAccessibleDescription(self.words())
