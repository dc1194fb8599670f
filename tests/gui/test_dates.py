"""Going to a date of the open channel."""

from __future__ import annotations

from datetime import UTC, date
from typing import Any

import pytest
from PySide6.QtCore import QDate, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QToolButton

from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.window_scene import CTRL, JUNE, channel, page_of, settled, started
from ui.finding.dates import DatePopup, start_of
from ui.look.theme import Gap, SchemeChoice, Theme
from ui.main_window.window import MainWindow

DAY = 86_400.0
FRAME_PIXELS_MAX = 4
PLACE = QRect(50, 50, 20, 20)


def test_a_date_chosen_in_the_calendar_is_gone_to(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")
    engine.receive(space, *(Said(f"day {n}", EPOCH + n * DAY, JUNE) for n in range(200)))
    run(started(window))
    page = page_of(window)

    async def scene() -> None:
        popup = page.looking.choose_date(None, PLACE)
        assert popup is not None
        wanted = QDate(2023, 12, 24)
        popup.calendar.setSelectedDate(wanted)
        QTest.keyClick(popup.calendar, Qt.Key.Key_Return)
        if popup.isVisible():  # where the calendar's own view has the keys
            popup.calendar.activated.emit(wanted)
        await settled(window)

    run(scene())
    entry = page.source.run.entries[page.timeline.anchor.index]
    assert entry.post.timestamp >= start_of(date(2023, 12, 24), None)
    assert entry.post.timestamp < start_of(date(2023, 12, 26), None)


def test_the_calendar_is_reached_by_keys_and_left_by_escape(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    run(started(window))

    async def scene() -> None:
        window.activateWindow()
        await until(window.isActiveWindow)
        QTest.keyClick(page_of(window).timeline, Qt.Key.Key_J, CTRL)
        (popup,) = [one for one in window.findChildren(DatePopup) if one.isVisible()]
        assert popup.calendar.selectedDate() == QDate(2023, 11, 14)
        QTest.keyClick(popup, Qt.Key.Key_Escape)
        await until(lambda: not [one for one in window.findChildren(DatePopup) if one.isVisible()])

    run(scene())


def test_a_date_after_the_last_message_goes_to_the_end(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", *(f"post {n}" for n in range(100)))
    run(started(window))
    page = page_of(window)
    page.timeline.scroll_by(-2_000)

    async def scene() -> None:
        page.looking.show_date(date(2090, 1, 1))
        await settled(window)

    run(scene())
    assert page.timeline.anchor.stuck


def test_a_day_begins_at_midnight_where_the_reader_is() -> None:
    assert start_of(date(2023, 11, 15), UTC) == 1_700_006_400.0


def test_a_press_on_the_line_of_a_day_offers_other_dates(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    run(started(window))
    view = page_of(window).timeline
    wished: list[object] = []
    view.wishes.choose_date.disconnect()
    view.wishes.choose_date.connect(lambda day, _at: wished.append(day))
    row, top = view.row(0), view.in_sight()[0][1]
    at = QPoint(round(row.day.center().x()), round(top + row.day.center().y()))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    assert wished == [row.shape.day]


def test_the_arrows_beside_the_month_say_where_they_lead(window: MainWindow, theme: Theme) -> None:
    popup = DatePopup(theme, window)
    for arrow, name in zip(arrows_of(popup), ("Month before", "Month after"), strict=True):
        assert arrow.accessibleName() == name
        assert name in arrow.toolTip()


def test_where_one_reads_from_the_right_the_arrows_point_outwards(
    window: MainWindow, theme: Theme, qapp: QApplication
) -> None:
    def drawn() -> list[QImage]:
        arrows = arrows_of(DatePopup(theme, window))
        return [arrow.icon().pixmap(20, 20).toImage() for arrow in arrows]

    before, after = drawn()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert drawn() == [after, before]
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_the_calendar_opens_at_the_side_where_reading_begins(
    window: MainWindow, theme: Theme, qapp: QApplication
) -> None:
    place = QRect(100, 100, 600, 20)

    def opened() -> QRect:
        popup = DatePopup(theme, window)
        popup.open_at(place, date(2023, 11, 14))
        popup.close()
        return popup.geometry()

    frame = opened().topLeft() - place.topLeft()  # a screen may give it one
    assert frame.manhattanLength() <= 2 * FRAME_PIXELS_MAX
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert opened().topRight() - place.topRight() == frame
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_by_keys_the_calendar_is_opened_over_the_messages(
    run: Run[Any], window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel(engine, "Garden", "hello")
    run(started(window))
    places: list[QRect] = []
    monkeypatch.setattr(DatePopup, "open_at", lambda _popup, place, _day: places.append(place))
    page_of(window).looking.choose_date_here()
    area = page_of(window).timeline.viewport()
    inside = area.rect().adjusted(Gap.XL, Gap.XL, -Gap.XL, -Gap.XL)
    assert places == [inside.translated(area.mapToGlobal(QPoint()))]


def arrows_of(popup: DatePopup) -> list[QToolButton]:
    """To the month before, and to the one after."""
    names = ("qt_calendar_prevmonth", "qt_calendar_nextmonth")
    arrows = [popup.calendar.findChild(QToolButton, name) for name in names]
    return [arrow for arrow in arrows if isinstance(arrow, QToolButton)]


@pytest.mark.parametrize("choice", [SchemeChoice.LIGHT, SchemeChoice.DARK, SchemeChoice.CONTRAST])
def test_days_of_other_months_are_paler_than_those_of_the_month(
    window: MainWindow, theme: Theme, choice: SchemeChoice
) -> None:
    theme.choose(choice)
    popup = DatePopup(theme, window)
    popup.open_at(PLACE, date(2023, 11, 14))
    text, pale = theme.colours.text.name(), theme.colours.text3.name()
    assert text != pale
    assert colours_of(popup, 30) == ({text}, {pale})
    popup.calendar.showNextMonth()
    assert colours_of(popup, 31) == ({text}, {pale})
    popup.close()


def colours_of(popup: DatePopup, days: int) -> tuple[set[str], set[str]]:
    """Of the days of the month that is shown, which has so many, and of the others beside it."""
    view = popup.calendar.findChild(QTableView, "qt_calendar_calendarview")
    assert isinstance(view, QTableView)
    model = view.model()
    cells = [model.index(row, column) for row in range(1, 7) for column in range(7)]
    colours = [QColor(cell.data(Qt.ItemDataRole.ForegroundRole)).name() for cell in cells]
    first = [cell.data() for cell in cells].index(1)
    end = first + days
    return set(colours[first:end]), {*colours[:first], *colours[end:]}
