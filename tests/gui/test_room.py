"""Narrow windows and large text: nothing is cut without saying so."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled, started
from ui.equipment import Equipment
from ui.languages import Languages
from ui.look.theme import TEXT_PERCENTS, Gap, Theme
from ui.main_window.panes import CONTENT_WIDTH_MIN, SIDEBAR_WIDTHS
from ui.main_window.rail import WIDTH as RAIL_WIDTH
from ui.main_window.window import SIZE_LEAST, MainWindow
from ui.people.identity_card import IdentityCard
from ui.scanning.panel import PASTE, ScanPanel
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.flow import flow
from ui.wording.wanted import REQUEST

FOUR_STEPS = TEXT_PERCENTS.index(100) + 4
LONG = "A channel with a name that is rather long"


@pytest.mark.parametrize("width", [480, 800, 1_280])
def test_the_words_of_the_sidebar_are_whole_in_text_four_steps_larger(
    run: Run[Any], window: MainWindow, engine: FakeEngine, width: int
) -> None:
    channel(engine, "Garden", "hello")
    window.resize(width, 760)
    sidebar = window.sidebar

    async def scene() -> None:
        await started(window)
        window.panes.bring_forward(content=False)
        for _ in range(4):
            window.theme.step_text(1)
        await until(lambda: window.theme.text_percent == TEXT_PERCENTS[FOUR_STEPS])

    run(scene())
    QApplication.processEvents()
    run(settled(window))
    assert sidebar.isVisible()
    for button, words in (
        (sidebar.new, "New channel"),
        (sidebar.join, "Join or request an invite"),
        (sidebar.follow, "Follow a public channel"),
    ):
        assert button.text() == words
        assert button.width() >= button.sizeHint().width()


def test_a_button_without_room_breaks_its_words_and_at_last_says_them_in_the_tool_tip(
    qtbot: QtBot, theme: Theme
) -> None:
    button = IconPushButton(theme, "rss", "Fish & follow a public channel", "row")
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    button.show()
    assert (button.text(), button.toolTip()) == ("Fish && follow a public channel", "")
    wanted = button.sizeHint()
    button.resize(QSize(140, 32))
    assert button.text().replace("&&", "&").split() == [
        "Fish",
        "&",
        "follow",
        "a",
        "public",
        "channel",
    ]
    assert (button.text().count("\n") > 0, button.toolTip()) == (True, "")
    assert button.sizeHint().width() == wanted.width()
    assert button.sizeHint().height() > wanted.height(), "its further lines have room"
    button.resize(QSize(60, 32))
    assert button.text().endswith("…")
    assert "Fish &amp; follow a public channel" in button.toolTip()
    assert button.sizeHint().width() == wanted.width()
    assert button.accessibleName() == "Fish & follow a public channel"
    button.resize(wanted)
    assert (button.text(), button.toolTip()) == ("Fish && follow a public channel", "")


def test_in_a_narrow_head_the_state_is_its_icon_and_the_name_has_the_room(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, LONG, "hello", peers=2)
    run(started(window))
    head = window.pages.channel.head
    whole = head.pill.whole_width()
    assert head.pill.width() == whole
    window.resize(480, 760)
    run(settled(window))
    assert head.pill.width() < whole / 2
    assert head.name.width() > head.pill.width() * 4
    assert head.pill.accessibleName() == "2 peers connected"
    assert "2 peers connected" in head.pill.toolTip()


def test_the_heads_of_all_panes_grow_with_the_text_alike(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    run(started(window))
    before = window.theme.head_height
    window.theme.choose_text_percent(TEXT_PERCENTS[FOUR_STEPS])
    assert window.theme.head_height > before
    heads: tuple[QWidget, ...] = (
        window.pages.channel.head,
        window.sidebar.title,
        window.details.people.title,
    )
    assert {head.minimumHeight() for head in heads} == {window.theme.head_height}


def test_a_window_that_opens_narrow_does_not_open_the_members_over_the_messages(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    window.hide()
    window.resize(480, 760)
    window.show()
    run(started(window))
    assert not window.details.isVisible()
    window.resize(SIDEBAR_WIDTHS[1] + 1_000, 760)
    run(settled(window))
    assert window.details.isVisible()


def test_a_row_of_buttons_goes_on_in_a_further_line(qtbot: QtBot, theme: Theme) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    buttons = [push_button(words) for words in ("Confirm and invite", "Do not invite", "Another")]
    layout = flow(*buttons)
    holder.setLayout(layout)
    one_line = layout.sizeHint()
    holder.resize(one_line)
    holder.show()
    assert {button.y() for button in buttons} == {0}
    assert layout.heightForWidth(one_line.width()) == one_line.height()
    narrow = max(button.sizeHint().width() for button in buttons)
    assert layout.minimumSize().width() <= narrow
    holder.resize(narrow, layout.heightForWidth(narrow))
    assert [button.x() for button in buttons] == [0, 0, 0]
    assert len({button.y() for button in buttons}) == 3
    buttons[1].hide()
    assert layout.heightForWidth(narrow) < holder.height()


@pytest.mark.parametrize(("width", "beside"), [(340, False), (620, True)])
def test_what_can_be_done_with_an_identity_goes_beneath_it_where_there_is_no_room(
    theme: Theme, qtbot: QtBot, width: int, *, beside: bool
) -> None:
    identity = IdentityView("Juniper", key_of("Juniper"), None)
    words = "Its own channel was forgotten here."
    card = IdentityCard(theme, identity, words, exports=True)
    qtbot.addWidget(card)
    card.resize(width, card.heightForWidth(width))
    card.show()
    QApplication.processEvents()
    assert "\n" not in card.export.text()
    assert card.export.mapTo(card, QPoint(0, 0)).x() >= 0
    is_beneath = _top_in(card.export, card) >= _top_in(card.last, card) + card.last.height()
    assert is_beneath is not beside


def _top_in(widget: QWidget, holder: QWidget) -> int:
    return widget.mapTo(holder, QPoint(0, 0)).y()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_ways_to_scan_are_called_whole_in_the_narrowest_window(
    equipment: Equipment, qapp: QApplication, qtbot: QtBot, language: str
) -> None:
    languages = Languages(qapp)
    languages.speak(language)
    try:
        panel = ScanPanel(equipment, REQUEST)
        qtbot.addWidget(panel)
        panel.resize(SIZE_LEAST.width() - RAIL_WIDTH - 2 * Gap.M, 500)
        panel.show()
        QApplication.processEvents()
        before = [panel.tabs.tabRect(place) for place in range(panel.tabs.count())]
        assert panel.tabs.sizeHint().width() <= panel.tabs.width()
        panel.tabs.setCurrentIndex(PASTE)
        # Choosing one moves none.
        assert [panel.tabs.tabRect(place) for place in range(panel.tabs.count())] == before
        for button in (panel.paste.paste, panel.paste.use):
            assert "\n" not in button.text()
    finally:
        languages.speak("en")


def test_where_the_names_of_the_ways_to_scan_do_not_fit_they_are_icons_and_their_names_tool_tips(
    equipment: Equipment, qtbot: QtBot
) -> None:
    panel = ScanPanel(equipment, REQUEST)
    qtbot.addWidget(panel)
    panel.resize(panel.tabs.sizeHint().width() + 20, 500)
    panel.show()
    names = ["Camera", "Image or file", "Screen", "Paste"]
    tabs, all_ = panel.tabs, range(4)
    assert [tabs.tabText(place) for place in all_] == names
    assert not any(tabs.tabToolTip(place) for place in all_)
    for _step in range(2):
        panel.resize(tabs.sizeHint().width() // 2, 500)
        QApplication.processEvents()
    assert [tabs.tabText(place) for place in all_] == [""] * 4
    assert not any(tabs.tabIcon(place).isNull() for place in all_)
    assert [tabs.tabToolTip(place) for place in all_] == names
    assert [tabs.accessibleTabName(place) for place in all_] == names
    panel.resize(500, 500)
    QApplication.processEvents()
    assert [tabs.tabText(place) for place in all_] == names
    assert all(tabs.tabIcon(place).isNull() for place in all_)


def test_larger_text_lays_the_members_over_the_messages_sooner(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "hello")
    window.resize(1_180, 760)

    async def scene() -> None:
        await started(window)
        window.theme.choose_text_percent(150)

    run(scene())
    QApplication.processEvents()
    run(settled(window))
    assert window.theme.text_percent == 150
    least = round(CONTENT_WIDTH_MIN * 1.5)
    assert window.pages.content.width() >= least
