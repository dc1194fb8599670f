"""A directory that could not be shared after all: no empty folder stays behind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import Command, ForgetSpace
from engine.model.feed_commands import UseDirectory
from tests.code_scene import click
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run
from tests.gui.folders.scene import known
from tests.gui.window_scene import settled, started
from ui.folders.sharing import ShareFolderPage
from ui.main_window.window import MainWindow
from ui.wording.sentences import sentence_of

FULL = Fault(FaultReason.DISK_FULL)
TAKEN = Refused(Refusal.DIRECTORY_TAKEN, "Plans")


class Failing:
    """Commands of some kinds end in what is said for them."""

    def __init__(
        self, engine: FakeEngine, failures: Mapping[type[object], Refused | Fault]
    ) -> None:
        self._failures = failures
        self._perform = engine.perform
        engine.perform = self.perform  # type: ignore[method-assign]  # stands before it

    async def perform(self, command: Command[Any]) -> Any:  # Any: what it answers
        failure = self._failures.get(type(command))
        if failure is not None:
            raise failure
        return await self._perform(command)


async def shared(window: MainWindow, engine: FakeEngine, directory: Path) -> ShareFolderPage:
    known(engine)
    await started(window)
    page = window.occasions.folders.show_sharing()
    page.field.take(directory)
    await settled(window)
    click(page.share)
    await settled(window)
    return page


@pytest.mark.parametrize("failure", [TAKEN, FULL])
def test_the_folder_that_was_made_for_it_is_forgotten(
    window: MainWindow,
    engine: FakeEngine,
    run: Run[Any],
    tmp_path: Path,
    failure: Refused | Fault,
) -> None:
    Failing(engine, {UseDirectory: failure})

    async def story() -> None:
        page = await shared(window, engine, tmp_path)
        assert page.problem.sentence.text() == sentence_of(failure).message
        assert not engine.spaces

    run(story())


def test_why_it_was_not_shared_is_told_even_where_that_fails_as_well(
    window: MainWindow, engine: FakeEngine, run: Run[Any], tmp_path: Path
) -> None:
    Failing(engine, {UseDirectory: TAKEN, ForgetSpace: FULL})

    async def story() -> None:
        page = await shared(window, engine, tmp_path)
        assert page.problem.sentence.text() == sentence_of(TAKEN).message

    run(story())
