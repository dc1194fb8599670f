"""Where one reads from the right, the rows of the switcher and of the search begin there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractItemModel, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from engine.model.hits import SearchHit
from engine.model.ids import OrderKey, PostId, SpaceId
from tests.fake_history import EPOCH, author
from ui.look.theme import Theme
from ui.searching.results import ResultDelegate, Results
from ui.switching.destinations import Destination, Kind, Offer
from ui.switching.rows import OfferDelegate, Offers

ROOM = QRect(0, 0, 400, 80)
MARK = 60  # pixels from the edge within which a row's picture ends
Painted = tuple[QStyledItemDelegate, QAbstractItemModel]


def of_switcher(theme: Theme, view: QListView) -> Painted:
    model = Offers(view)
    channel = Destination(Kind.CHANNEL, "Garden", lambda: None, "Muted", b"g" * 32, unread=7)
    model.show([Offer(channel, (0, 1))])
    return OfferDelegate(theme, view), model


def of_search(theme: Theme, view: QListView) -> Painted:
    model = Results(lambda: EPOCH, view)
    hit = SearchHit(
        SpaceId(b"g" * 32), PostId(b"p" * 32), EPOCH, author("Wren"), "beans", OrderKey(b"o")
    )
    model.show((hit,), "beans")
    return ResultDelegate(theme, view), model


def coloured_in(painted: QImage, left: int, right: int) -> int:
    """How many columns between these have something else than the ground and greys."""
    return sum(
        any(painted.pixelColor(x, y).hsvSaturation() > 40 for y in range(ROOM.height()))
        for x in range(left, right)
    )


@pytest.mark.parametrize("rows", [of_switcher, of_search])
@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_the_picture_of_a_row_stands_where_the_row_begins(
    qtbot: QtBot, theme: Theme, rows: object, direction: Qt.LayoutDirection
) -> None:
    assert callable(rows)
    view = QListView()
    qtbot.addWidget(view)
    delegate, model = rows(theme, view)
    painted = QImage(ROOM.size(), QImage.Format.Format_ARGB32)
    painted.fill(Qt.GlobalColor.white)
    option = QStyleOptionViewItem()
    option.rect, option.direction = ROOM, direction
    painter = QPainter(painted)
    painter.setLayoutDirection(direction)
    delegate.paint(painter, option, model.index(0, 0))
    painter.end()
    at_left = coloured_in(painted, 0, MARK)
    at_right = coloured_in(painted, ROOM.width() - MARK, ROOM.width())
    is_mirrored = direction == Qt.LayoutDirection.RightToLeft
    assert (at_right > at_left) is is_mirrored
