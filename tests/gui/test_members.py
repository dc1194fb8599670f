"""The rows of the members: the mark of oneself, and no presence of oneself."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from engine.model.views import EndingView, IdentityView, MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, key_of
from ui.look.painting import draw_marked_line
from ui.look.theme import Gap, Theme, Type
from ui.models.members import (
    MembersModel,
    listed,
    member_name,
    member_tip,
    member_words,
)
from ui.people.member_rows import AVATAR_PIXELS, ROW_HEIGHT, MemberDelegate
from ui.text.names import own_name_in

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
    corner = (Gap.L + AVATAR_PIXELS - 4, (ROW_HEIGHT + AVATAR_PIXELS) // 2 - 4)
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
    assert member_name(me("June", ours=False)) == "June (owner)"
    moss = MemberView(key_of("moss"), "Moss", ("Moss",), None, online=False)
    assert member_name(moss) == "Moss"


def test_an_owner_is_called_by_the_channel_and_so_marked_once() -> None:
    owner = me("Garden", ours=False)
    assert (member_name(owner), member_words(owner, 0.0)) == ("Garden (owner)", "Offline")
    nameless = me("", ours=False)
    assert (member_name(nameless), member_words(nameless, 0.0)) == ("Owner", "Offline \u00b7 owner")


def test_oneself_is_listed_as_here_and_under_the_name_of_ones_own_posts() -> None:
    own = replace(me("Garden"), online=True)
    here = MemberView(key_of("wren"), "Wren", ("Wren",), None, online=True)
    away = MemberView(key_of("moss"), "Moss", ("Moss",), None, online=False)
    shown = listed((here, own, away), "Juniper")
    assert [member_name(member) for member in shown] == ["Wren", "Juniper (you)", "Moss"]
    assert member_words(shown[1], 0.0) == "Owner"
    late = MemberView(key_of("me"), "June", ("June",), None, online=True, ours=True)
    assert listed((away, late), "Juniper") == (late, away)


def test_a_member_is_listed_with_who_let_them_in_and_until_when() -> None:
    path = ("Wren", "Moss")
    moss = MemberView(key_of("moss"), "Moss", path, EPOCH + 83 * 86_400, online=True)
    assert member_name(moss) == "Moss via Wren"
    assert member_words(moss, EPOCH) == "Online \u00b7 until 5 Feb 2024, in 83 days"
    assert member_words(moss, EPOCH + 84 * 86_400) == "Online \u00b7 ended on 5 Feb 2024"
    assert "Let in as Wren \u203a Moss." in member_tip(moss)


def test_who_waits_for_our_confirmation_says_so() -> None:
    ending = EndingView(EPOCH + 86_400, ended=False, path=("Wren",), own=True, asked=True)
    wren = MemberView(key_of("wren"), "Wren", ("Wren",), EPOCH + 86_400, online=True, ending=ending)
    ours = replace(wren, let_in_by_us=True)
    assert member_words(ours, EPOCH) == "Asks to renew \u00b7 until 15 Nov 2023"
    assert member_words(wren, EPOCH).startswith("Online")


def test_an_owner_is_called_by_the_identity_that_made_the_channel() -> None:
    engine = FakeEngine()
    engine.identities += [
        IdentityView("June", key_of("June"), None),
        IdentityView("Juniper", key_of("Juniper"), None),
    ]
    ours = engine.view(engine.add_space("Garden"))
    others = engine.view(engine.add_space("Boats", own_path=("Juniper",)))
    assert own_name_in(ours, engine.identities) == "June"
    assert own_name_in(others, engine.identities) == ""
    assert own_name_in(ours, ()) == ""
