"""Publishing: an entry is written with a preview, and is there once it is stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from engine.errors import Fault, FaultReason
from engine.model.commands import Say
from engine.model.contents import Files, Words
from engine.model.feed_commands import CreateStaticFeed
from engine.model.feeds import APPENDED_BYTES_MAX, FeedForm
from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import hall, opened
from tests.gui.window_scene import CTRL, ENTER, settled, shown_texts, started
from ui.feeds import making
from ui.feeds.code import FeedCodePage
from ui.feeds.making import NewFeedPage
from ui.main_window.window import MainWindow


def test_enter_begins_a_line_and_ctrl_enter_posts(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", own=True)
        await opened(window, engine, space)
        edit = window.pages.channel.composer.edit
        QTest.keyClicks(edit, "High tide")
        QTest.keyClick(edit, ENTER)
        QTest.keyClicks(edit, "at nine")
        assert not [one for one in engine.performed if isinstance(one, Say)]
        QTest.keyClick(edit, ENTER, CTRL)
        await until(lambda: len(shown_texts(window)) == 1)
        assert shown_texts(window) == ["High tide\nat nine"]
        assert not edit.toPlainText()

    run(scene())


def test_a_slash_is_a_slash_in_a_feed(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", own=True)
        await opened(window, engine, space)
        composer = window.pages.channel.composer
        composer.edit.write("/me sails")
        composer.face.post.click()
        await settled(window)
        assert Say(space, Words("/me sails")) in engine.performed

    run(scene())


def test_all_files_go_into_one_entry(
    window: MainWindow, engine: FakeEngine, run: Run[None], tmp_path: Path
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", own=True)
        await opened(window, engine, space)
        paths = [tmp_path / name for name in ("chart.txt", "log.txt")]
        for path in paths:
            path.write_text(path.name, "utf-8")
        composer = window.pages.channel.composer
        composer.attach(paths)
        await until(lambda: len(composer.attachments.waiting) == 2)
        composer.edit.write("Two charts")
        composer.face.post.click()
        await until(lambda: bool(shown_texts(window)))
        (said,) = [one for one in engine.performed if isinstance(one, Say)]
        assert isinstance(said.content, Files)
        assert [file.name for file in said.content.files] == ["chart.txt", "log.txt"]
        assert len(window.pages.channel.timeline.row(0).cards) == 2

    run(scene())


def test_an_entry_that_was_not_stored_stands_in_the_field_again(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", own=True)
        await opened(window, engine, space)
        composer = window.pages.channel.composer
        composer.edit.write("High tide")
        engine.next_failure = Fault(FaultReason.DISK_FULL)
        composer.face.post.click()
        await until(lambda: composer.edit.toPlainText() == "High tide")
        assert not shown_texts(window)

    run(scene())


def test_the_preview_shows_what_is_written_as_it_will_look(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", own=True)
        await opened(window, engine, space)
        page = window.pages.channel
        preview = page.publishing.preview
        assert preview.isHidden()
        page.composer.face.preview.click()
        assert not preview.isHidden()
        assert not preview.nothing.isHidden()
        page.composer.edit.write("# Tides\n\n**high**")
        heading, body = preview.sheet._laid.blocks
        assert (heading.block.text, body.block.text) == ("Tides", "high")
        page.composer.face.preview.click()
        assert preview.isHidden()

    run(scene())


def test_the_size_of_an_entry_is_told_and_too_much_is_not_posted(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", own=True)
        await opened(window, engine, space)
        composer = window.pages.channel.composer
        composer.edit.write("x " * 10_000)
        assert composer.note.words.text() == "This entry takes 20 kB."
        assert composer.face.post.isEnabled()
        composer.edit.write("x " * (APPENDED_BYTES_MAX // 4))
        assert composer.note.words.text().startswith("This text is too long for one entry")
        assert not composer.face.post.isEnabled()

    run(scene())


def test_a_feed_without_entries_says_how_to_begin(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", own=True)
        await opened(window, engine, space)
        empty = window.pages.channel.empty
        assert empty.title.text() == "Your first entry"
        empty.action.click()
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, FeedCodePage)
        assert page.code.link.startswith("tidings:")

    run(scene())


def test_up_in_an_empty_field_changes_nothing_in_a_feed(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("My log", "one", own=True)
        await opened(window, engine, space)
        composer = window.pages.channel.composer
        QTest.keyClick(composer.edit, Qt.Key.Key_Up)
        await settled(window)
        assert not composer.edit.toPlainText()

    run(scene())


# ---- making a feed ------------------------------------------------------------------------------


def test_a_feed_is_made_with_a_name_and_opens(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, engine, engine.feeds.add("Harbour news"))
        page = hall(window).show_new()
        QTest.keyClicks(page.name, "My log")
        QTest.keyClick(page.name, ENTER)
        await settled(window)
        view = window.pages.channel.view
        assert view is not None
        assert view.name == "My log"
        assert not window.pages.channel.composer.face.post.isHidden()

    run(scene())


def test_a_feed_needs_a_name(window: MainWindow, engine: FakeEngine, run: Run[None]) -> None:
    async def scene() -> None:
        await opened(window, engine, engine.feeds.add("Harbour news"))
        page = hall(window).show_new()
        page.make.click()
        assert page.problem.sentence.text() == "Write a name first."

    run(scene())


def test_a_fixed_feed_is_made_of_files(
    window: MainWindow, engine: FakeEngine, run: Run[None], tmp_path: Path
) -> None:
    async def scene() -> None:
        await opened(window, engine, engine.feeds.add("Harbour news"))
        page = hall(window).show_new()
        page.name.setText("Charts")
        page.kind.buttons["fixed"].click()
        page.make.click()
        assert page.problem.sentence.text() == "There are no files yet."
        path = tmp_path / "chart.txt"
        path.write_text("depths", "utf-8")
        page.attach([path])
        await until(lambda: bool(page.attachments.waiting))
        assert page.amount.text() == "1 file, 6 bytes"
        page.make.click()
        await settled(window)
        view = window.pages.channel.view
        assert view is not None
        assert engine.feeds.view(view.id).form is FeedForm.STATIC
        assert not view.can_post
        (card,) = window.pages.channel.timeline.row(0).cards
        assert card.name == "chart.txt"

    run(scene())


def test_return_pressed_twice_makes_a_fixed_feed_once(
    window: MainWindow, engine: FakeEngine, run: Run[None], tmp_path: Path
) -> None:
    async def scene() -> None:
        await opened(window, engine, engine.feeds.add("Harbour news"))
        page = hall(window).show_new()
        page.name.setText("Charts")
        page.kind.buttons["fixed"].click()
        path = tmp_path / "chart.txt"
        path.write_text("depths", "utf-8")
        page.attach([path])
        await until(lambda: bool(page.attachments.waiting))
        QTest.keyClick(page.name, ENTER)
        QTest.keyClick(page.name, ENTER)
        await settled(window)
        assert len([one for one in engine.performed if isinstance(one, CreateStaticFeed)]) == 1

    run(scene())


def test_the_empty_home_leads_to_feeds_and_folders(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        engine.identities.append(IdentityView("Juniper", key_of("own"), None))
        await started(window)
        home = window.pages.home
        assert home.isVisibleTo(window)
        home.feeds.click()
        menu = next(one for one in home.feeds.findChildren(QMenu) if one.isVisible())
        words = [action.text() for action in menu.actions()]
        assert {"New feed", "Follow a feed", "Share a folder", "Get a folder"} <= set(words)
        menu.actions()[words.index("New feed")].trigger()
        menu.close()
        await settled(window)
        assert isinstance(window.pages.stack.currentWidget(), NewFeedPage)

    run(scene())


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_fixed_feed_holds_so_much_and_no_more(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    beyond: int,
) -> None:
    monkeypatch.setattr(making, "STATIC_BYTES_MAX", 6)

    async def scene() -> None:
        await opened(window, engine, engine.feeds.add("Harbour news"))
        page = hall(window).show_new()
        page.name.setText("Charts")
        page.kind.buttons["fixed"].click()
        path = tmp_path / "chart.txt"
        path.write_bytes(bytes(6 + beyond))
        page.attach([path])
        await until(lambda: bool(page.attachments.waiting))
        page.make.click()
        await settled(window)
        assert bool(page.problem.sentence.text()) is bool(beyond)

    run(scene())


def test_a_fixed_feed_may_be_of_more_than_one_step_takes(
    window: MainWindow, engine: FakeEngine, run: Run[None], tmp_path: Path
) -> None:
    async def scene() -> None:
        await opened(window, engine, engine.feeds.add("Harbour news"))
        page = hall(window).show_new()
        page.name.setText("Charts")
        page.kind.buttons["fixed"].click()
        path = tmp_path / "chart.bin"
        path.write_bytes(bytes(APPENDED_BYTES_MAX + 1))
        page.attach([path])
        await until(lambda: bool(page.attachments.waiting))
        page.make.click()
        await settled(window)
        view = window.pages.channel.view
        assert view is not None
        feed = engine.feeds.view(view.id)
        assert (feed.name, feed.form) == ("Charts", FeedForm.STATIC)
        assert feed.byte_length > APPENDED_BYTES_MAX
        listed = [one.view.name for one in engine.spaces.values()]
        assert not [name for name in listed if name.startswith("in the making")]

    run(scene())
