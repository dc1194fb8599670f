"""Copies of files and folders that are saved where the person says."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog

from engine.errors import Refusal, Refused
from engine.model.queries import Query
from tests.code_scene import click
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.folders.scene import listed, opened
from tests.gui.folders.test_acts import FILES, R, entry, menu_of, press, tidy
from tests.gui.window_scene import dialog_of, settled
from ui.folders import copying
from ui.main_window.window import MainWindow


def test_a_copy_is_saved_under_its_own_name_and_told(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        press(menu_of(page, "notes.txt"), "Save a copy\u2026")
        dialog = await dialog_of(QFileDialog)
        assert Path(dialog.selectedFiles()[0]).name == "notes.txt"
        dialog.fileSelected.emit(str(tmp_path / "kept.txt"))
        dialog.reject()
        await settled(window)
        assert (tmp_path / "kept.txt").read_bytes() == FILES["notes.txt"]
        assert listed(tmp_path) == ["kept.txt"]
        assert window.toast.sentence.text() == "Saved as kept.txt"
        (tmp_path / "other").touch()
        modes = [(tmp_path / name).stat().st_mode for name in ("kept.txt", "other")]
        assert modes[0] == modes[1], "readable for whom any new file is"

    run(story())


def test_a_whole_folder_is_saved_with_its_folders_over_nothing_that_is_there(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        engine.folders.write(space, "beans/far.txt", b"far", here=False)
        engine.folders.write(space, "beans/wrong.txt", b"short", size=9, have=9)
        (tmp_path / "notes.txt").write_text("mine")
        page = await opened(window, engine, space)
        assert page.view is not None
        entries = [entry(page, "beans"), entry(page, "notes.txt")]
        await page.acts.save_all(page.view, entries, tmp_path)
        assert (tmp_path / "beans" / "list.txt").read_bytes() == FILES["beans/list.txt"]
        assert (tmp_path / "notes.txt").read_text() == "mine"
        assert (tmp_path / "notes (2).txt").read_bytes() == FILES["notes.txt"]
        assert listed(tmp_path / "beans") == ["list.txt", "map.pdf"]
        assert window.toast.sentence.text().startswith("3 of 5 files saved in")

    run(story())


def test_a_copy_of_the_longest_name_is_saved_beside_what_is_there(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    """A file system takes 255 bytes."""

    async def story() -> None:
        name = "\u8a9e" * 83 + ".txt"
        (tmp_path / name).write_text("mine")
        page = await opened(window, engine, engine.folders.add("Seeds", {name: b"theirs"}))
        assert page.view is not None
        await page.acts.save_all(page.view, [entry(page, name)], tmp_path)
        assert (tmp_path / name).read_text() == "mine"
        assert (tmp_path / ("\u8a9e" * 82 + " (2).txt")).read_bytes() == b"theirs"

    run(story())


def test_a_copy_whose_content_goes_meanwhile_leaves_nothing_behind(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        space = engine.folders.add("Seeds", FILES)
        page = await opened(window, engine, space)
        assert page.view is not None
        there = entry(page, "notes.txt")
        engine.folders.arrive(space, "notes.txt", 10)
        with pytest.raises(Refused) as refused:
            await page.acts.save_one(page.view, there, tmp_path / "kept.txt")
        assert refused.value.reason is Refusal.BLOCKS_MISSING
        assert not listed(tmp_path)

    run(story())


def test_what_is_being_saved_is_said_and_can_be_stopped(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        begun = asyncio.Event()

        async def endless() -> None:
            begun.set()
            await asyncio.Event().wait()

        page.acts._work(endless())
        await begun.wait()
        assert page.work.isVisible()
        click(page.work.stop)
        await until(lambda: not page.work.isVisible())

    run(story())


def test_a_copy_that_is_taken_away_while_it_is_written_is_refused_and_never_cut_short(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """As by a program that tidies up."""
    monkeypatch.setattr(copying, "PIECE_BYTES", 1_000)

    async def story() -> None:
        page = await opened(window, engine, engine.folders.add("Seeds", FILES))
        assert page.view is not None
        (tmp_path / "kept.txt").write_bytes(b"old")
        ask, asked = page.acts._bridge.ask, itertools.count(1)

        async def ask_and_tidy(query: Query[R]) -> R:
            if next(asked) == 2:
                tidy(tmp_path)
            return await ask(query)

        monkeypatch.setattr(page.acts._bridge, "ask", ask_and_tidy)
        with pytest.raises(Refused) as refused:
            await page.acts.save_one(page.view, entry(page, "notes.txt"), tmp_path / "kept.txt")
        assert refused.value.reason is Refusal.FILE_UNWRITABLE
        assert listed(tmp_path) == ["kept.txt"]
        assert (tmp_path / "kept.txt").read_bytes() == b"old"

    run(story())
