"""Backups in the window: made in the settings, brought back there and on the first page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot
from typing_extensions import override

from engine.errors import Refusal, Refused
from engine.model.backup_commands import WriteBackup
from tests.fake_engine import FakeEngine
from tests.fake_vault import WORDS, FakeProfiles, FakeRestores
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, dialog_of, settled, started
from ui.equipment import Equipment
from ui.exporting.place import keeping_place
from ui.main_window.window import MainWindow
from ui.people.secret_dialog import SecretQuestion
from ui.settings_page.backups import BackupsSection

FILE = Path("/disk/saved.tidings-backup")
PATIENCE_SECONDS = 5.0  # a bound for a test that fails, not a measure


@pytest.fixture
def restores() -> FakeRestores:
    return FakeRestores()


@pytest.fixture
def profiles() -> FakeProfiles:
    return FakeProfiles(Path("/profiles"))


@pytest.fixture
def equipment(equipment: Equipment, restores: FakeRestores, profiles: FakeProfiles) -> Equipment:
    return replace(equipment, restores=restores, profiles=profiles)


@pytest.fixture
def section(qtbot: QtBot, equipment: Equipment) -> BackupsSection:
    made = BackupsSection(equipment)
    qtbot.addWidget(made)
    made.show()
    return made


async def answered(*typed: str) -> SecretQuestion:
    """The question for the file's passphrase, filled in and sent off."""
    question = await dialog_of(SecretQuestion)
    for field, words in zip((question.passphrase, question.again), typed, strict=False):
        field.setText(words)
    question.proceed.click()
    return question


def test_a_backup_is_made_with_a_passphrase_typed_twice(
    run: Run[Any], section: BackupsSection, engine: FakeEngine
) -> None:
    async def story() -> None:
        section.acts.back_up_to(FILE)
        question = await answered(WORDS, "correct hoarse")
        assert question.problem.isVisible()
        assert engine.performed == []
        question.again.setText(WORDS)
        question.proceed.click()
        await until(section.told.isVisible)
        assert engine.performed == [WriteBackup(str(FILE), WORDS)]
        assert "saved.tidings-backup" in section.told.text()

    run(story())


def test_a_place_that_takes_no_file_is_said_where_the_passphrase_is_asked(
    run: Run[Any], section: BackupsSection, engine: FakeEngine
) -> None:
    engine.next_failure = Refused(Refusal.FILE_UNWRITABLE, str(FILE))

    async def story() -> None:
        section.acts.back_up_to(FILE)
        question = await answered(WORDS, WORDS)
        await until(question.problem.isVisible)
        assert not section.told.isVisible()
        question.reject()

    run(story())


def test_from_a_profile_that_is_in_use_it_is_restored_beside_it(
    run: Run[Any],
    section: BackupsSection,
    engine: FakeEngine,
    restores: FakeRestores,
    profiles: FakeProfiles,
) -> None:
    channel(engine, "Garden")

    async def story() -> None:
        section.acts.restore_from(FILE)
        question = await answered("correct hoarse")
        await until(question.problem.isVisible)
        assert "wrong" in question.problem.sentence.text()
        question.passphrase.setText(WORDS)
        question.proceed.click()
        await until(section.told.isVisible)
        folder = Path("/profiles/saved")
        assert restores.restored == [(folder, FILE)]
        assert profiles.names == {folder: "saved"}
        assert profiles.opened == [folder]

    run(story())


def test_from_the_first_page_it_takes_this_profiles_place(
    run: Run[Any], window: MainWindow, restores: FakeRestores, qapp: QApplication
) -> None:
    qapp.setQuitOnLastWindowClosed(False)  # as the program has it
    ended: list[bool] = []
    window.ended.connect(lambda: ended.append(True))

    async def story() -> None:
        await started(window)
        assert window.onboarding.restore.isVisible()
        window._backups.restore_from(FILE)
        await answered(WORDS)
        await until(lambda: bool(ended))
        assert restores.restored == [(None, FILE)]

    run(story())


def test_the_first_page_asks_for_the_file(
    run: Run[Any], window: MainWindow, restores: FakeRestores
) -> None:
    async def story() -> None:
        await started(window)
        window.onboarding.restore.click()
        await until(
            lambda: any(
                isinstance(one, QFileDialog) and one.isVisible()
                for one in QApplication.topLevelWidgets()
            )
        )
        for one in QApplication.topLevelWidgets():
            if isinstance(one, QFileDialog):
                one.reject()
        await settled(window)
        assert restores.restored == []

    run(story())


def test_a_backup_is_to_lie_among_what_a_person_keeps(run: Run[Any], window: MainWindow) -> None:
    async def story() -> None:
        await started(window)
        window._backups.choose_place()
        (dialog,) = window.findChildren(QFileDialog)
        assert Path(dialog.directory().path()) == keeping_place()
        field = dialog.findChild(QLineEdit)
        assert field is not None
        field.setText('my "old" one')
        dialog.accept()
        assert window.toast.sentence.text().startswith('The name cannot have a " here.')
        await settled(window)

    run(story())


class SlowRestores(FakeRestores):
    """Until ``goes_on`` it is still being laid ready."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = Event()

    @override
    def here(self, backup: Path, passphrase: str) -> None:
        self.goes_on.wait(PATIENCE_SECONDS)
        super().here(backup, passphrase)


def test_what_is_being_restored_is_not_called_off_half_way(
    run: Run[Any], section: BackupsSection
) -> None:
    """The next start would put in place what the person took for called off."""
    restores = SlowRestores()
    section.acts._equipment = replace(section.acts._equipment, restores=restores)
    begun_again: list[bool] = []
    section.acts.restored.connect(lambda: begun_again.append(True))

    async def story() -> None:
        section.acts.restore_from(FILE)
        question = await answered(WORDS)
        await until(lambda: not question.cancel.isEnabled())
        question.reject()
        question.close()
        assert question.isVisible()
        restores.goes_on.set()
        await until(lambda: bool(begun_again))
        assert restores.restored == [(None, FILE)]

    run(story())


def test_who_gives_up_restores_nothing(
    run: Run[Any], window: MainWindow, restores: FakeRestores
) -> None:
    async def story() -> None:
        await started(window)
        window._backups.restore_from(FILE)
        question = await dialog_of(SecretQuestion)
        QTest.keyClicks(question.passphrase, WORDS)
        question.reject()
        await settled(window)
        assert restores.restored == []
        assert window.isVisible()

    run(story())
