"""The rows of the members: the mark of oneself, and no presence of oneself."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from engine.model.views import MemberView
from tests.fake_history import key_of
from ui.channel.details import AVATAR_PIXELS, ROW_HEIGHT, MemberDelegate
from ui.look.painting import draw_marked_line
from ui.look.theme import Space, Theme, Type
from ui.models.members import MembersModel, member_name

LONG = "An uncommonly long name of one"
WIDTH = 200


def row_of(qtbot: QtBot, theme: Theme, member: MemberView) -> QImage:
    """The row as it is painted."""
    model, view = MembersModel(), QListView()
    qtbot.addWidget(view)
    model.show((member,))
    option = QStyleOptionViewItem()
    option.rect = QRectF(0, 0, WIDTH, ROW_HEIGHT).toRect()
    return painted(
        lambda painter: MemberDelegate(theme, view).paint(painter, option, model.index(0))
    )


def painted(paint: object) -> QImage:
    image = QImage(WIDTH, ROW_HEIGHT, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    assert callable(paint)
    paint(painter)
    painter.end()
    return image


def me(name: str, *, ours: bool = True) -> MemberView:
    return MemberView(key_of("me"), name, (), None, online=False, ours=ours)


def test_oneself_has_no_dot_of_presence(qtbot: QtBot, theme: Theme) -> None:
    corner = (Space.L + AVATAR_PIXELS - 4, (ROW_HEIGHT + AVATAR_PIXELS) // 2 - 4)
    own = row_of(qtbot, theme, me("June"))
    other = row_of(qtbot, theme, me("June", ours=False))
    own_pixel, other_pixel = own.pixelColor(*corner), other.pixelColor(*corner)
    assert other_pixel == theme.colours.sidebar
    assert own_pixel != other_pixel


def test_the_mark_of_oneself_stays_where_a_long_name_is_elided(theme: Theme) -> None:
    font, ink = theme.font(Type.UI), QColor("black")

    def drawn(room: float, name: str, mark: str) -> QImage:
        area = QRectF(0, 0, room, ROW_HEIGHT)
        return painted(lambda painter: draw_marked_line(painter, area, name, mark, font, ink))

    assert drawn(WIDTH, LONG * 3, " (you)") != drawn(WIDTH, LONG * 3, "")
    short, unmarked = drawn(WIDTH, "June", " (you)"), drawn(WIDTH, "June", "")
    assert short != unmarked


def test_the_mark_is_read_aloud_behind_the_name() -> None:
    assert member_name(me("June")) == "June (you)"
    assert member_name(me("June", ours=False)) == "June"
