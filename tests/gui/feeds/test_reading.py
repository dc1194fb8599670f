"""A feed is read in the same timeline as a channel, and its page says what goes on with it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.model.commands import MarkRead
from engine.model.events import BlocksArrived
from engine.model.feed_commands import ContinueFeed, FetchWhole, PauseFeed
from engine.model.feeds import FeedState
from tests.fake_engine import FakeEngine
from tests.fake_feed import entry_bytes
from tests.fake_history import EPOCH
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import hall, menu_texts, opened, spoken_row, state_words
from tests.gui.window_scene import channel, dialog_of, settled, shown_texts, sidebar_names, started
from ui.feeds.about import AboutFeedPage
from ui.finding.find_bar import FindBar
from ui.main_window.pages import PageName
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import LinkQuestion, Question


def strip(window: MainWindow) -> Any:  # Any: its widgets are the test's affair
    return hall(window).desk.strip


def test_feeds_stand_in_a_part_of_their_own_in_the_list(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one", "two")
        await opened(window, engine, space)
        assert sidebar_names(window) == ["Private channels", "Garden", "Feeds", "Harbour news"]
        assert state_words(window, space) == "Up to date"

    run(scene())


def test_entries_are_shown_by_the_feeds_name_and_in_order(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "# First", "second")
        await opened(window, engine, space)
        assert shown_texts(window) == ["# First", "second"]
        view = window.pages.channel.timeline
        assert view.row(0).name_text == "Harbour news"

    run(scene())


def test_a_block_of_bytes_is_shown_by_its_number_and_size(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        engine.feeds.append(space, b"\xff" * 1024)
        await opened(window, engine, space)
        (card,) = window.pages.channel.timeline.row(1).cards
        assert card.name == "Block 1: 1,024 bytes of data"

    run(scene())


def test_what_is_new_is_counted_and_read_by_looking(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        engine.feeds.append(space, entry_bytes("two", EPOCH + 100))
        await opened(window, engine, space)
        assert window.pages.channel.timeline.reading.unread_from is not None
        await until(lambda: any(isinstance(one, MarkRead) for one in engine.performed))
        await settled(window)
        assert not engine.view(space).unread

    run(scene())


def test_an_entry_can_be_copied_and_hidden_but_not_answered(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one", own=True)
        await opened(window, engine, space)
        timeline = window.pages.channel.timeline
        assert menu_texts(timeline._menu(0)) == [
            "Comments…",
            "Copy text",
            "Delete for me",
            "Details…",
        ]

    run(scene())


def test_a_link_in_an_entry_is_asked_about_before_it_opens(
    window: MainWindow, engine: FakeEngine, run: Run[None], opened_addresses: list[str]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "see https://example.org/tides")
        await opened(window, engine, space)
        window.pages.channel.timeline.wishes.open_link.emit("https://example.org/tides")
        question = await dialog_of(LinkQuestion)
        question.accept()
        await settled(window)
        assert opened_addresses == ["https://example.org/tides"]

    run(scene())


def test_entries_are_found(window: MainWindow, engine: FakeEngine, run: Run[None]) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "tides are low", "ships are late")
        await opened(window, engine, space)
        QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert isinstance(window.pages.channel.looking.bar, FindBar)
        assert not window.pages.channel.looking.bar.isHidden()

    run(scene())


# ---- states -------------------------------------------------------------------------------------


def test_a_feed_that_is_up_to_date_says_no_more_than_that(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one", holders=2)
        await opened(window, engine, space)
        head = window.pages.channel.head
        assert head.pill.text == "Up to date"
        assert head.members.text().startswith("Seeded by 2 · 1 block")
        assert strip(window).isHidden()

    run(scene())


def test_a_download_tells_its_progress_and_can_be_paused(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        entries = [entry_bytes(f"e {place}", EPOCH + place) for place in range(9)]
        engine.feeds.append(space, *entries, here=False)
        await opened(window, engine, space)
        assert strip(window).sentence.text().startswith("1 of 10 blocks")
        assert state_words(window, space) == "Downloading, 10 %"
        engine.feeds.receive(space, 1, 6)
        await until(lambda: strip(window).sentence.text().startswith("6 of 10 blocks"))
        assert "/s" in strip(window).sentence.text()
        strip(window).action.click()
        await settled(window)
        assert PauseFeed(space) in engine.performed
        assert strip(window).action.text() == "Resume"
        assert state_words(window, space) == "Paused"

    run(scene())


def test_a_wait_says_that_nobody_is_connected(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        changes = {"author_online": False, "author_seen_at": EPOCH}
        space = engine.feeds.add("Harbour news", state=FeedState.WAITING, **changes)
        await opened(window, engine, space)
        empty = window.pages.channel.empty
        assert "Nobody who has it is connected." in empty.sentence.text()
        assert "last seen" in empty.sentence.text()
        assert strip(window).isHidden()  # it would say the same
        engine.feeds.append(space, entry_bytes("one", EPOCH))
        await until(lambda: not strip(window).isHidden())
        assert strip(window).sentence.text() == empty.sentence.text()
        strip(window).action.click()
        assert window.pages.is_shown(PageName.CONNECTIONS)

    run(scene())


def test_a_fork_warns_and_shows_both_histories(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", *(f"entry {place}" for place in range(20)))
        await opened(window, engine, space)
        engine.feeds.fork(space, 18)
        await until(lambda: not strip(window).isHidden())
        assert "up to block 17" in strip(window).sentence.text()
        assert strip(window).property("surface") == "banner"
        assert spoken_row(window, space) == "Harbour news, Two histories"
        strip(window).action.click()
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, AboutFeedPage)
        texts = [label.text() for label in page.fork.frame.findChildren(QLabel)]
        assert any("20 blocks" in text for text in texts)
        assert any("22 blocks" in text for text in texts)
        assert any("same 18 blocks" in text for text in texts)

    run(scene())


def test_our_own_feed_that_was_used_elsewhere_is_continued_after_a_question(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True, state=FeedState.ELSEWHERE)
        await opened(window, engine, space)
        composer = window.pages.channel.composer
        assert composer.face.field.isHidden()
        strip(window).action.click()
        question = await dialog_of(Question)
        question.proceed.click()
        await settled(window)
        assert ContinueFeed(space) in engine.performed
        assert strip(window).isHidden()
        assert not composer.face.field.isHidden()

    run(scene())


def test_an_empty_feed_of_which_only_parts_are_fetched_offers_all_of_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", whole=False)
        engine.feeds.append(space, entry_bytes("far away", EPOCH), here=False)
        await opened(window, engine, space)
        window.pages.channel.empty.action.click()
        await settled(window)
        assert FetchWhole(space) in engine.performed

    run(scene())


def test_a_flood_of_blocks_is_asked_about_a_few_times_only(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        engine.asked.clear()
        for _ in range(2_000):
            engine.tell(BlocksArrived(space, 1, 1_024))
        await settled(window)
        assert len(engine.asked) < 20

    run(scene())


def test_a_channel_has_its_own_head_again_after_a_feed(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        garden = channel(engine, "Garden", "hello")
        space = engine.feeds.add("Harbour news", "one", state=FeedState.PAUSED)
        await started(window)
        window.open_space(space)
        await settled(window)
        window.open_space(garden)
        await settled(window)
        page = window.pages.channel
        assert strip(window).isHidden()
        assert page.head.more.isHidden()
        assert not page.head.details.isHidden()
        assert page.composer.edit.enter_sends
        assert page.composer.face.post.isHidden()

    run(scene())
