"""A backup that takes long: how far it is, and the way to call it off."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from pytestqt.qtbot import QtBot
from shiboken6 import isValid
from typing_extensions import override

from engine.model.backup_commands import BackupProgress, BackupProgressView, WriteBackup
from engine.model.commands import Command
from engine.model.queries import Query
from tests.fake_engine import FakeEngine
from tests.fake_vault import WORDS
from tests.gui.conftest import Run, until
from tests.gui.window_scene import dialog_of
from ui.backups.question import BackupQuestion
from ui.equipment import Equipment
from ui.settings_page.backups import BackupsSection

FILE = Path("/disk/saved.tidings-backup")
MEGABYTE = 1_000_000

R = TypeVar("R")


class SlowEngine(FakeEngine):
    """It writes until ``goes_on``."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = asyncio.Event()
        self.progress: BackupProgressView | None = BackupProgressView(0, 0)
        self.is_writing = self.is_called_off = False

    @override
    async def perform(self, command: Command[R]) -> R:
        if isinstance(command, WriteBackup):
            self.is_writing = True
            try:
                await self.goes_on.wait()
            except asyncio.CancelledError:
                self.is_called_off = True
                raise
        return await super().perform(command)

    @override
    async def ask(self, query: Query[R]) -> R:
        if isinstance(query, BackupProgress):
            assert query.file == str(FILE)
            return cast("R", self.progress)
        return await super().ask(query)


@pytest.fixture
def engine() -> SlowEngine:
    return SlowEngine()


@pytest.fixture
def section(qtbot: QtBot, equipment: Equipment) -> BackupsSection:
    made = BackupsSection(equipment)
    qtbot.addWidget(made)
    made.show()
    return made


async def begun(section: BackupsSection) -> BackupQuestion:
    section.acts.back_up_to(FILE)
    question = await dialog_of(BackupQuestion)
    question.passphrase.setText(WORDS)
    question.again.setText(WORDS)
    question.proceed.click()
    return question


def test_after_half_a_second_it_is_said_how_far_it_is(
    run: Run[Any], section: BackupsSection, engine: SlowEngine
) -> None:
    async def story() -> None:
        question = await begun(section)
        assert not question.bar.isVisible()
        await until(question.bar.isVisible)
        assert question.count.text() == "The database is being copied…"
        engine.progress = BackupProgressView(3 * MEGABYTE, 12 * MEGABYTE)
        await until(lambda: question.count.text() == "3.0 MB of 12 MB")
        assert question.bar.value() * 4 == question.bar.maximum()
        engine.progress = None  # it has just ended
        engine.goes_on.set()
        await until(section.told.isVisible)
        assert "saved.tidings-backup" in section.told.text()

    run(story())


def test_cancel_calls_it_off(run: Run[Any], section: BackupsSection, engine: SlowEngine) -> None:
    async def story() -> None:
        question = await begun(section)
        await until(lambda: engine.is_writing)
        assert question.cancel.isEnabled()
        question.cancel.click()
        await until(lambda: engine.is_called_off)
        await until(lambda: not isValid(question))
        assert not section.told.isVisible()
        assert engine.performed == []

    run(story())


def test_the_cross_calls_it_off_as_well(
    run: Run[Any], section: BackupsSection, engine: SlowEngine
) -> None:
    async def story() -> None:
        question = await begun(section)
        await until(question.bar.isVisible)
        question.close()
        await until(lambda: engine.is_called_off)
        await until(lambda: not isValid(question))

    run(story())
