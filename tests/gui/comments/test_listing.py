"""What stays as it is while comments come in, and what is found again later."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider, QWidget

from engine.model.comment_commands import WriteComment
from engine.model.comment_queries import PAGE_COMMENTS_MAX
from engine.model.comments import CommentView
from engine.model.ids import PublicKey, SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.comments.test_pane import commented, entry, pane_of, texts
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import opened
from tests.gui.window_scene import settled
from ui.main_window.window import MainWindow
from ui.text.markdown import FOLDED_LINES_MAX

MOSS, JUNE, FERN = (PublicKey(key_of(name)) for name in ("Moss", "June", "Fern"))


def test_what_comes_in_leaves_the_keyboard_and_a_selection_where_they_are(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        pane = pane_of(window)
        before = list(pane.cards)
        before[1].setFocus()
        found = before[0].text.textCursor()
        found.setPosition(3, QTextCursor.MoveMode.KeepAnchor)
        before[0].text.setTextCursor(found)
        engine.comments.come(space, "News", "June", entry=2)
        await settled(window)
        assert texts(pane)[-1] == "News"
        assert pane.cards[:3] == before
        assert before[1].hasFocus()
        assert before[0].text.textCursor().selectedText() == "How"

    run(scene())


def test_an_open_menu_outlives_what_comes_in(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        pane = pane_of(window)
        menu = pane.cards[0].menu()
        engine.comments.come(space, "News", "June")
        await settled(window)
        action = next(one for one in menu.actions() if one.text() == "Answer")
        action.trigger()
        assert "Answering" in pane.box.about.text()

    run(scene())


def test_the_keyboard_goes_from_one_to_the_next_also_to_older_ones(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        for number in range(52):
            engine.comments.come(space, f"Comment {number}", "Moss")
        await opened(window, engine, space)
        pane = pane_of(window)
        pane.listing.older.click()
        await settled(window)
        assert [card.text.text() for card in pane.cards[:2]] == ["Comment 0", "Comment 1"]
        chain: list[QWidget | None] = [pane.listing.older.nextInFocusChain()]
        while len(chain) < 400 and chain[-1] is not None:
            chain.append(chain[-1].nextInFocusChain())
        places = [chain.index(card) for card in pane.cards]
        assert places == sorted(places)

    run(scene())


def test_any_number_of_older_comments_is_reached(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    """Also behind what one question may ask for."""

    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        for number in range(PAGE_COMMENTS_MAX + 30):
            engine.comments.come(space, f"Comment {number}", "Moss")
        await opened(window, engine, space)
        pane = pane_of(window)
        pane._wanted = PAGE_COMMENTS_MAX
        pane.listing.older.click()
        await settled(window)
        assert texts(pane)[0] == "Comment 0"
        assert not pane.listing.older.isVisible()

    run(scene())


def test_who_reads_older_ones_stays_where_they_read(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        for number in range(80):
            engine.comments.come(space, f"Comment {number}", "Moss")
        await opened(window, engine, space)
        pane = pane_of(window)
        bar = pane.listing.verticalScrollBar()
        await until(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
        bar.triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
        first = pane.cards[0]
        place = first.mapTo(pane.listing.viewport(), first.rect().topLeft()).y()
        pane.listing.older.click()
        await settled(window)

        def moved() -> int:
            now = first.mapTo(pane.listing.viewport(), first.rect().topLeft()).y()
            return abs(now - place)

        await until(lambda: moved() <= pane.listing.older.sizeHint().height())
        assert pane.cards[0] is not first

    run(scene())


def test_each_comment_says_by_whose_trust_and_until_when(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        engine.comments.come(space, "a", "author", path=())
        engine.comments.come(space, "b", "Moss", expires_at=4e9)
        engine.comments.come(space, "c", "June", path=(MOSS, JUNE))
        await opened(window, engine, space)
        cards = pane_of(window).cards
        assert cards[0].right.text() == "the feed's author"
        assert cards[1].right.text().startswith("let in by the feed's author · until ")
        assert cards[2].right.text() == "2 steps from the feed's author"
        assert cards[2].accessibleDescription().startswith("Trusted through")

    run(scene())


def test_what_a_comment_answers_can_be_gone_to(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        pane = pane_of(window)
        first = pane.cards[0]
        engine.comments.come(space, "At noon", "Moss", entry=0, reply_to=first.view.id)
        await settled(window)
        answer = pane.cards[-1]
        assert "How late?" in answer.accessibleName()
        entry(answer, "Go to what it answers").trigger()
        assert first.hasFocus()

    run(scene())


def test_what_was_begun_on_an_entry_waits_there(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await commented(window, engine)
        pane, timeline = pane_of(window), window.pages.channel.timeline
        pane.show_entry(timeline.row(1).entry.post)
        QTest.keyClicks(pane.box.field, "A seal, really")
        pane.show_entry(None)
        assert pane.box.field.toPlainText() == ""
        QTest.keyClicks(pane.box.field, "Of all")
        pane.show_entry(timeline.row(1).entry.post)
        assert pane.box.field.toPlainText() == "A seal, really"
        pane.whole.click()
        assert pane.box.field.toPlainText() == "Of all"

    run(scene())


def test_a_change_of_an_old_comment_gives_back_what_was_begun(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        pane = pane_of(window)
        engine.comments.do(WriteComment(space, "Mine"))
        await settled(window)
        QTest.keyClicks(pane.box.field, "Begun")
        entry(pane.cards[-1], "Edit").trigger()
        assert pane.box.field.toPlainText() == "Mine"
        QTest.keyClick(pane.box.field, Qt.Key.Key_Escape)
        assert pane.box.field.toPlainText() == "Begun"

    run(scene())


def test_the_field_says_what_a_comment_would_be_about(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await commented(window, engine)
        pane = pane_of(window)
        assert pane.box.field.accessibleName() == "Comment on the feed as a whole"
        pane.show_entry(window.pages.channel.timeline.row(1).entry.post)
        assert pane.box.field.accessibleName() == "Comment on this entry"
        assert pane.box.field.placeholderText() == "Comment on this entry"

    run(scene())


def test_an_entrys_comments_are_opened_where_nobody_lets_us_at_what_to_do(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        timeline = window.pages.channel.timeline
        timeline.wishes.comments.emit(timeline.row(0).entry.post)
        await settled(window)
        assert pane_of(window).box.show_key.hasFocus()

    run(scene())


def test_what_is_known_late_of_who_may_comment_is_shown_on_the_comments_as_well(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    """Comments may come before the answer about our right."""

    async def scene() -> None:
        space = await commented(window, engine)
        mine = engine.comments.do(WriteComment(space, "Mine"))
        assert isinstance(mine, CommentView)
        engine.comments.come(space, "Yours?", "June", reply_to=mine.id)
        await settled(window)
        pane = pane_of(window)
        pane._book.network = None
        pane.show_entry(None)
        await settled(window)
        assert "Answer" not in [one.text() for one in pane.cards[0].menu().actions()]
        pane._book.ask()
        await settled(window)
        assert "Answer" in [one.text() for one in pane.cards[0].menu().actions()]
        assert pane.cards[-2].name.text() == "You"
        assert pane.cards[-1].answers.text() == "answers You: Mine"

    run(scene())


def wide_words_come(engine: FakeEngine, space: SpaceId) -> None:
    """Comments of one word each that is wider than any column, and an answer that quotes one."""
    address = engine.comments.come(space, "https://example.org/" + "a" * 200, "Moss", entry=0)
    engine.comments.come(space, "=" * 300, "June", entry=0, reply_to=address.id)


def test_long_words_break_and_the_listing_never_scrolls_to_the_side(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        engine.feeds.add("W" * 32, "x", key=JUNE)
        wide_words_come(engine, space)
        await settled(window)
        listing = pane_of(window).listing
        assert listing.horizontalScrollBar().maximum() == 0
        assert all(card.width() == listing.viewport().width() for card in listing.cards)
        for card in listing.cards[-2:]:
            text = card.text
            assert text.height() > 2 * text.fontMetrics().height()
            assert text.verticalScrollBar().maximum() == 0
            assert text.toPlainText() == card.view.text

    run(scene())


def test_the_entry_above_its_comments_does_not_widen_the_pane(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "W" * 300)
        await opened(window, engine, space)
        pane = pane_of(window)
        pane.show_entry(window.pages.channel.timeline.row(0).entry.post)
        await settled(window)
        assert pane.minimumSizeHint().width() <= pane.width()

    run(scene())


@pytest.mark.parametrize(
    ("text", "is_folded"),
    [
        ("\n".join("a" * FOLDED_LINES_MAX), False),
        ("\n".join("a" * (FOLDED_LINES_MAX + 1)), True),
        ("a\n" * 2_048, True),
        ("word " * 800, True),
        ("😀" * 1_000, True),
    ],
)
def test_more_than_forty_lines_are_folded_until_they_are_asked_for(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[None],
    text: str,
    is_folded: bool,  # noqa: FBT001 - a table's column
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        engine.comments.come(space, text, "Moss")
        await settled(window)
        card = pane_of(window).cards[-1]
        await until(lambda: card.unfold.isVisible() is is_folded)
        line = card.text.fontMetrics().lineSpacing()
        shown = card.text.toPlainText()
        assert card.text.height() < 2 * FOLDED_LINES_MAX * line
        assert text.startswith(shown)
        assert (len(shown) < len(text.strip("\n"))) is is_folded
        if is_folded:
            card.unfold.setFocus()
            QTest.keyClick(card.unfold, Qt.Key.Key_Space)
        await until(lambda: not card.unfold.isVisible())
        assert card.text.toPlainText() == text.strip("\n")
        assert card.hasFocus() is is_folded
        await until(lambda: card.text.height() >= card.text.heightForWidth(card.text.width()))
        assert card.text.verticalScrollBar().maximum() == 0

    run(scene())


def test_a_comment_cannot_turn_the_text_around_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        engine.comments.come(space, "first\u202etxet\x07 \u2066desrever", "Moss")
        await settled(window)
        card = pane_of(window).cards[-1]
        assert card.text.toPlainText() == "firsttxet desrever"
        assert "firsttxet desrever" in card.accessibleName()

    run(scene())


def test_authors_whose_feeds_are_called_alike_are_told_apart(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        engine.feeds.add("Tides", "x", key=MOSS)
        engine.feeds.add("T\u0131des", "x", key=JUNE)
        engine.comments.come(space, "Through both", "Fern", path=(MOSS, JUNE, FERN))
        await settled(window)
        moss, june, like_the_feed, fern = pane_of(window).cards
        assert moss.name.text() == like_the_feed.name.text() == f"Tides · {MOSS.hex()[:8]}"
        assert june.name.text() == f"T\u0131des · {JUNE.hex()[:8]}"
        assert moss.name.text() in fern.accessibleDescription()

    run(scene())


def test_who_is_called_as_we_are_is_told_apart(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        engine.feeds.add("You", "x", key=JUNE)
        engine.comments.do(WriteComment(space, "Mine"))
        await settled(window)
        cards = pane_of(window).cards
        assert cards[1].name.text() == f"You · {JUNE.hex()[:8]}"
        assert cards[-1].name.text() == "You"

    run(scene())


@pytest.mark.parametrize("text", [" ", " \n\u200b ", "\u3164\u2800", "\u202e\u2066"])
def test_a_comment_in_which_nothing_is_to_be_seen_is_said_to_be_empty(
    window: MainWindow, engine: FakeEngine, run: Run[None], text: str
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        blank = engine.comments.come(space, text, "Moss")
        engine.comments.come(space, "What?", "June", reply_to=blank.id)
        await settled(window)
        card, answer = pane_of(window).cards[-2:]
        assert card.text.toPlainText() == "(empty)"
        assert not card.text.isEnabled()
        assert answer.answers.text().endswith(": (empty)")

    run(scene())
