"""Rows that are folded away: runs of quiet ones, and what somebody's judgement hides."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.communities import Judgement, MemberStanding
from engine.model.community_commands import HideMember
from engine.model.ids import PostKind
from engine.model.views import PostView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author, key_of, post
from tests.gui.communities.scene import garden, hall, lines, opened, press_at
from tests.gui.conftest import Run
from tests.gui.window_scene import settled
from ui.main_window.window import MainWindow
from ui.text.namesakes import bearers_of, key_digits
from ui.timeline.loading.folds import FOLD_MOST, Fold, folds_in
from ui.timeline.loading.rows import Reading
from ui.wording.judgements import judgement_words

READING = Reading(date(2023, 11, 15), UTC, is_community=True)
JUNE, MOSS = author("June"), author("Moss")


def quiet(count: int, kind: PostKind = PostKind.JOIN, start: int = 0) -> list[PostView]:
    return [post(start + place, Said("", EPOCH + place, JUNE, kind=kind)) for place in range(count)]


def hidden(one: PostView, reason: str = "") -> PostView:
    return replace(one, folded=Judgement(MemberStanding.HIDDEN, key_of("me"), "Me", reason))


def test_three_quiet_rows_are_one_fold_and_two_are_none() -> None:
    assert folds_in(quiet(3), READING) == [Fold(0, 3, hidden=False)]
    assert folds_in(quiet(2), READING) == []


def test_a_message_between_them_ends_a_fold() -> None:
    said = post(3, Said("words", EPOCH + 3, MOSS))
    posts = [*quiet(3), said, *quiet(4, PostKind.LEAVE, start=4)]
    assert folds_in(posts, READING) == [Fold(0, 3, hidden=False), Fold(4, 4, hidden=False)]


def test_who_hid_a_message_is_told_apart_from_who_bears_the_same_name() -> None:
    judge, other = key_of("me"), key_of("another")
    said = Judgement(MemberStanding.HIDDEN, judge, "Me", "")
    assert judgement_words(said, None, bearers_of([(judge, "Me"), (other, "me")])) == (
        f"Hidden by Me \u00b7 {key_digits(judge)}"
    )
    assert judgement_words(said, None, bearers_of([(judge, "Me")])) == "Hidden by Me"


def test_topics_are_no_quiet_rows() -> None:
    topic = post(2, Said("Beans", EPOCH + 2, JUNE, kind=PostKind.TOPIC))
    assert folds_in([*quiet(2), topic], READING) == []


def test_a_fold_never_crosses_a_day_or_the_unread_line() -> None:
    late = [replace(one, timestamp=EPOCH + 86_400) for one in quiet(3, start=3)]
    assert [fold.count for fold in folds_in([*quiet(3), *late], READING)] == [3, 3]
    posts = quiet(6)
    unread = replace(READING, unread_from=posts[3].order)
    assert [fold.first for fold in folds_in(posts, unread)] == [0, 3]


def test_a_screen_of_quiet_rows_alone_is_still_filled() -> None:
    counts = [fold.count for fold in folds_in(quiet(30), READING)]
    assert counts == [FOLD_MOST, FOLD_MOST, 30 - 2 * FOLD_MOST]


def test_hidden_messages_of_one_author_for_one_reason_are_one_fold() -> None:
    mine = [hidden(post(place, Said("x", EPOCH + place, MOSS))) for place in range(2)]
    other = hidden(post(2, Said("x", EPOCH + 2, JUNE)))
    why = hidden(post(3, Said("x", EPOCH + 3, JUNE)), "spam")
    assert [fold.count for fold in folds_in([*mine, other, why], READING)] == [2, 1, 1]


def test_joining_and_leaving_stand_on_one_line(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        say = engine.communities.say_as
        say(there.id, there.june, "", PostKind.JOIN)
        say(there.id, there.moss, "", PostKind.JOIN)
        say(there.id, there.june, "June", PostKind.INFO)
        say(there.id, there.moss, "hello")
        say(there.id, there.moss, "", PostKind.LEAVE)
        await opened(window, there.space)
        assert lines(window) == [
            "[June and Moss joined · June changed their names]",
            "hello",
            "Moss left",
        ]

    run(scene())


def test_a_press_opens_a_fold_and_another_closes_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        for _ in range(2):
            engine.communities.say_as(there.id, there.moss, "Buy now")
        engine.communities.say_as(there.id, there.june, "Morning")
        await engine.perform(HideMember(there.id, there.moss, reason="advertising"))
        await opened(window, there.space)
        timeline = window.pages.channel.timeline
        line = f"[2 messages of {key_digits(there.moss)}. Hidden by you: advertising]"
        assert lines(window) == [line, "Morning"]
        fold = timeline.row(0).fold
        assert fold is not None
        assert fold.action_box is not None
        top = dict(timeline.in_sight())[0]
        at = fold.action_box.center() + QPointF(0, top)
        press_at(timeline, at)
        assert lines(window) == [line, "Buy now", "Buy now", "Morning"]
        fold = timeline.row(0).fold
        assert fold is not None
        assert fold.action == "Fold away"
        press_at(timeline, fold.box.center() + QPointF(0, dict(timeline.in_sight())[0]))
        assert lines(window) == [line, "Morning"]

    run(scene())


def test_the_keyboard_steps_over_what_is_folded_and_opens_it_by_the_menu(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.say_as(there.id, there.june, "First")
        for _ in range(3):
            engine.communities.say_as(there.id, there.moss, "Buy now")
        engine.communities.say_as(there.id, there.june, "Last")
        await engine.perform(HideMember(there.id, there.moss))
        await opened(window, there.space)
        timeline = window.pages.channel.timeline
        timeline.setFocus()
        for _ in range(2):
            QTest.keyClick(timeline, Qt.Key.Key_Up)
        assert timeline.focused_place() == 1
        menu = timeline._menu(1)
        next(one for one in menu.actions() if one.text() == "Show what is folded away").trigger()
        line = f"[3 messages of {key_digits(there.moss)}. Hidden by you]"
        assert lines(window)[1:4] == [line, "Buy now", "Buy now"]
        timeline.toggle_folded(1)
        QTest.keyClick(timeline, Qt.Key.Key_Up)
        assert timeline.focused_place() == 0
        QTest.keyClick(timeline, Qt.Key.Key_Down)
        QTest.keyClick(timeline, Qt.Key.Key_Down)
        assert timeline.focused_place() == 4

    run(scene())


def test_from_right_to_left_a_fold_is_pressed_where_its_words_are(
    qapp: QApplication, window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.say_as(there.id, there.moss, "Buy now")
        await engine.perform(HideMember(there.id, there.moss))
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        await opened(window, there.space)
        timeline = window.pages.channel.timeline
        fold = timeline.row(0).fold
        assert fold is not None
        assert fold.action_box is not None
        assert fold.action_box.right() < fold.box.left() < fold.icon_box.left()
        top = dict(timeline.in_sight())[0]
        press_at(timeline, fold.action_box.center() + QPointF(0, top))
        assert "Buy now" in lines(window)

    try:
        run(scene())
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_what_is_folded_away_is_neither_copied_nor_read_aloud(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.say_as(there.id, there.moss, "Buy now")
        engine.communities.say_as(there.id, there.june, "Morning")
        await engine.perform(HideMember(there.id, there.moss, reason="advertising"))
        await opened(window, there.space)
        timeline = window.pages.channel.timeline
        timeline.select_all()
        timeline.copy()
        assert "Buy now" not in QGuiApplication.clipboard().text()
        assert "Morning" in QGuiApplication.clipboard().text()
        node = QAccessible.queryAccessibleInterface(timeline)
        row = node.child(0)
        assert row is not None
        spoken = row.text(QAccessible.Text.Name)
        assert spoken.endswith(
            f", A message of {key_digits(there.moss)}. Hidden by you: advertising"
        )
        assert "Moss" not in spoken
        assert "Buy now" not in spoken
        timeline.toggle_folded(0)
        assert "Buy now" in row.text(QAccessible.Text.Name)

    run(scene())


def test_what_was_opened_is_folded_away_again_in_the_next_channel(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        engine.communities.say_as(there.id, there.moss, "Buy now")
        await engine.perform(HideMember(there.id, there.moss))
        await opened(window, there.space)
        window.pages.channel.timeline.toggle_folded(0)
        assert "Buy now" in lines(window)
        window.open_space(next(iter(engine.spaces)))
        await settled(window)
        hall(window)._open(there.space)
        await settled(window)
        assert lines(window) == [f"[A message of {key_digits(there.moss)}. Hidden by you]"]

    run(scene())
