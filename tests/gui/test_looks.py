"""What a demanding eye sees at once: one sign of the focus, marks in the theme's colours, order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCompleter,
    QLabel,
    QLineEdit,
    QRadioButton,
    QSlider,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run
from tests.gui.window_scene import channel, settled, started
from ui.emoji.choices import EmojiChoices
from ui.emoji.picker import EmojiPicker
from ui.look.theme import Gap, SchemeChoice, Theme
from ui.main_window.onboarding import HomeCards
from ui.main_window.window import MainWindow
from ui.posts.reacting import QuickReactions
from ui.settings_page.about import LicencesSheet
from ui.widgets import toast as toasts
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.checkbox import CheckBox
from ui.widgets.clearing import let_clear
from ui.widgets.fields import ChoiceField
from ui.widgets.toast import Notice, Toast


def _tabs(_theme: Theme) -> QTabBar:
    tabs = QTabBar()
    for name in ("Camera", "Picture"):
        tabs.addTab(name)
    return tabs


def _choice(theme: Theme) -> ChoiceField:
    field = ChoiceField(theme)
    field.addItems(["Garden", "Boat"])
    return field


CONTROLS: dict[str, Callable[[Theme], QWidget]] = {
    "a push button": lambda _theme: push_button("Invite"),
    "a primary one": lambda _theme: push_button("Invite", "primary"),
    "a flat one": lambda _theme: push_button("Back", "flat"),
    "an icon button": lambda theme: IconButton(theme, "search", "Search"),
    "a check box": lambda theme: CheckBox(theme, "Reduce motion"),
    "a radio button": lambda _theme: QRadioButton("A table"),
    "tabs": _tabs,
    "a choice": _choice,
    "a slider": lambda _theme: QSlider(Qt.Orientation.Horizontal),
}


@pytest.mark.parametrize("make", CONTROLS.values(), ids=CONTROLS.keys())
def test_the_style_draws_no_frame_of_its_own_inside_the_ring_of_the_keys(
    make: Callable[[Theme], QWidget], theme: Theme, qtbot: QtBot
) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    control = make(theme)
    QVBoxLayout(holder).addWidget(control)
    holder.show()
    holder.activateWindow()
    control.setFocus()
    QApplication.processEvents()
    by_mouse = _drawn(control)
    holder.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as the Tab key does
    assert control.hasFocus()
    assert _drawn(control) == by_mouse


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK, SchemeChoice.CONTRAST])
def test_the_mark_that_clears_a_field_has_a_colour_of_the_theme(
    scheme: SchemeChoice, theme: Theme, qtbot: QtBot
) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    let_clear(field, theme)
    theme.choose(scheme)
    [clear] = field.findChildren(QAction)
    assert clear.toolTip() == "Clear"
    assert not clear.isVisible()
    field.setText("beans")
    assert clear.isVisible()
    inks = _inks(clear.icon().pixmap(16, 16).toImage())
    assert inks == {QColor(theme.colours.text2).rgb()}
    clear.trigger()
    assert field.text() == ""
    assert not clear.isVisible()


def test_cards_that_stand_beneath_each_other_stand_in_the_middle(
    theme: Theme, qtbot: QtBot
) -> None:
    pages = QStackedWidget()  # as in the window: no page's least width is that of the others
    qtbot.addWidget(pages)
    pages.setMinimumWidth(300)
    home = HomeCards(theme)
    pages.addWidget(home)
    pages.show()
    for width in (420, 560, 900):
        pages.resize(width, 700)
        QApplication.processEvents()
        assert home.width() == width
        buttons = (home.begin, home.join, home.feeds)
        cards = [_room_of(button.parentWidget(), home) for button in buttons]
        left, right = min(room.left() for room in cards), max(room.right() for room in cards)
        assert abs(left - (home.width() - 1 - right)) <= 1, width
        for label in home.findChildren(QLabel):
            assert label.height() >= label.heightForWidth(label.width()), (width, label.text())


def test_a_toast_lies_below_the_banner_and_what_it_pushed_down(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    banner = Notice(theme, "banner", window)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(banner)
    column.addStretch()
    toast = Toast(theme, window, beneath=banner)
    window.show()
    toast.say("check", "ok", "Done.")
    before = toast.y()
    banner.say("triangle-alert", "warn", "The disk is full.")
    QApplication.processEvents()
    assert toast.y() == before + banner.height()
    banner.hide()
    QApplication.processEvents()
    assert toast.y() == before


def test_a_toast_waits_for_whoever_has_reached_it_and_is_read_aloud(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(toasts, "announce", lambda _widget, words: spoken.append(words))
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    toast = Toast(theme, window)
    window.show()
    toast.say_undoable("Deleted for you.", lambda: None)
    assert spoken == ["Deleted for you."]
    toast.action.setFocus()
    toast.time_is_over()
    assert toast.isVisible()
    toast.action.clearFocus()
    toast.time_is_over()
    assert not toast.isVisible()


@pytest.mark.parametrize("is_pressed", [False, True])
def test_what_is_said_behind_an_undo_waits_until_that_is_gone(
    theme: Theme, qtbot: QtBot, *, is_pressed: bool
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    toast = Toast(theme, window)
    window.show()
    undone: list[bool] = []
    toast.say_undoable("Deleted for you.", lambda: undone.append(True))
    toast.say_behind("circle-alert", "danger", "Nothing was deleted.")
    assert toast.sentence.text() == "Deleted for you."
    if is_pressed:
        toast.action.click()
    else:
        toast.hide()
    qtbot.waitUntil(toast.isVisible)
    assert toast.sentence.text() == "Nothing was deleted."
    assert not toast.action.isVisible()
    assert undone == [True] * is_pressed
    toast.say_behind("circle-alert", "danger", "Nor now.")
    assert toast.sentence.text() == "Nor now.", "nothing is offered any more"


def test_what_waits_behind_an_undo_is_said_though_something_else_is_said_meanwhile(
    theme: Theme, qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    toast = Toast(theme, window)
    window.show()
    toast.say_undoable("Deleted for you.", lambda: None)
    toast.say_behind("circle-alert", "danger", "Nothing was stored.")
    toast.say("check", "ok", "Copied.")
    toast.hide()
    qtbot.waitUntil(toast.isVisible)
    assert toast.sentence.text() == "Nothing was stored."
    toast.hide()
    QApplication.processEvents()
    assert not toast.isVisible(), "it is said once"


def test_what_is_said_after_something_that_can_be_undone_leaves_that_to_the_key(
    theme: Theme, qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    toast = Toast(theme, window)
    window.show()
    undone: list[str] = []
    toast.say_undoable("Pinned.", lambda: undone.append("pin"))
    toast.say_undoable("Deleted for you.", lambda: undone.append("post"))
    toast.say("check", "ok", "Copied.")
    window.hide()
    window.show()
    toast.take_back()
    assert undone == ["post"]
    assert toast.sentence.text() == "Pinned.", "which can be undone as well"
    toast.hide()
    toast.say("check", "ok", "Copied.")
    toast.take_back()
    assert undone == ["post"], "nothing can be undone any more"


def test_what_can_be_undone_goes_with_the_toast(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    toast = Toast(theme, window)
    window.show()
    undone: list[str] = []
    toast.say_undoable("Deleted for you.", lambda: undone.append("post"))
    toast.time_is_over()
    toast.say("check", "ok", "Copied.")
    toast.take_back()
    assert undone == []


def test_a_notice_cuts_a_hash_to_its_first_digits(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    toast = Toast(theme, window)
    toast.say("check", "ok", f"There is no post {'0a1b' * 16} in this channel. {'0' * 63}")
    assert toast.sentence.text() == f"There is no post 0a1b0a1b… in this channel. {'0' * 63}"
    assert toast.accessibleName() == toast.sentence.text()


def test_the_licences_are_shown_in_the_lines_they_were_written_in(
    theme: Theme, qtbot: QtBot
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    sheet = LicencesSheet(parent, theme)
    sheet.show()
    QApplication.processEvents()
    broken = [
        block.text()
        for number in range(sheet.words.blockCount())
        if (block := sheet.words.document().findBlockByNumber(number)).layout().lineCount() > 1
    ]
    assert all(len(line) > 80 for line in broken), broken


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK, SchemeChoice.CONTRAST])
def test_the_reaction_that_enter_would_choose_is_marked_from_the_beginning(
    scheme: SchemeChoice, theme: Theme, qtbot: QtBot
) -> None:
    theme.choose(scheme)
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    strip = QuickReactions(theme, parent)
    strip.open_at(QRect(200, 200, 40, 40))
    QApplication.processEvents()
    first, second = strip.buttons[:2]
    assert first.hasFocus()
    assert _ground(first) == theme.colours.selected.rgb()
    assert _ground(second) != theme.colours.selected.rgb()
    QTest.keyClick(first, Qt.Key.Key_Right)
    assert _ground(second) == theme.colours.selected.rgb()
    strip.close()


def test_what_is_said_of_missing_emoji_keeps_its_distance(theme: Theme, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    picker = EmojiPicker(theme, EmojiChoices(FakeSettings({}), lambda _name, _value: None), parent)
    picker.open_at(QRect(400, 400, 40, 40))
    picker.nothing.setText("This computer's fonts have few of these.")
    picker.nothing.show()
    picker.adjustSize()
    QApplication.processEvents()
    words = picker.nothing.y() + picker.nothing.contentsMargins().top()
    assert words - (picker.grid.y() + picker.grid.height()) >= Gap.S
    picker.close()


def test_after_the_first_minute_enter_makes_a_channel(
    run: Run[Any], window: MainWindow, qtbot: QtBot
) -> None:
    async def scene() -> None:
        await started(window)
        page = window.onboarding
        page.begin.click()
        QTest.keyClicks(page.name, "Juniper")
        QTest.keyClick(page.name, Qt.Key.Key_Return)
        await settled(window)

    run(scene())
    assert QApplication.focusWidget() is window.pages.home.begin


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_in_the_head_of_a_channel_the_lines_stand_beneath_each_other(
    run: Run[Any], window: MainWindow, engine: FakeEngine, percent: int
) -> None:
    space = channel(engine, "Garden", "hello")
    wren = MemberView(key_of("Wren"), "Wren", ("Wren",), None, online=False)
    engine.spaces[space].members = (wren,)

    async def scene() -> None:
        await started(window)
        window.theme.choose_text_percent(percent)

    run(scene())
    QApplication.processEvents()
    run(settled(window))
    head = window.pages.channel.head
    assert head.members.isVisible()
    assert head.name.geometry().bottom() < head.members.geometry().top()
    assert head.members.geometry().bottom() < head.height()


def _ground(widget: QWidget) -> int:
    """The colour beside what stands in the middle of it."""
    picture = _drawn(widget)
    return picture.pixelColor(picture.width() // 2, 3).rgb()


def _drawn(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def _inks(picture: QImage) -> set[int]:
    """The colours of what is opaque."""
    return {
        picture.pixelColor(x, y).rgb()
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y).alpha() == 255
    }


def _room_of(widget: QWidget | None, inside: QWidget) -> QRect:
    assert widget is not None
    return QRect(widget.mapTo(inside, QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("scheme", [SchemeChoice.LIGHT, SchemeChoice.DARK])
def test_a_list_that_stands_alone_has_a_background(
    qtbot: QtBot, theme: Theme, scheme: SchemeChoice
) -> None:
    """Such as the names that a file dialog offers: nothing lies below it but what is on screen."""
    theme.choose(scheme)
    field = QLineEdit()
    qtbot.addWidget(field)
    offers = QCompleter(["Garden", "Boat"], field)
    field.setCompleter(offers)
    popup = offers.popup()
    assert popup is not None
    picture = QImage(200, 100, QImage.Format.Format_ARGB32)
    picture.fill(QColor("magenta"))
    popup.resize(picture.size())
    popup.show()
    popup.render(picture, renderFlags=QWidget.RenderFlag.DrawChildren)
    popup.hide()
    assert picture.pixelColor(150, 90) == theme.colours.raised
