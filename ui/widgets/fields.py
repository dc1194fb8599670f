"""Fields that open something, with the mark that says so painted in the theme's colour."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDateEdit,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.text.language import tr

MARK_PIXELS = 16
CHOICE_CHARACTERS_LEAST, CHOICE_CHARACTERS_MOST = 14, 40
# Qt draws no arrow where a style sheet shapes the field: the mark is ours.
_DATE_SHAPE = "QDateEdit::drop-down { border: none; width: 28px; }"
# Nor any that are worth a look here: counted is by the keys. (Without buttons as Qt has it, a style
# sheet leaves no room for the number.)
_NUMBER_SHAPE = (
    "QSpinBox::up-button, QSpinBox::down-button { width: 0; height: 0; border: none; }"
    "QSpinBox::up-arrow, QSpinBox::down-arrow { image: none; width: 0; height: 0; }"
)
_CHOICE_SHAPE = "QComboBox::drop-down { border: none; width: 28px; }"


class DateField(QDateEdit):
    """A day, typed or taken from a calendar. The wheel scrolls what it stands in, and no more."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setCalendarPopup(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel either
        self.setDisplayFormat(tr("d MMMM yyyy", "how a day is written in a field"))
        self.setStyleSheet(_DATE_SHAPE)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _paint_mark(self, self._theme, "calendar")


class NumberField(QSpinBox):
    """A number, typed or counted by the arrow keys. ``valueChanged`` once it was typed whole.

    The wheel scrolls what it stands in, and no more.
    """

    def __init__(self, least: int, most: int) -> None:
        super().__init__()
        self.setRange(least, most)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel either
        self.setStyleSheet(_NUMBER_SHAPE)
        self.lineEdit().setTextMargins(Gap.S, 0, Gap.S, 0)

    @override
    def setAccessibleName(self, name: str) -> None:
        """The field in which it is typed is called so, too."""
        super().setAccessibleName(name)
        self.lineEdit().setAccessibleName(name)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ChoiceField(QComboBox):
    """One of several, as wide as the longest where there is room for it.

    The wheel scrolls what it stands in: nobody chooses in passing.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setStyleSheet(_CHOICE_SHAPE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Else its longest choice would be its least width.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(CHOICE_CHARACTERS_LEAST)

    @override
    def setAccessibleName(self, name: str) -> None:
        """The list that opens is called so, too."""
        super().setAccessibleName(name)
        self.view().setAccessibleName(name)

    @override
    def sizeHint(self) -> QSize:
        hint, metrics = super().sizeHint(), self.fontMetrics()
        widths = (metrics.horizontalAdvance(self.itemText(i)) for i in range(self.count()))
        most = metrics.averageCharWidth() * CHOICE_CHARACTERS_MOST
        needed = QSize(min(max(widths, default=0), most), 0)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        kind = QStyle.ContentsType.CT_ComboBox
        whole = self.style().sizeFromContents(kind, option, needed, self)
        return QSize(max(hint.width(), whole.width()), hint.height())

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _paint_mark(self, self._theme, "chevron-down")


def _paint_mark(field: QWidget, theme: Theme, icon: str) -> None:
    left = Gap.S if field.isRightToLeft() else field.width() - MARK_PIXELS - Gap.S
    top = (field.height() - MARK_PIXELS) // 2
    painter = QPainter(field)
    pixmap = theme.pixmap(icon, MARK_PIXELS, "text2", field.devicePixelRatioF())
    painter.drawPixmap(QPoint(left, top), pixmap)
    painter.end()
