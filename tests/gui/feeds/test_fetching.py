"""Files of entries that are not here are fetched while somebody waits for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engine.errors import Fault, FaultReason
from engine.model.commands import Say
from engine.model.contents import Attachment, Files
from engine.model.feed_commands import SeekBlocks
from engine.model.feed_queries import OneFeed
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import opened
from tests.gui.window_scene import dialog_of
from ui.feeds.fetching import FetchDialog
from ui.main_window.window import MainWindow


async def files_elsewhere(engine: FakeEngine, *sizes: int) -> SpaceId:
    """A feed with an entry whose files lie with a peer."""
    space = engine.feeds.add("Harbour news", own=True)
    files = tuple(
        Attachment("chart.bin", "application/octet-stream", b"c" * size) for size in sizes
    )
    await engine.perform(Say(space, Files(files, "The chart")))
    engine.feeds.change(space, own=False, whole=False)
    feed = engine.feeds.feeds[space]
    for index in range(1, len(feed.sizes)):
        feed.remote[index] = feed.blocks.pop(index)
    engine.feeds._counted(feed)
    return space


def test_a_file_that_is_not_here_is_fetched_when_it_is_saved(
    window: MainWindow, engine: FakeEngine, run: Run[None], tmp_path: Path
) -> None:
    async def scene() -> None:
        space = await files_elsewhere(engine, 200_000)
        await opened(window, engine, space)
        page = window.pages.channel
        post = page.source.run.entries[0].post
        path = tmp_path / "chart.bin"
        saving = page.acts._bridge.start(page.acts.saving.save(space, post, 0, path))
        dialog = await dialog_of(FetchDialog)
        await until(lambda: bool(dialog.amount.text()))
        assert dialog.amount.text().startswith("0 of 4 pieces are here.")
        assert SeekBlocks(space, 1, 5) in engine.performed
        engine.feeds.receive(space, 1, 3)
        await until(lambda: dialog.amount.text().startswith("2 of 4"))
        engine.feeds.receive(space, 3, 5)
        await saving
        assert path.read_bytes() == b"c" * 200_000

    run(scene())


def test_who_does_not_wait_for_a_file_wants_it_no_more(
    window: MainWindow, engine: FakeEngine, run: Run[None], tmp_path: Path
) -> None:
    async def scene() -> None:
        space = await files_elsewhere(engine, 70_000)
        await opened(window, engine, space)
        page = window.pages.channel
        post = page.source.run.entries[0].post
        path = tmp_path / "chart.bin"
        saving = page.acts._bridge.start(page.acts.saving.save(space, post, 0, path))
        dialog = await dialog_of(FetchDialog)
        dialog.cancel.click()
        await saving
        assert engine.performed[-1] == SeekBlocks(space, 1, 3, wanted=False)
        assert not path.exists()

    run(scene())


@pytest.mark.parametrize("then", [None, Fault(FaultReason.DISK_FULL)])
def test_a_file_is_wanted_no_more_once_waiting_for_it_failed(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    then: Fault | None,
) -> None:
    """``then``: what taking it back meets. What failed first is told."""
    answer = engine.feeds.answer

    def fail(query: object) -> object:
        if not isinstance(query, OneFeed):
            return answer(query)  # type: ignore[arg-type]  # as it was asked
        engine.next_failure = then
        raise Fault(FaultReason.DATABASE_CORRUPT)

    async def scene() -> None:
        space = await files_elsewhere(engine, 70_000)
        await opened(window, engine, space)
        page = window.pages.channel
        post = page.source.run.entries[0].post
        saving = page.acts._bridge.start(page.acts.saving.save(space, post, 0, tmp_path / "c"))
        dialog = await dialog_of(FetchDialog)
        await until(lambda: bool(dialog.amount.text()))
        monkeypatch.setattr(engine.feeds, "answer", fail)
        engine.feeds.receive(space, 1, 2)
        with pytest.raises(Fault, match="database_corrupt"):
            await saving
        monkeypatch.undo()
        assert engine.performed[-1] == SeekBlocks(space, 1, 3, wanted=False)
        assert engine.next_failure is None

    run(scene())


async def both_told() -> list[FetchDialog]:
    """The dialogs of two files, the first asked for first, once both say how far they are."""
    found: list[FetchDialog] = []

    def are_there() -> bool:
        tops = [one for one in QApplication.topLevelWidgets() if isinstance(one, FetchDialog)]
        found[:] = [one for one in tops if one.isVisible() and one.amount.text()]
        return len(found) == 2

    await until(are_there)
    return found


def test_two_files_of_one_feed_are_waited_for_at_a_time(
    window: MainWindow, engine: FakeEngine, run: Run[None], tmp_path: Path
) -> None:
    async def scene() -> None:
        space = await files_elsewhere(engine, 70_000, 80_000)
        await opened(window, engine, space)
        page = window.pages.channel
        post = page.source.run.entries[0].post
        save, start = page.acts.saving.save, page.acts._bridge.start
        paths = [tmp_path / name for name in ("one.bin", "two.bin")]
        savings = [start(save(space, post, number, path)) for number, path in enumerate(paths)]
        await both_told()
        engine.feeds.receive(space, 1, 5)
        await until(lambda: all(saving.done() for saving in savings))
        assert [path.stat().st_size for path in paths] == [70_000, 80_000]

    run(scene())


def test_a_file_that_somebody_else_waits_for_is_wanted_until_they_do_not(
    window: MainWindow, engine: FakeEngine, run: Run[None], tmp_path: Path
) -> None:
    async def scene() -> None:
        space = await files_elsewhere(engine, 70_000)
        await opened(window, engine, space)
        page = window.pages.channel
        post = page.source.run.entries[0].post
        save, start = page.acts.saving.save, page.acts._bridge.start
        savings = [start(save(space, post, 0, tmp_path / name)) for name in ("one", "two")]
        unwanted = SeekBlocks(space, 1, 3, wanted=False)
        for dialog in await both_told():
            assert unwanted not in engine.performed
            dialog.cancel.click()
            await until(lambda: any(saving.done() for saving in savings))
        await until(lambda: all(saving.done() for saving in savings))
        assert engine.performed.count(unwanted) == 1

    run(scene())
