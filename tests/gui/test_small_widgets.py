"""Small widgets where words are long, windows narrow, or one reads from the right."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ui.look.theme import Theme
from ui.widgets.buttons import MIRRORED, IconButton, IconPushButton, push_button
from ui.widgets.checkbox import BOX, CheckBox
from ui.widgets.clearing import let_clear
from ui.widgets.fields import ChoiceField, DateField, NumberField
from ui.widgets.flow import flow
from ui.widgets.focus import FocusRing, OtherRings
from ui.widgets.labels import plain_label
from ui.widgets.page import Page
from ui.widgets.segments import Segments

LONG = "A rather long sentence on a button that stands in a narrow window"


def held(qtbot: QtBot, *widgets: QWidget, width: int) -> QWidget:
    """The widgets in a flow of that width."""
    holder = QWidget()
    holder.setLayout(flow(*widgets))
    qtbot.addWidget(holder)
    holder.resize(width, 300)
    holder.show()
    QApplication.processEvents()
    return holder


def test_a_button_says_all_its_words_in_as_many_lines_as_they_need(
    theme: Theme, qtbot: QtBot
) -> None:
    for button in (push_button(LONG), IconPushButton(theme, "check", LONG)):
        holder = held(qtbot, button, width=200)
        assert holder.isVisible()
        assert button.text().replace("\n", " ") == LONG
        assert button.text().count("\n") >= 2
        assert button.width() <= 200
        assert not button.toolTip()


def test_a_single_word_without_room_ends_in_an_ellipsis_and_is_whole_in_its_tip(
    qtbot: QtBot,
) -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    button = push_button(word)
    holder = held(qtbot, button, width=120)
    assert holder.isVisible()
    assert button.text().endswith("…")
    assert word in button.toolTip()


def test_an_ampersand_is_a_character(qtbot: QtBot) -> None:
    button = push_button("Salt & pepper")
    qtbot.addWidget(button)
    assert button.text() == "Salt && pepper"
    button.setText("A & B")
    assert button.text() == "A && B"


@pytest.mark.parametrize("words", ["Garden", "\u2068Garden\u2069", "\u05d2\u05df", "12 345"])
@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_a_label_begins_where_the_window_is_begun_to_be_read(
    qtbot: QtBot, direction: Qt.LayoutDirection, words: str
) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    label = plain_label(words)
    QVBoxLayout(holder).addWidget(label)
    holder.setLayoutDirection(direction)
    holder.resize(400, 60)
    holder.show()
    QApplication.processEvents()
    picture = holder.grab().toImage()
    drawn = [
        x
        for x in range(picture.width())
        if any(picture.pixelColor(x, y).lightness() < 128 for y in range(picture.height()))
    ]
    at_left = drawn[-1] < picture.width() / 2
    assert at_left is (direction is Qt.LayoutDirection.LeftToRight)


def test_widgets_flow_from_the_side_where_reading_begins(qtbot: QtBot) -> None:
    one, two = push_button("One"), push_button("Two")
    holder = held(qtbot, one, two, width=400)
    assert one.x() == 0
    assert one.x() < two.x()
    holder.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    layout = holder.layout()
    assert layout is not None
    layout.invalidate()
    layout.setGeometry(holder.rect())
    assert one.geometry().right() == holder.rect().right()
    assert one.x() > two.x()


def test_an_arrow_points_the_other_way_where_one_reads_from_the_right(
    theme: Theme, qtbot: QtBot, qapp: QApplication
) -> None:
    def drawn(icon: str) -> object:
        button = IconButton(theme, icon, "Back")
        qtbot.addWidget(button)
        return button.icon().pixmap(20, 20).toImage()

    left, right = drawn("arrow-left"), drawn("arrow-right")
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert drawn("arrow-left") == right
        assert drawn("arrow-right") == left
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    assert set(MIRRORED) == set(MIRRORED.values())


def test_the_words_of_a_check_box_go_on_in_further_lines(theme: Theme, qtbot: QtBot) -> None:
    box = CheckBox(theme, LONG)
    qtbot.addWidget(box)
    assert box.minimumSizeHint().width() < box.sizeHint().width()
    assert box.heightForWidth(200) > box.heightForWidth(2_000)
    assert box.heightForWidth(2_000) >= theme.hit


@pytest.mark.parametrize("from_right", [False, True])
def test_a_check_box_has_its_square_where_reading_begins(
    theme: Theme, qtbot: QtBot, *, from_right: bool
) -> None:
    box = CheckBox(theme, "Words")
    qtbot.addWidget(box)
    box.setChecked(True)
    if from_right:
        box.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    box.resize(300, 40)
    image = box.grab().toImage()
    x = 300 - BOX + 4 if from_right else 4
    assert image.pixelColor(x, 14) == theme.colours.accent
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    assert not box.isChecked()


def test_a_choice_is_never_wider_than_its_room(theme: Theme, qtbot: QtBot) -> None:
    field = ChoiceField(theme)
    qtbot.addWidget(field)
    field.addItem("short")
    narrow = field.minimumSizeHint().width()
    field.addItem(LONG * 5)
    assert field.minimumSizeHint().width() == narrow
    field.setAccessibleName("Which one")
    assert field.view().accessibleName() == "Which one"


def test_of_several_segments_one_is_pressed_and_arrow_keys_go_on(
    theme: Theme, qtbot: QtBot
) -> None:
    segments = Segments(theme, "Colours", (("a", "sun", "Light"), ("b", "moon", "Dark")))
    qtbot.addWidget(segments)
    segments.resize(400, 60)
    segments.show()
    segments.activateWindow()
    qtbot.waitUntil(segments.isActiveWindow)
    heard: list[str] = []
    segments.chosen.connect(heard.append)
    segments.show_value("a")
    assert not heard
    segments.buttons["a"].setFocus()
    QTest.keyClick(segments.buttons["a"], Qt.Key.Key_Right)
    assert segments.value == "b"
    assert heard == ["b"]
    assert segments.buttons["b"].hasFocus()


def test_a_dialog_rings_what_the_keys_reach_but_not_what_it_opens_with(
    theme: Theme, qtbot: QtBot, qapp: QApplication
) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    column = QVBoxLayout(dialog)
    one, two = push_button("One"), push_button("Two")
    column.addWidget(one)
    column.addWidget(two)
    OtherRings(theme, qapp, dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: one.hasFocus() or two.hasFocus())
    assert not [ring for ring in dialog.findChildren(FocusRing) if ring.isVisible()]
    first = dialog.focusWidget()
    assert first is not None
    QTest.keyClick(first, Qt.Key.Key_Tab)
    (ring,) = dialog.findChildren(FocusRing)
    assert ring.isVisible()
    now = dialog.focusWidget()
    assert now is not None
    assert ring.geometry().contains(now.geometry())


def test_a_number_is_seen_whole_and_counted_by_the_arrow_keys(qtbot: QtBot) -> None:
    field = NumberField(0, 99_999)
    field.setSuffix(" MB")
    field.setValue(12_345)
    qtbot.addWidget(field)
    field.resize(200, field.sizeHint().height())
    field.show()
    QApplication.processEvents()
    inside = field.lineEdit()
    assert inside.width() >= inside.fontMetrics().horizontalAdvance("12345 MB")
    assert _dark_columns(field) > 20
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.value() == 12_346


def _dark_columns(widget: QWidget) -> int:
    """In how many columns something is drawn between the borders."""
    picture = widget.grab().toImage()
    inner = range(8, picture.width() - 8)
    rows = range(8, picture.height() - 8)
    return sum(any(picture.pixelColor(x, y).lightness() < 100 for y in rows) for x in inner)


def test_a_choice_has_room_for_the_longest_but_takes_less(qtbot: QtBot, theme: Theme) -> None:
    words = "From one day to another"
    field = ChoiceField(theme)
    qtbot.addWidget(field)
    field.addItems(["Everything", words])
    field.setCurrentIndex(1)
    field.adjustSize()
    option = QStyleOptionComboBox()
    field.initStyleOption(option)
    room = field.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox,
        option,
        QStyle.SubControl.SC_ComboBoxEditField,
        field,
    )
    assert room.width() >= field.fontMetrics().horizontalAdvance(words)
    assert field.minimumSizeHint().width() < field.sizeHint().width()
    field.addItem(words * 20)
    assert field.sizeHint().width() < 600


def test_the_wheel_over_a_choice_chooses_nothing(qtbot: QtBot, theme: Theme) -> None:
    page = Page(theme, "Settings")
    qtbot.addWidget(page)
    field = ChoiceField(theme)
    field.addItems(["one", "two", "three"])
    day = DateField(theme)
    before = day.date()
    page.column.addWidget(field)
    page.column.addWidget(day)
    number = NumberField(1, 9)
    page.column.addWidget(number)
    page.column.addSpacing(2_000)
    page.resize(600, 400)
    page.show()
    for widget in (field, day, number):
        widget.setFocus()
        at = QPointF(widget.rect().center())
        event = QWheelEvent(
            at,
            widget.mapToGlobal(at),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,  # noqa: FBT003 - not inverted
        )
        QApplication.sendEvent(widget, event)
    assert field.currentText() == "one"
    assert day.date() == before
    assert number.value() == 1


@pytest.mark.parametrize("width", [420, 800])
def test_a_page_begins_its_column_where_its_title_does_or_at_the_edge_where_it_is_narrow(
    qtbot: QtBot, theme: Theme, width: int
) -> None:
    page = Page(theme, "Settings")
    qtbot.addWidget(page)
    label = plain_label("words")
    page.column.addWidget(label)
    page.resize(width, 400)
    page.show()
    left = label.mapTo(page, QPoint(0, 0)).x()
    beside = page.title if width > 480 else page.back
    assert left == beside.mapTo(page, QPoint(0, 0)).x()


def test_the_mark_that_empties_a_field_is_there_while_there_is_something_to_empty(
    theme: Theme, qtbot: QtBot
) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    let_clear(field, theme)
    field.show()
    (mark,) = field.findChildren(QToolButton)
    assert not mark.isVisible()
    field.setText("beans")
    assert mark.isVisible()
    QTest.mouseClick(mark, Qt.MouseButton.LeftButton)
    assert not field.text()
