"""Beside entries of a feed stands how many comments they have."""

from __future__ import annotations

from engine.model.comment_queries import COUNTS_MAX, CommentCounts
from tests.fake_engine import FakeEngine
from tests.gui.comments.test_pane import commented, pane_of
from tests.gui.conftest import Run
from tests.gui.feeds.scene import opened
from tests.gui.window_scene import settled
from ui.comments.book import AROUND_ENTRIES
from ui.main_window.window import MainWindow
from ui.timeline.loading.run import RUN_POSTS_MAX


def asked_counts(engine: FakeEngine) -> list[CommentCounts]:
    return [one for one in engine.asked if isinstance(one, CommentCounts)]


def test_only_of_entries_around_those_that_are_loaded_comments_are_counted(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    """A comment may name any entry, and there may be as many as somebody likes."""

    async def scene() -> None:
        space = engine.feeds.add("Harbour news", *(f"entry {n}" for n in range(2_000)))
        for entry in (0, 1_999, 5_000, 1 << 61):
            engine.comments.come(space, f"on {entry}", "Moss", entry=entry)
        await opened(window, engine, space)
        timeline, book = window.pages.channel.timeline, window.occasions.comments.book
        timeline.to_newest()
        await settled(window)
        assert book.counts == {1_999: 1}
        first = timeline.source.run.entries[0].post.height
        assert first - AROUND_ENTRIES > 0
        timeline.source.jump_to_rank(0)
        await settled(window)
        assert book.counts == {0: 1}
        assert timeline.row(0).talk_text == "1 comment"
        widest = max(one.end - one.start for one in asked_counts(engine))
        assert widest <= RUN_POSTS_MAX + 2 * AROUND_ENTRIES <= COUNTS_MAX

    run(scene())


def test_entries_that_come_ask_for_no_count_each(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = await commented(window, engine)
        before = len(asked_counts(engine))
        for number in range(3):
            engine.feeds.append(space, b"more %d" % number)
            await settled(window)
        assert len(asked_counts(engine)) == before

    run(scene())


def test_the_entry_whose_comments_are_shown_may_be_loaded_no_more(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", *(f"entry {n}" for n in range(2_000)))
        engine.comments.come(space, "the last", "Moss", entry=1_999)
        await opened(window, engine, space)
        timeline, pane = window.pages.channel.timeline, pane_of(window)
        timeline.to_newest()
        await settled(window)
        pane.show_entry(timeline.source.run.entries[-1].post)
        timeline.source.jump_to_rank(0)
        await settled(window)
        assert timeline.source.run.entries[-1].post.height < 1_999 - AROUND_ENTRIES
        engine.comments.come(space, "and again", "Moss", entry=1_999)
        await settled(window)
        assert pane.title.text() == "2 comments"

    run(scene())
