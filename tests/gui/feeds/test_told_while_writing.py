"""What is told under the field where entries are written: why not, beside how large one is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.model.feeds import APPENDED_BYTES_MAX
from engine.model.ids import SpaceId
from engine.model.queries import Weigh
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.feeds.scene import opened
from tests.gui.window_scene import channel, settled
from ui.channel.composer import Composer
from ui.main_window.window import MainWindow

WHY = "This could not be sent."


@pytest.fixture
def garden(engine: FakeEngine) -> SpaceId:
    return channel(engine, "Garden", "hello")


@pytest.fixture
def log(engine: FakeEngine) -> SpaceId:
    """A feed of ours."""
    return engine.feeds.add("My log", own=True)


def note(composer: Composer) -> str:
    return "" if composer.note.isHidden() else composer.note.words.text()


def test_what_is_told_of_a_channel_while_a_feed_is_open_stands_there_afterwards(
    window: MainWindow, engine: FakeEngine, run: Run[Any], garden: SpaceId, log: SpaceId
) -> None:
    async def scene() -> str:
        await opened(window, engine, log)
        composer = window.pages.channel.composer
        composer.edit.write("x " * 10_000)
        composer.fitting.tell_in(garden, WHY)
        window.open_space(garden)
        await settled(window)
        return note(composer)

    assert run(scene()) == WHY


def test_what_is_told_of_a_feed_while_a_channel_is_open_stands_there_afterwards(
    window: MainWindow, engine: FakeEngine, run: Run[Any], garden: SpaceId, log: SpaceId
) -> None:
    async def scene() -> str:
        await opened(window, engine, garden)
        composer = window.pages.channel.composer
        composer.fitting.tell_in(log, WHY)
        window.open_space(log)
        await settled(window)
        return note(composer)

    assert run(scene()) == WHY


def test_why_files_are_not_taken_is_told_in_a_feed(
    window: MainWindow, engine: FakeEngine, run: Run[Any], log: SpaceId, tmp_path: Path
) -> None:
    async def scene() -> str:
        await opened(window, engine, log)
        composer = window.pages.channel.composer
        composer.attach([tmp_path / "gone.txt", tmp_path / "gone too.txt"])
        await settled(window)
        return note(composer)

    assert run(scene()).startswith("2 files are not sent.")


def test_how_large_an_entry_is_stands_again_once_something_else_is_written(
    window: MainWindow, engine: FakeEngine, run: Run[Any], log: SpaceId
) -> None:
    async def scene() -> None:
        await opened(window, engine, log)
        composer = window.pages.channel.composer
        composer.edit.write("x " * 10_000)
        composer.fitting.tell(WHY)
        assert note(composer) == WHY
        composer.edit.write("x " * 10_500)
        assert note(composer) == "This entry takes 21 kB."

    run(scene())


def test_that_an_entry_is_too_large_is_not_said_of_a_message(
    window: MainWindow, engine: FakeEngine, run: Run[Any], garden: SpaceId, log: SpaceId
) -> None:
    async def scene() -> None:
        await opened(window, engine, log)
        composer = window.pages.channel.composer
        composer.edit.write("x " * (APPENDED_BYTES_MAX // 4))
        assert note(composer).startswith("This text is too long for one entry")
        window.open_space(garden)
        await settled(window)
        assert note(composer) == ""
        window.open_space(log)
        await settled(window)
        assert note(composer).startswith("This text is too long for one entry")

    run(scene())


def test_what_was_weighed_as_a_message_is_neither_said_of_an_entry_nor_holds_it_up(
    window: MainWindow, engine: FakeEngine, run: Run[Any], garden: SpaceId
) -> None:
    """A draft may be there before it is known that it is one of a feed."""
    engine.change(garden, body_limit=500)

    async def scene() -> None:
        await opened(window, engine, garden)
        composer = window.pages.channel.composer
        composer.edit.write("x " * 10_000)
        await until(lambda: "too long" in note(composer))
        composer.publish(on=True)
        assert (note(composer), composer.fitting.fits) == ("", True)
        assert composer.send.isEnabled()

    run(scene())


def test_what_is_still_being_weighed_as_a_message_holds_up_no_entry(
    window: MainWindow, engine: FakeEngine, run: Run[Any], garden: SpaceId
) -> None:
    engine.change(garden, body_limit=500)

    async def scene() -> None:
        await opened(window, engine, garden)
        composer = window.pages.channel.composer
        composer.edit.write("x " * 10_000)
        await until(lambda: any(isinstance(query, Weigh) for query in engine.asked))
        composer.publish(on=True)
        await settled(window)
        assert (note(composer), composer.fitting.fits) == ("", True)

    run(scene())
