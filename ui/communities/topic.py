"""What a channel is about, under its name: read there, and written there by whoever presses it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from engine.model.communities import TOPIC_CHARACTERS_MAX
from ui.look.theme import Theme
from ui.text.language import tr
from ui.widgets.labels import menu_text, show_tip
from ui.wording.sentences import one_line

LEAST_WIDTH = 60
EDGE = 3  # of the style sheet: frame and padding


class TopicLine(QWidget):
    """``changed`` carries the new topic. Escape leaves the old one.

    ``editing`` says whether one is being written, which takes all the room that there is.
    """

    changed = Signal(str)
    editing = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._topic = ""
        self.shown = _Topic()
        self.shown.clicked.connect(self.edit)
        self.field = _Field()
        self.field.setMaxLength(TOPIC_CHARACTERS_MAX)
        for part in (self, self.shown, self.field):  # also where it is empty: nothing moves
            part.setMinimumHeight(theme.hit)
        self.field.setAccessibleName(tr("Topic of the channel"))
        self.field.setPlaceholderText(tr("What is this channel about?"))
        self.field.returnPressed.connect(self._take)
        self.field.left.connect(self._leave)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.shown)
        row.addWidget(self.field, 1)
        self._rest = QSpacerItem(0, 0, QSizePolicy.Policy.Expanding)
        row.addSpacerItem(self._rest)
        self.field.hide()

    def show_topic(self, topic: str, *, writable: bool) -> None:
        """``writable``: it can be changed."""
        self._topic = topic
        line = one_line(topic)
        words = line or (tr("Set a topic") if writable else "")
        self.shown.say(words)
        self.shown.setEnabled(writable)
        spoken = tr("Topic: {topic}. Press to change it.") if line else tr("Set a topic")
        self.shown.setAccessibleName(spoken.format(topic=line))
        self.shown.setVisible(self.shown.says and self.field.isHidden())

    def edit(self) -> None:
        """Lets the person write another one."""
        self.field.setText(self._topic)
        self.editing.emit(True)  # noqa: FBT003 - a signal's value
        self.shown.hide()
        self._rest.changeSize(0, 0)
        self.field.show()
        self.field.setFocus()
        self.field.setSelection(len(self._topic), -len(self._topic))  # its beginning is seen

    def edit_again(self, topic: str) -> None:
        """One that was refused, to be mended."""
        self.edit()
        self.field.setText(topic)

    def _take(self) -> None:
        topic = " ".join(self.field.text().split())
        self._leave()
        if topic != self._topic:
            self.changed.emit(topic)

    def _leave(self) -> None:
        if self.field.isHidden():
            return
        had_focus = self.field.hasFocus()
        self.field.hide()
        self._rest.changeSize(0, 0, QSizePolicy.Policy.Expanding)
        self.editing.emit(False)  # noqa: FBT003 - a signal's value
        self.shown.setVisible(self.shown.says)
        if had_focus:
            self.shown.setFocus()


class _Topic(QPushButton):
    """Words on one line that can be pressed; what has no room ends in an ellipsis."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        self.setProperty("kind", "line")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def says(self) -> bool:
        """Whether there is anything to be read."""
        return bool(self._words)

    def say(self, words: str) -> None:
        self._words = words
        self.setText(menu_text(words))
        show_tip(self, words)
        self.updateGeometry()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.width() - 2 * EDGE + 1
        elide = Qt.TextElideMode.ElideRight
        option.text = menu_text(self.fontMetrics().elidedText(self._words, elide, room))
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()

    @override
    def sizeHint(self) -> QSize:
        self.ensurePolished()  # its letters are those of the style sheet
        height = super().sizeHint().height()
        return QSize(self.fontMetrics().horizontalAdvance(self._words) + 2 * EDGE + 1, height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, super().minimumSizeHint().height())


class _Field(QLineEdit):
    """``left``: Escape, or the focus is elsewhere."""

    left = Signal()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()
