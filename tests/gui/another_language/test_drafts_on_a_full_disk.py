"""What was begun and could not be stored is there in the window that speaks another language."""

from __future__ import annotations

from typing import Any

from PySide6.QtTest import QTest

from engine.errors import Fault, FaultReason
from engine.model import commands
from engine.model.ids import SpaceId
from engine.model.views import DraftView
from tests.fake_engine import FakeEngine
from tests.gui.another_language.scene import replaced
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled, started
from ui.main_window.window import MainWindow
from ui.starting.showing import Showing


class FullDisk:
    """No draft can be stored on it while it ``is_full``."""

    def __init__(self, engine: FakeEngine) -> None:
        self.is_full = True
        self._perform = engine.perform
        engine.perform = self.perform  # type: ignore[method-assign]  # as an engine over that disk

    async def perform(self, command: commands.Command[Any]) -> Any:  # Any: what it answers
        if self.is_full and isinstance(command, commands.KeepDraft):
            raise Fault(FaultReason.DISK_FULL)
        return await self._perform(command)


def field_of(window: MainWindow) -> str:
    return window.pages.channel.composer.edit.toPlainText()


def test_a_draft_that_found_no_room_is_there_and_is_stored_once_there_is(
    run: Run[Any], showing: Showing, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "Hello.")
    engine.talk.drafts[space] = DraftView(space, "a long")
    disk = FullDisk(engine)

    async def scene() -> None:
        await shown_in(showing.window, space)
        assert field_of(showing.window) == "a long"
        QTest.keyClicks(showing.window.pages.channel.composer.edit, " text")
        await replaced(showing)
        await shown_in(showing.window, space)
        assert field_of(showing.window) == "a long text"
        disk.is_full = False
        QTest.keyClicks(showing.window.pages.channel.composer.edit, ".")
        await until(lambda: engine.talk.drafts[space].text == "a long text.")
        await replaced(showing, "en")
        await shown_in(showing.window, space)
        assert field_of(showing.window) == "a long text."

    run(scene())


async def shown_in(window: MainWindow, space: SpaceId) -> None:
    await started(window)
    window.open_space(space)
    await settled(window)
