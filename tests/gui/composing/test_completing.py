"""Completion: members and commands, by keys and by the mouse."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from engine.model.contents import Edit, Words
from engine.model.views import MemberView
from tests.fake_history import key_of
from tests.gui.composing.desk import DOWN, ENTER, ESCAPE, LEFT, TAB, UP, Desk
from tests.gui.conftest import Run
from ui.composing.completion import PROPOSAL_ROLE, Completion
from ui.composing.slash import Place
from ui.emoji.shown import ShownEmoji
from ui.text.markdown import parse

CTRL = Qt.KeyboardModifier.ControlModifier


def member(*path: str, key: str = "", ours: bool = False) -> MemberView:
    return MemberView(key_of(key or "/".join(path)), path[-1], path, None, online=True, ours=ours)


WREN, MOSS, OTHER = member("Wren"), member("Moss"), member("Fern", "Wren", key="other")


@pytest.fixture(autouse=True)
def _every_emoji_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that tests may have no font of emoji."""
    monkeypatch.setattr(ShownEmoji, "shows", lambda self, characters: True)


def popup(desk: Desk) -> Completion:
    (found,) = desk.host.window().findChildren(Completion)
    return found


async def writing(desk: Desk, text: str, *members: MemberView) -> None:
    desk.members(*members)
    await desk.opened()
    desk.type(text)
    await desk.settled()


@pytest.mark.parametrize("key", [ENTER, TAB])
def test_a_mention_is_completed_by_enter_or_tab_and_carries_the_key(
    run: Run[Any], desk: Desk, key: Qt.Key
) -> None:
    async def scene() -> None:
        await writing(desk, "thanks @W", WREN, MOSS)
        assert desk.shown() == ["Wren"]
        desk.press(key)
        assert desk.text() == "thanks @Wren "
        assert not desk.shown()
        desk.type("and good night")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    mentions = (WREN.public_key,)
    assert desk.contents == [Words("thanks @Wren and good night", mentions=mentions)]


def test_the_marks_in_a_name_that_is_completed_stay_signs(run: Run[Any], desk: Desk) -> None:
    star = member("*Ann*")

    async def scene() -> None:
        await writing(desk, "thanks @*A", WREN, star)
        assert desk.shown() == ["*Ann*"]
        desk.press(ENTER)
        desk.type("and good night")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    (content,) = desk.contents
    assert isinstance(content, Words)
    assert content.mentions == (star.public_key,)
    assert parse(content.text)[0].text == "thanks @*Ann* and good night"


def test_in_a_community_whose_programs_read_no_marks_a_name_is_written_as_it_is(
    run: Run[Any], desk: Desk
) -> None:
    star = member("*Ann*")

    async def scene() -> None:
        await writing(desk, "", star)
        desk.composer.completing.place = Place.COMMUNITY
        desk.type("@*A")
        desk.press(ENTER)

    run(scene())
    assert desk.text() == "@*Ann* "


def test_two_of_one_name_are_shown_with_their_paths_and_the_chosen_one_is_meant(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await writing(desk, "@", WREN, MOSS, OTHER)
        assert desk.shown() == ["Wren", "Moss", "Wren"]
        assert "Fern" in desk.composer.completing.proposals[2].detail
        desk.press(UP)
        desk.press(ENTER)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Words("@Wren", mentions=(OTHER.public_key,))]


def test_down_goes_round_and_escape_closes_without_leaving_the_answer(
    run: Run[Any], desk: Desk
) -> None:
    async def scene() -> None:
        await writing(desk, "", WREN, MOSS)
        desk.composer.begin_reply(desk.posts()[0])
        desk.type("@")
        for _ in range(3):
            desk.press(DOWN)
        assert popup(desk).list.currentIndex().row() == 1
        desk.press(ESCAPE)
        assert not desk.shown()
        assert desk.composer.face.bar.isVisible()

    run(scene())
    assert desk.text() == "@"


@pytest.mark.parametrize("ending", [":heart", "@Wr", "@Wren"])
def test_nothing_is_offered_for_what_is_put_into_the_field_but_only_for_what_is_typed(
    run: Run[Any], desk: Desk, ending: str
) -> None:
    async def scene() -> None:
        await writing(desk, "", WREN, MOSS)
        own = replace(desk.posts()[-1], text=f"It thrives {ending}")
        desk.composer.edit.setFocus()
        desk.composer.begin_edit(own)
        await desk.settled()
        assert desk.text() == own.text
        assert not desk.shown()
        desk.press(Qt.Key.Key_Backspace)
        desk.type(ending[-1])
        await desk.settled()
        assert desk.shown()

    run(scene())


