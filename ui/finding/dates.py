"""The calendar from which one goes to a day of the channel."""

from __future__ import annotations

from datetime import date, datetime, tzinfo

from PySide6.QtCore import QDate, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QFrame, QToolButton, QVBoxLayout, QWidget

from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.buttons import MIRRORED
from ui.widgets.labels import show_tip


class DatePopup(QFrame):
    """``chosen`` carries a date; it closes then."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("surface", "toast")
        self.calendar = QCalendarWidget()
        self.calendar.setAccessibleName(tr("Go to a date"))
        self.calendar.setGridVisible(False)
        self.calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self._dress(theme)
        self.calendar.clicked.connect(self._choose)
        self.calendar.activated.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(Gap.S, Gap.S, Gap.S, Gap.S)
        column.addWidget(self.calendar)

    def _dress(self, theme: Theme) -> None:
        """Qt paints weekends red, days black where lists are transparent, and arrows by itself."""
        colours = theme.colours
        plain = QTextCharFormat()
        plain.setForeground(colours.text)
        plain.setBackground(colours.raised)
        head = QTextCharFormat()
        head.setForeground(colours.text2)
        head.setBackground(colours.raised)
        self.calendar.setHeaderTextFormat(head)
        for day in Qt.DayOfWeek:
            self.calendar.setWeekdayTextFormat(day, plain)
        self._dress_arrow(theme, "qt_calendar_prevmonth", "arrow-left", tr("Month before"))
        self._dress_arrow(theme, "qt_calendar_nextmonth", "arrow-right", tr("Month after"))
        bar = self.calendar.findChild(QWidget, "qt_calendar_navigationbar")
        assert isinstance(bar, QWidget), "Qt's calendar has a bar"
        bar.setAutoFillBackground(False)

    def _dress_arrow(self, theme: Theme, child: str, icon: str, name: str) -> None:
        arrow = self.calendar.findChild(QToolButton, child)
        assert isinstance(arrow, QToolButton), "Qt's calendar has arrows"
        shown = MIRRORED.get(icon, icon) if self.calendar.isRightToLeft() else icon
        arrow.setIcon(theme.icon(shown, "text2"))
        arrow.setAccessibleName(name)
        show_tip(arrow, name)

    def open_at(self, place: QRect, day: date) -> None:
        """At the top of ``place`` on the screen, at the side where reading begins, with ``day``
        chosen.
        """
        self.calendar.setSelectedDate(QDate(day.year, day.month, day.day))
        self.adjustSize()
        begins = place.right() + 1 - self.width() if self.isRightToLeft() else place.left()
        screen = QGuiApplication.screenAt(place.center()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        left = max(room.left(), min(begins, room.right() - self.width()))
        top = max(room.top(), min(place.top(), room.bottom() - self.height()))
        self.move(left, top)
        self.show()
        self.calendar.setFocus(Qt.FocusReason.PopupFocusReason)

    def _choose(self, day: QDate) -> None:
        self.chosen.emit(date(day.year(), day.month(), day.day()))
        self.close()


def start_of(day: date, zone: tzinfo | None) -> float:
    """When the day begins where the reader is, in Unix seconds."""
    begins = datetime(day.year, day.month, day.day, tzinfo=zone)
    return begins.timestamp()
