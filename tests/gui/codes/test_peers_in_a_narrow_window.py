"""The list of peers in a narrow window: rows that stand apart, and the chosen one in sight."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from engine.model.ids import PeerId
from engine.model.peers import PeerState, PeerView
from tests.code_scene import Scene, strike
from tests.fake_peers import peer_at
from tests.gui.conftest import Run, until
from ui.connections.page import ConnectionsPage
from ui.connections.peer_table import PeerTable
from ui.look.theme import Gap
from ui.models.peers import Column

NARROW, WIDE = QSize(420, 600), QSize(1_200, 600)
LINE_END = "\N{LINE SEPARATOR}"  # as Qt hands on the end of a line to what paints it


PEERS = 6


def peer(number: int) -> PeerView:
    who, address = PeerId(bytes([number]) * 32), f"row-{number}.of-gardens.example.net"
    trouble = "connection_refused"
    return peer_at(address, 33_008, PeerState.WAITING, peer_id=who, last_error=trouble)


@pytest.fixture
def page(scene: Scene, qtbot: QtBot, run: Run[Any]) -> ConnectionsPage:
    page = ConnectionsPage(scene.bridge, scene.theme, scene.clock)
    qtbot.addWidget(page)
    page.resize(NARROW)
    page.show()
    scene.engine.peers = tuple(map(peer, range(PEERS)))
    run(shown(page, PEERS))
    return page


async def shown(page: ConnectionsPage, peers: int) -> None:
    page._refresh.ask_now()
    await until(lambda: page.table.model.rowCount() == peers and not page._refresh.is_pending)


def lines(table: PeerTable, row: int, column: Column) -> list[str]:
    """As they are painted in that cell."""
    index = table.model.index(row, column)
    option = QStyleOptionViewItem()
    table.table.initViewItemOption(option)
    option.rect = table.table.visualRect(index)
    delegate = table.table.itemDelegateForIndex(index)
    delegate.initStyleOption(option, index)  # type: ignore[attr-defined] # protected in C++
    return option.text.split(LINE_END)


def is_in_sight(page: ConnectionsPage) -> bool:
    card = page.table.chosen
    return not card.isHidden() and card.visibleRegion().boundingRect() == card.rect()


def test_no_line_ends_in_the_dot_that_parts_address_and_key(page: ConnectionsPage) -> None:
    address, key = lines(page.table, 1, Column.WHERE)[:2]
    assert address == "row-1.of-gardens.example.net:33008"
    assert key == "01010101"


def test_where_there_is_room_both_stand_on_one_line(page: ConnectionsPage) -> None:
    page.resize(WIDE)
    page.table.table.setColumnWidth(Column.WHERE, 600)
    words = "row-1.of-gardens.example.net:33008  ·  01010101"
    assert lines(page.table, 1, Column.WHERE) == [words]


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_each_row_has_room_above_and_below_its_words(page: ConnectionsPage, size: QSize) -> None:
    page.resize(size)
    QApplication.processEvents()
    table = page.table
    metrics = QFontMetrics(table.table.font())
    for row in range(table.model.rowCount()):
        words = "\n".join(lines(table, row, Column.WHERE))
        room = QRect(0, 0, table.table.columnWidth(Column.WHERE) - Gap.S, 10_000)
        needs = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), words).height()
        assert table.table.rowHeight(row) >= needs + 2 * Gap.S


def test_a_chosen_peer_is_told_of_in_sight(page: ConnectionsPage) -> None:
    strike(page.table.table, Qt.Key.Key_Down)
    assert is_in_sight(page)


def test_a_pressed_one_is_so_once_the_button_is_let_go(page: ConnectionsPage) -> None:
    table = page.table.table
    place = table.visualRect(page.table.model.index(1, Column.WHERE)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert page.table.peer == peer(1)
    assert is_in_sight(page)


def test_news_of_the_peers_scroll_nothing(
    page: ConnectionsPage, scene: Scene, run: Run[Any]
) -> None:
    strike(page.table.table, Qt.Key.Key_Down)
    bar = page.room.verticalScrollBar()
    bar.setValue(0)
    scene.engine.peers = tuple(map(peer, range(PEERS - 1)))
    run(shown(page, PEERS - 1))
    assert page.table.peer == peer(0)
    assert bar.value() == 0