def test_a_press_of_the_mouse_takes_what_it_is_on(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await writing(desk, "@", WREN, MOSS)
        rows = popup(desk).list
        second = rows.model().index(1, 0)
        QTest.mouseClick(
            rows.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, rows.visualRect(second).center()
        )

    run(scene())
    assert desk.text() == "@Moss "
    assert desk.composer.edit.hasFocus()


def test_the_list_lies_over_the_field_within_the_window(run: Run[Any], desk: Desk) -> None:
    many = [member(f"Member {number}") for number in range(30)]
    desk.host.resize(420, 300)
    run(writing(desk, "@", *many))
    floating, field = popup(desk), desk.composer.face.field
    top = field.mapTo(desk.host, field.rect().topLeft()).y()
    assert desk.host.rect().contains(floating.geometry())
    assert floating.geometry().bottom() < top
    assert len(desk.shown()) == 8


def test_each_row_is_read_aloud_with_what_tells_it_apart(run: Run[Any], desk: Desk) -> None:
    run(writing(desk, "@", WREN, OTHER))
    rows = popup(desk).list.model()
    aloud = [rows.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert aloud[0] != aloud[1]
    assert all(words.startswith("Wren, ") for words in aloud)
    assert popup(desk).list.accessibleName()


def test_one_cannot_mention_oneself(run: Run[Any], desk: Desk) -> None:
    run(writing(desk, "@", member("Juniper", ours=True)))
    assert not desk.shown()


def test_an_address_in_a_text_is_no_mention(run: Run[Any], desk: Desk) -> None:
    run(writing(desk, "write to me@W", WREN))
    assert not desk.shown()


def test_the_list_closes_when_the_cursor_goes_or_the_field_is_left(
    run: Run[Any], desk: Desk
) -> None:
    run(writing(desk, "thanks @W", WREN))
    desk.composer.edit.moveCursor(QTextCursor.MoveOperation.Start)
    assert not desk.shown()
    desk.composer.edit.moveCursor(QTextCursor.MoveOperation.End)
    assert desk.shown()
    desk.composer.face.send.setFocus()
    assert not desk.shown()


def test_a_changed_post_still_speaks_to_those_it_spoke_to(run: Run[Any], desk: Desk) -> None:
    own = desk.posts()[1]
    gone = key_of("somebody who left")
    desk.engine.talk.change(
        desk.garden, own.id, text="@Wren and @Ash, I did", mentions=(WREN.public_key, gone)
    )

    async def scene() -> None:
        await writing(desk, "", WREN, OTHER)
        desk.composer.begin_edit(desk.posts()[1])
        desk.type(" so")
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    assert desk.contents == [Edit(own.id, "@Wren and @Ash, I did so", (WREN.public_key, gone))]


def test_no_commands_are_offered_while_a_message_is_changed(run: Run[Any], desk: Desk) -> None:
    async def scene() -> None:
        await desk.opened()
        desk.type("/")
        assert desk.shown()
        desk.composer.begin_edit(desk.posts()[1])
        desk.composer.edit.selectAll()
        desk.type("/")
        assert not desk.shown()

    run(scene())


# ---- hostile names --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "<b>Wren</b>",
        "<img src=http://127.0.0.1:9/x.png>",
        "\u202enerW",
        "a\nb\tc",
        "x" * 500,
        "\u3164",
        "",
        "&Wren",
        "(.*",
        "Z\u0300\u0301\u0302\u0303\u0304algo",
        "\ud800",
        "@@@",
    ],
)
def test_hostile_names_are_listed_drawn_and_inserted_as_plain_words(
    run: Run[Any], desk: Desk, name: str
) -> None:
    hostile = member(name, key="hostile")

    async def scene() -> None:
        await writing(desk, "@", hostile)
        assert len(desk.shown()) == 1
        desk.host.grab()
        proposal = popup(desk).list.model().index(0, 0).data(PROPOSAL_ROLE)
        assert "\n" not in proposal.aloud
        assert "\u202e" not in proposal.aloud
        desk.press(ENTER)
        desk.press(ENTER)
        await desk.settled()

    run(scene())
    (said,) = desk.contents
    assert isinstance(said, Words)
    assert said.mentions == (hostile.public_key,)
    assert len(said.text) < 50


def test_the_names_of_ten_thousand_members_are_searched(run: Run[Any], desk: Desk) -> None:
    many = [member(f"Member {number}") for number in range(10_000)]
    run(writing(desk, "@Member 9999", *many))
    assert desk.shown() == ["Member 9999"]


def test_ctrl_and_enter_is_not_for_the_list(run: Run[Any], desk: Desk) -> None:
    run(writing(desk, "@W", WREN))
    assert desk.shown()
    QTest.keyClick(desk.composer.edit, DOWN, CTRL)
    assert popup(desk).list.currentIndex().row() == 0
