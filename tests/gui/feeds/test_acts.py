"""What can be done with a feed: from its menu, from its page, and what is asked before."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu

from engine.model.commands import ForgetSpace, LeaveSpace, RenameSpace
from engine.model.feed_commands import DropBlocks, FetchWhole, LimitFeed, PauseFeed
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import hall, menu_texts, opened
from tests.gui.window_scene import dialog_of, settled, trigger
from ui.feeds.about import AboutFeedPage
from ui.feeds.limit_question import LimitQuestion
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import NameQuestion, Question


def menu_of(window: MainWindow, space: SpaceId) -> QMenu:
    view = window.sidebar.model.view(window.sidebar.model.index_of(space))
    assert view is not None
    return window.sidebar.menu_for(view)


def test_the_menu_of_a_followed_feed_has_what_can_be_done_with_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        texts = menu_texts(menu_of(window, space))
        for words in ("Pause", "Download", "Storage limit…", "About this feed…", "Rename…"):
            assert words in texts
        assert "Stop following…" in texts
        assert "Leave…" not in texts

    run(scene())


def test_the_menu_of_our_own_feed_neither_limits_nor_leaves_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        await opened(window, engine, space)
        texts = menu_texts(menu_of(window, space))
        assert not {"Storage limit…", "Stop following…", "Erase what is here…"} & set(texts)

    run(scene())


def test_a_pause_can_be_undone(window: MainWindow, engine: FakeEngine, run: Run[None]) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        trigger(window, space, "Pause")
        await settled(window)
        assert PauseFeed(space) in engine.performed
        window.toast.action.click()
        await settled(window)
        assert PauseFeed(space, paused=False) in engine.performed

    run(scene())


def test_leaving_is_asked_and_can_be_undone(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        trigger(window, space, "Stop following…")
        (await dialog_of(Question)).proceed.click()
        await settled(window)
        assert LeaveSpace(space) in engine.performed
        assert window.pages.channel.head.pill.text == "Not followed"
        window.toast.action.click()
        await settled(window)
        assert not engine.spaces[space].view.left

    run(scene())


def test_forgetting_our_own_feed_warns_that_its_key_is_lost(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        await opened(window, engine, space)
        trigger(window, space, "Forget…")
        question = await dialog_of(Question)
        words = " ".join(label.text() for label in question.findChildren(QLabel))
        assert "the key that signs it is erased" in words
        assert question.cancel.isDefault()
        question.proceed.click()
        await settled(window)
        assert ForgetSpace(space) in engine.performed

    run(scene())


@pytest.mark.parametrize("may_comment", [True, False])
def test_forgetting_a_feed_warns_whoever_may_comment_there(
    window: MainWindow, engine: FakeEngine, run: Run[None], *, may_comment: bool
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        if may_comment:
            engine.comments.let(space)
        await opened(window, engine, space)
        trigger(window, space, "Forget…")
        question = await dialog_of(Question)
        words = " ".join(label.text() for label in question.findChildren(QLabel))
        assert ("Your right to comment there is erased" in words) is may_comment
        question.cancel.click()

    run(scene())


def test_a_limit_is_chosen_in_megabytes_and_taken_away(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        trigger(window, space, "Storage limit…")
        question = await dialog_of(LimitQuestion)
        assert not question.limited.isChecked()
        question.limited.setChecked(True)
        question.megabytes.setValue(250)
        question.proceed.click()
        await settled(window)
        assert LimitFeed(space, 250_000_000) in engine.performed
        trigger(window, space, "Storage limit…")
        question = await dialog_of(LimitQuestion)
        assert question.megabytes.value() == 250
        question.limited.setChecked(False)
        question.proceed.click()
        await settled(window)
        assert LimitFeed(space, None) in engine.performed

    run(scene())


def test_what_is_here_is_erased_after_a_question_and_does_not_come_again_at_once(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one", "two")
        await opened(window, engine, space)
        trigger(window, space, "Erase what is here…")
        (await dialog_of(Question)).proceed.click()
        await settled(window)
        done = [one for one in engine.performed if isinstance(one, FetchWhole | DropBlocks)]
        assert done == [FetchWhole(space, whole=False), DropBlocks(space, 0, 2)]
        assert window.pages.channel.empty.title.text() == "Nothing is here yet"

    run(scene())


def test_renaming_is_ours_alone(window: MainWindow, engine: FakeEngine, run: Run[None]) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        trigger(window, space, "Rename…")
        question = await dialog_of(NameQuestion)
        question.name.setText("Tides")
        question.proceed.click()
        await settled(window)
        assert RenameSpace(space, "Tides") in engine.performed
        assert window.pages.channel.head.name.text() == "Tides"
        assert window.pages.channel.timeline.row(0).name_text == "Tides"

    run(scene())


# ---- about --------------------------------------------------------------------------------------


def about(window: MainWindow, engine: FakeEngine, space: SpaceId) -> AboutFeedPage:
    return hall(window).show_about(engine.feeds.view(space))


def test_the_page_about_a_feed_tells_what_is_known_of_it(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one", holders=2, author_online=True)
        await opened(window, engine, space)
        page = about(window, engine, space)
        await settled(window)
        assert page.facts["holders"].text() == "Seeded by 2"
        assert page.facts["author"].text() == "The author's device is connected."
        assert page.facts["limit"].text() == "As the settings say for every feed"
        assert page.fields["key"].text() == space.hex()
        page.copy_key.click()
        assert QGuiApplication.clipboard().text() == space.hex()

    run(scene())


def test_the_page_about_a_feed_follows_what_changes(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        page = about(window, engine, space)
        page.pause.click()
        await settled(window)
        assert page.pill.text == "Paused"
        assert page.pause.isHidden()
        assert not page.resume.isHidden()

    run(scene())


def test_the_page_about_a_feed_closes_when_the_feed_is_forgotten(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        await opened(window, engine, space)
        page = about(window, engine, space)
        await engine.perform(ForgetSpace(space))
        await until(lambda: window.pages.stack.currentWidget() is not page)

    run(scene())


# ---- files --------------------------------------------------------------------------------------


def test_a_block_of_bytes_is_saved_as_it_is(
    window: MainWindow, engine: FakeEngine, run: Run[None], tmp_path: Path
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Harbour news", "one")
        engine.feeds.append(space, b"\xff\xfe")
        await opened(window, engine, space)
        page = window.pages.channel
        path = tmp_path / "block.bin"
        await page.acts.saving.save(space, page.source.run.entries[1].post, 0, path)
        assert path.read_bytes() == b"\xff\xfe"

    run(scene())
