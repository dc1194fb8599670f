"""Sharing, getting, adding files, and where a folder lies: asked, shown before, and said after."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog

from app.folders.surveying import DirectoriesOnDisk
from app.folders.troubles import Trouble
from app.links import TidingsLinks
from engine.model.feed_commands import CreateFolder, FollowFolder, LimitFeed, UseDirectory
from engine.model.feeds import FolderUse
from tests.code_scene import click, type_text
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.folders.scene import known, listed, names, opened
from tests.gui.window_scene import dialog_of, settled, started, trigger
from ui.feeds.limit_question import LimitQuestion
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import Question

PLANS = {"beds.txt": b"north", "paths.txt": b"chips"}


def with_directories(window: MainWindow) -> None:
    """The window can look into directories of this disk."""
    object.__setattr__(
        window._equipment, "directories", DirectoriesOnDisk()
    )  # frozen: of this test


# ---- sharing ------------------------------------------------------------------------------------


def test_sharing_says_what_goes_out_and_what_is_left_out_before_it_is_done(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        (tmp_path / "beds.txt").write_bytes(b"x" * 1_500)
        (tmp_path / ".git").mkdir()
        (tmp_path / "away").symlink_to("/")
        known(engine)
        await started(window)
        with_directories(window)
        page = window.occasions.folders.show_sharing()
        assert not page.share.isEnabled()
        page.field.take(tmp_path)
        await settled(window)
        survey = page.survey
        assert survey.sum.text() == "1 file, 1.5 kB"
        assert [survey.list.item(row).text() for row in range(survey.list.count())] == [
            ".git: its name begins with a dot: such files are hidden",
            "away: it is a link or a device, not a file",
        ]
        assert page.name.text() == tmp_path.name
        assert not [one for one in engine.performed if isinstance(one, CreateFolder)]
        page.name.clear()
        type_text(page.name, "Plans")
        click(page.share)
        await settled(window)
        (space,) = engine.folders.folders
        assert UseDirectory(space, str(tmp_path), FolderUse.SHARED) in engine.performed
        assert window.pages.space == space
        assert not window.pages.shows_channel

    run(story())


def test_a_link_to_a_directory_is_that_directory(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    """Shared once, however one came to it; it is called as it was chosen."""

    async def story() -> None:
        (tmp_path / "real").mkdir()
        (tmp_path / "Plans").symlink_to("real")
        known(engine)
        await started(window)
        with_directories(window)
        page = window.occasions.folders.show_sharing()
        page.field.take(tmp_path / "Plans")
        await settled(window)
        assert page.name.text() == "Plans"
        click(page.share)
        await settled(window)
        (space,) = engine.folders.folders
        assert UseDirectory(space, str(tmp_path / "real"), FolderUse.SHARED) in engine.performed

    run(story())


def test_a_directory_that_cannot_be_read_is_not_shared(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        known(engine)
        await started(window)
        with_directories(window)
        page = window.occasions.folders.show_sharing()
        page.field.take(tmp_path / "gone")
        await settled(window)
        assert page.survey.problem.isVisible()
        assert not page.share.isEnabled()

    run(story())


def test_a_directory_that_is_taken_leaves_no_empty_folder_behind(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        first = engine.folders.add("Plans", own=True)
        engine.folders.change(first, directory=str(tmp_path), use=FolderUse.SHARED)
        known(engine)
        await started(window)
        page = window.occasions.folders.show_sharing()
        page.field.take(tmp_path)
        await settled(window)
        click(page.share)
        await settled(window)
        assert page.problem.isVisible()
        assert list(engine.spaces) == [first]

    run(story())


# ---- getting ------------------------------------------------------------------------------------


def link_of(engine: FakeEngine) -> str:
    """The link of a folder that somebody else has made."""
    other = FakeEngine()
    space = other.folders.add("Seeds of others")
    return TidingsLinks().of_folder(other.folders.folders[space].view.feed.key, "Seeds", ())


def test_a_link_from_outside_previews_a_folder_and_does_nothing(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        known(engine)
        await started(window)
        window.open_link(link_of(engine))
        await settled(window)
        assert window.pages.shows_page
        assert not [one for one in engine.performed if isinstance(one, FollowFolder)]

    run(story())


def test_a_folder_is_got_into_a_directory_of_choice(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        known(engine)
        await started(window)
        page = window.occasions.folders.show_getting()
        page.scan.look_at_text(link_of(engine))
        await until(page.preview.isVisible)
        assert page.name.text() == "Seeds"
        click(page.place.buttons[FolderUse.CHOSEN])
        page.place.field.take(tmp_path / "new")
        click(page.get)
        await settled(window)
        (space,) = engine.folders.folders
        assert UseDirectory(space, str(tmp_path / "new"), FolderUse.CHOSEN) in engine.performed
        assert listed(tmp_path) == ["new"]
        assert window.pages.space == space

    run(story())


def test_a_directory_with_files_in_it_is_asked_about_first(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        (tmp_path / "mine.txt").write_text("mine")
        known(engine)
        await started(window)
        page = window.occasions.folders.show_getting()
        page.scan.look_at_text(link_of(engine))
        await until(page.preview.isVisible)
        page.place.field.take(tmp_path)
        click(page.get)
        click((await dialog_of(Question)).cancel)
        await settled(window)
        assert not engine.folders.folders

    run(story())


def test_nothing_on_the_disk_needs_no_directory(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        known(engine)
        await started(window)
        page = window.occasions.folders.show_getting()
        page.scan.look_at_text(link_of(engine))
        await until(page.preview.isVisible)
        click(page.place.buttons[None])
        assert not page.place.field.isVisible()
        click(page.get)
        await settled(window)
        assert not [one for one in engine.performed if isinstance(one, UseDirectory)]
        assert len(engine.folders.folders) == 1

    run(story())


def test_a_folder_that_is_here_already_is_opened_instead(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", PLANS)
        key = engine.folders.folders[space].view.feed.key
        known(engine)
        await started(window)
        window.open_link(TidingsLinks().of_folder(key, "Seeds", ()))
        await settled(window)
        page = window.pages.stack.currentWidget()
        button = page.get  # type: ignore[union-attr]  # it is the page that was asked for
        await until(lambda: button.text() == "Open it")
        click(button)
        await settled(window)
        assert window.pages.space == space
        assert not [one for one in engine.performed if isinstance(one, FollowFolder)]

    run(story())


# ---- where it lies ------------------------------------------------------------------------------


def test_a_folder_is_put_nowhere_from_its_foot(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", PLANS)
        engine.folders.change(space, directory="/srv/june/Seeds", use=FolderUse.MIRRORED)
        page = await opened(window, engine, space)
        assert page.where.text() == "All of it is kept in /srv/june/Seeds"
        click(page.change)
        placing = window.pages.stack.currentWidget()
        click(placing.place.buttons[None])  # type: ignore[union-attr]  # it is the page asked for
        click(placing.apply)  # type: ignore[union-attr]  # it is the page asked for
        await settled(window)
        assert UseDirectory(space, None) in engine.performed
        assert window.pages.stack.currentWidget() is page
        await until(lambda: page.where.text().startswith("It lies nowhere"))

    run(story())


def test_sharing_is_stopped_after_a_question(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Plans", PLANS, own=True)
        engine.folders.change(space, directory="/srv/june/Plans", use=FolderUse.SHARED)
        page = await opened(window, engine, space)
        placing = window.occasions.folders.show_placing(page.view or engine.folders.change(space))
        click(placing.stop)
        question = await dialog_of(Question)
        assert question.cancel.isDefault()
        click(question.proceed)
        await settled(window)
        assert UseDirectory(space, None) in engine.performed
        await until(lambda: page.head.pill.text == "Not shared from here")

    run(story())


def test_the_limit_is_set_where_the_folder_is_described(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", PLANS, holders=1)
        page = await opened(window, engine, space)
        click(page.head.about)
        await settled(window)
        about = window.pages.stack.currentWidget()
        assert about.holders.text() == "1 other has all of it"  # type: ignore[union-attr]  # as above
        click(about.change_limit)  # type: ignore[union-attr]  # it is the page that was asked for
        click((await dialog_of(LimitQuestion)).proceed)
        await settled(window)
        assert [one.space for one in engine.performed if isinstance(one, LimitFeed)] == [space]

    run(story())


# ---- history, and the whole folder --------------------------------------------------------------


def test_the_history_of_a_file_brings_an_old_version_back_elsewhere(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        space = engine.folders.add("Plans", PLANS, own=True)
        engine.folders.write(space, "beds.txt", b"south")
        engine.folders.remove(space, "beds.txt")
        engine.folders.write(space, "beds.txt", b"east")
        page = await opened(window, engine, space)
        (entry,) = [one for one in page.browser.model.entries() if one.path == "beds.txt"]
        assert page.view is not None
        history = window.occasions.folders.show_history(page.view, entry)
        await settled(window)
        assert len(history.cards) == 4
        assert history.cards[1].accessibleName().startswith("Deleted")
        click(history.buttons[-1])
        dialog = await dialog_of(QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / "first.txt"))
        dialog.reject()
        await settled(window)
        assert (tmp_path / "first.txt").read_bytes() == b"north"

    run(story())


def test_a_folder_is_left_and_forgotten_from_its_menu(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", PLANS)
        await opened(window, engine, space)
        trigger(window, space, "Leave\u2026")
        click((await dialog_of(Question)).proceed)
        await settled(window)
        assert engine.view(space).left
        trigger(window, space, "Forget\u2026")
        question = await dialog_of(Question)
        assert question.cancel.isDefault()
        click(question.proceed)
        await settled(window)
        assert space not in engine.spaces

    run(story())


def test_that_all_files_are_gone_is_told_others_only_when_it_is_meant(
    window: MainWindow, engine: FakeEngine, run: Run[Any]
) -> None:
    async def story() -> None:
        space = engine.folders.add("Plans", PLANS, own=True)
        engine.folders.change(
            space, directory="/media/stick", use=FolderUse.SHARED, trouble=str(Trouble.EMPTY)
        )
        page = await opened(window, engine, space)
        click(page.trouble.emptying)
        question = await dialog_of(Question)
        assert question.cancel.isDefault()
        click(question.cancel)
        await settled(window)
        assert names(page) == sorted(PLANS)
        click(page.trouble.emptying)
        click((await dialog_of(Question)).proceed)
        await settled(window)
        await until(lambda: names(page) == [])
        engine.folders.change(space, trouble=str(Trouble.GONE))
        await until(lambda: not page.trouble.emptying.isVisibleTo(page))

    run(story())
