"""Comments beside a feed: read, written, answered, changed, taken back, hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest

from engine.model.comment_commands import (
    ChangeComment,
    HideCommenter,
    RetractComment,
    WriteComment,
)
from engine.model.comment_queries import Comments
from engine.model.comments import COMMENT_BYTES_MAX
from engine.model.events import CommentsChanged
from engine.model.ids import SpaceId
from tests.fake_comments import OWN_KEY
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import opened
from tests.gui.window_scene import dialog_of, settled
from ui.comments import pane as comments_pane
from ui.comments.bringing import BringTrustPage
from ui.comments.card import CommentCard
from ui.comments.own_key import OwnKeyPage
from ui.comments.pane import CommentsPane
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question


def pane_of(window: MainWindow) -> CommentsPane:
    return window.occasions.comments.pane


def texts(pane: CommentsPane) -> list[str]:
    return [card.text.text() for card in pane.cards]


def entry(card: CommentCard, words: str) -> QAction:
    (found,) = [action for action in card.menu().actions() if action.text() == words]
    return found


async def commented(window: MainWindow, engine: FakeEngine) -> SpaceId:
    """A feed of three entries on which we may comment, with three comments."""
    space = engine.feeds.add("Harbour news", "The ferry is late", "A seal", "Fog")
    engine.comments.let(space)
    engine.comments.come(space, "How late?", "Moss", entry=0)
    engine.comments.come(space, "An hour", "June", entry=0)
    engine.comments.come(space, "I like this feed", "Moss")
    await opened(window, engine, space)
    return space


def test_beside_a_feed_stand_all_comments_on_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await commented(window, engine)
        pane = pane_of(window)
        assert texts(pane) == ["How late?", "An hour", "I like this feed"]
        assert pane.isVisible()
        assert pane.title.text() == "3 comments"
        assert pane.cards[0].answers.text() == "on entry 0"

    run(scene())


def test_an_entry_says_how_many_it_has_and_a_press_shows_them_alone(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await commented(window, engine)
        timeline = window.pages.channel.timeline
        rows = [timeline.row(index) for index in range(3)]
        assert [row.talk_text for row in rows] == ["2 comments", "", ""]
        timeline.wishes.comments.emit(rows[0].entry.post)
        await settled(window)
        pane = pane_of(window)
        assert texts(pane) == ["How late?", "An hour"]
        assert pane.scope.text() == "On “The ferry is late”"
        assert pane.title.text() == "2 comments"
        assert pane.box.field.hasFocus()
        pane.whole.click()
        await settled(window)
        assert len(pane.cards) == 3
        assert pane.title.text() == "3 comments"

    run(scene())


def test_what_is_written_is_about_the_entry_that_is_shown(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        pane = pane_of(window)
        pane.show_entry(window.pages.channel.timeline.row(1).entry.post)
        await settled(window)
        assert pane.listing.nobody.text() == "Nobody has commented on this entry yet."
        pane.box.field.setFocus()
        QTest.keyClicks(pane.box.field, "Where?")
        QTest.keyClick(pane.box.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        QTest.keyClicks(pane.box.field, "Tell me")
        QTest.keyClick(pane.box.field, Qt.Key.Key_Return)
        await settled(window)
        assert WriteComment(space, "Where?\nTell me", 1) in engine.performed
        assert texts(pane) == ["Where?\nTell me"]
        assert pane.box.field.toPlainText() == ""
        assert pane.box.field.hasFocus()
        assert not pane.box.send.isEnabled()
        assert window.pages.channel.timeline.row(1).talk_text == "1 comment"

    run(scene())


def test_a_comment_is_answered_changed_and_taken_back_from_its_menu(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        pane = pane_of(window)
        first = pane.cards[0].view
        entry(pane.cards[0], "Answer").trigger()
        assert "Answering" in pane.box.about.text()
        QTest.keyClicks(pane.box.field, "Very")
        pane.box.send.setFocus()
        QTest.keyClick(pane.box.send, Qt.Key.Key_Space)
        await settled(window)
        assert WriteComment(space, "Very", 0, first.id) in engine.performed
        assert pane.box.field.hasFocus()
        card = pane.cards[-1]
        assert "How late?" in card.answers.text()
        entry(card, "Edit").trigger()
        assert pane.box.field.toPlainText() == "Very"
        pane.box.field.setPlainText("Very, very")
        pane.box.send.click()
        await settled(window)
        assert ChangeComment(space, card.view.id, "Very, very") in engine.performed
        assert "edited" in pane.cards[-1].time.text()
        entry(pane.cards[-1], "Take back…").trigger()
        question = await dialog_of(Question)
        question.proceed.click()
        await settled(window)
        assert RetractComment(space, card.view.id) in engine.performed
        assert texts(pane)[-1] == "This comment was taken back."

    run(scene())


def test_what_is_taken_back_is_of_the_feed_that_was_shown_when_it_was_asked(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        other = engine.feeds.add("Boats", "A keel")
        space = await commented(window, engine)
        pane = pane_of(window)
        pane.box.field.setPlainText("Mine")
        pane.box.send.click()
        await settled(window)
        mine = pane.cards[-1].view
        assert mine.ours
        entry(pane.cards[-1], "Take back…").trigger()
        question = await dialog_of(Question)
        window.open_space(other)
        await until(lambda: pane._view is not None and pane._view.id == other)
        question.proceed.click()
        await settled(window)
        assert RetractComment(space, mine.id) in engine.performed

    run(scene())


def test_who_is_hidden_can_be_read_one_by_one_and_shown_again(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        pane = pane_of(window)
        author = pane.cards[0].view.author
        entry(pane.cards[0], "Hide all they say").trigger()
        await settled(window)
        assert HideCommenter(space, author, hidden=True) in engine.performed
        away = "You have hidden what they say."
        assert texts(pane) == [away, "An hour", away]
        entry(pane.cards[0], "Show this one").trigger()
        assert texts(pane) == ["How late?", "An hour", away]
        entry(pane.cards[2], "Show all they say").trigger()
        await settled(window)
        assert texts(pane) == ["How late?", "An hour", "I like this feed"]

    run(scene())


def test_whom_nobody_lets_is_told_what_to_do(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        pane = pane_of(window)
        assert not pane.box.field.isVisible()
        assert pane.box.closed_words.isVisible()
        pane.box.show_key.click()
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, OwnKeyPage)
        assert page.code.isVisible()
        pane.box.bring.click()
        await settled(window)
        assert isinstance(window.pages.stack.currentWidget(), BringTrustPage)

    run(scene())


@pytest.mark.parametrize(
    ("changes", "words", "can_show_key"),
    [
        ({"authorless": True}, "no author", False),
        ({"left": True, "own_path": (OWN_KEY,)}, "follow it again", False),
        ({"own_path": (OWN_KEY,)}, "has ended", True),
        ({"own_path": None}, "Only people whom", True),
    ],
)
def test_who_may_not_comment_is_told_why(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[None],
    changes: dict[str, object],
    words: str,
    can_show_key: bool,  # noqa: FBT001 - a case
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        engine.comments.let(space, may_comment=False, may_trust=False, **changes)
        await opened(window, engine, space)
        box = pane_of(window).box
        assert words in box.closed_words.text()
        assert box.show_key.isVisible() is can_show_key
        assert box.bring.isVisible() is can_show_key

    run(scene())


def test_a_comment_that_is_too_long_is_told_before_it_is_sent(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await commented(window, engine)
        box = pane_of(window).box
        box.field.setPlainText("é" * (COMMENT_BYTES_MAX // 2))
        assert box.send.isEnabled()
        assert box.left.text() == "0 bytes left"
        box.field.setPlainText("é" * (COMMENT_BYTES_MAX // 2) + "!")
        assert not box.send.isEnabled()
        assert "Too long by 1 bytes" in box.left.text()

    run(scene())


def test_what_comes_in_meanwhile_is_shown(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        engine.comments.come(space, "News", "June", entry=2)
        await settled(window)
        assert texts(pane_of(window))[-1] == "News"
        assert window.pages.channel.timeline.row(2).talk_text == "1 comment"

    run(scene())


def test_older_comments_are_asked_for(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        for number in range(70):
            engine.comments.come(space, f"Comment {number}", "Moss")
        await opened(window, engine, space)
        pane = pane_of(window)
        assert len(pane.cards) == 50
        assert pane.listing.older.isVisible()
        pane.listing.older.click()
        await settled(window)
        assert texts(pane)[0] == "Comment 0"
        assert not pane.listing.older.isVisible()

    run(scene())


def test_what_is_being_read_stays_while_a_whole_feed_of_comments_comes_in(
    window: MainWindow, engine: FakeEngine, run: Run[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As far as so many are kept."""
    monkeypatch.setattr(comments_pane, "KEPT_MAX", 60)

    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        for number in range(70):
            engine.comments.come(space, f"Comment {number}", "Moss")
        await opened(window, engine, space)
        pane = pane_of(window)
        pane.listing.verticalScrollBar().setValue(0)
        asked = len(engine.asked)
        engine.tell(CommentsChanged(space, (None,), 100_000))
        await settled(window)
        assert texts(pane) == [f"Comment {number}" for number in range(10, 70)]
        limits = [one.limit for one in engine.asked[asked:] if isinstance(one, Comments)]
        assert limits == [60]

    run(scene())


def test_a_refused_comment_says_why_and_keeps_what_was_written(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        box = pane_of(window).box
        box.field.setPlainText("May I?")
        there = engine.comments.of(space)
        there.network = replace(there.network, may_comment=False)  # and nobody has told us
        box.submit()
        await until(lambda: not box.problem.isHidden())
        assert box.field.toPlainText() == "May I?"

    run(scene())
