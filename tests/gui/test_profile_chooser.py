"""Which profile to open: chosen from the list, made, found in a folder, taken from the list."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, dialog_of, settled, started
from ui.equipment import Equipment
from ui.look.theme import Theme
from ui.main_window.window import MainWindow
from ui.profiles.chooser import ProfileChooser
from ui.services import KnownProfile
from ui.starting.choosing import choose_profile
from ui.widgets.dialogs import NameQuestion

HOME = KnownProfile("Home", Path("/profiles/home"), is_own=True, is_there=True)
WORK = KnownProfile("Work", Path("/profiles/work"), is_own=False, is_there=True)
STICK = KnownProfile("Stick", Path("/profiles/stick"), is_own=False, is_there=False)


@dataclass
class FakeProfiles:
    """A list in memory."""

    kept: list[KnownProfile] = field(default_factory=lambda: [HOME, WORK, STICK])
    opened: list[Path] = field(default_factory=list)
    failure: Fault | None = None

    def known(self) -> Sequence[KnownProfile]:
        return tuple(self.kept)

    def add(self, name: str, folder: Path) -> None:
        if self.failure is not None:
            raise self.failure
        self.kept.append(KnownProfile(name, folder, is_own=False, is_there=True))

    def remove(self, folder: Path) -> None:
        self.kept = [one for one in self.kept if one.folder != folder]

    def can_hold(self, folder: Path) -> bool:
        return "full" not in folder.name

    def suggested(self, name: str) -> Path:
        return Path("/profiles") / name

    def open(self, folder: Path) -> None:
        self.opened.append(folder)


@pytest.fixture
def profiles() -> FakeProfiles:
    return FakeProfiles()


@pytest.fixture
def chooser(qtbot: QtBot, theme: Theme, profiles: FakeProfiles) -> Iterator[ProfileChooser]:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    made = ProfileChooser(theme, profiles, window)
    made.show()
    qtbot.waitUntil(lambda: made.list.count() == len(profiles.kept))
    yield made
    made.reject()


@pytest.fixture
def chosen(chooser: ProfileChooser) -> list[Path]:
    found: list[Path] = []
    chooser.chosen.connect(found.append)
    return found


def rows(chooser: ProfileChooser) -> list[str]:
    return [chooser.list.item(place).text() for place in range(chooser.list.count())]


def test_the_list_says_which_is_open_and_which_is_not_there(chooser: ProfileChooser) -> None:
    assert [row.partition("\n")[0] for row in rows(chooser)] == [
        "Home (open in this window)",
        "Work",
        "Stick (its folder is not there)",
    ]
    assert rows(chooser)[1].endswith("\n/profiles/work")


def test_the_first_that_can_be_opened_is_by_enter(
    chooser: ProfileChooser, chosen: list[Path]
) -> None:
    chooser.list.setFocus()
    QTest.keyClick(chooser.list, Qt.Key.Key_Return)
    assert chosen == [WORK.folder]
    assert not chooser.isVisible()


@pytest.mark.parametrize(("place", "removable"), [(0, False), (2, True)])
def test_what_cannot_be_opened_is_not(
    chooser: ProfileChooser, chosen: list[Path], place: int, *, removable: bool
) -> None:
    chooser.list.setCurrentRow(place)
    assert not chooser.open_button.isEnabled()
    assert chooser.remove.isEnabled() == removable
    chooser.list.setFocus()
    QTest.keyClick(chooser.list, Qt.Key.Key_Return)
    assert chosen == []


def test_one_is_taken_from_the_list(
    qtbot: QtBot, chooser: ProfileChooser, profiles: FakeProfiles
) -> None:
    chooser.list.setCurrentRow(2)
    chooser.remove.click()
    qtbot.waitUntil(lambda: len(rows(chooser)) == 2)
    assert profiles.kept == [HOME, WORK]


def test_a_new_one_gets_a_name_and_is_opened(
    run: Run[Any], chooser: ProfileChooser, profiles: FakeProfiles, chosen: list[Path]
) -> None:
    async def scene() -> None:
        chooser.new.click()
        question = await dialog_of(NameQuestion)
        QTest.keyClicks(question.name, "Allotment")
        question.proceed.click()
        await until(lambda: bool(chosen))

    run(scene())
    assert chosen == [Path("/profiles/Allotment")]
    assert profiles.kept[-1].name == "Allotment"


def test_one_is_found_in_a_folder(
    qtbot: QtBot, chooser: ProfileChooser, chosen: list[Path]
) -> None:
    chooser.take(Path("/media/full of letters"))
    qtbot.waitUntil(chooser.problem.isVisible)
    assert chosen == []
    chooser.take(Path("/media/old"))
    qtbot.waitUntil(lambda: bool(chosen))
    assert chosen == [Path("/media/old")]


def test_a_list_that_cannot_be_kept_is_said(
    qtbot: QtBot, chooser: ProfileChooser, profiles: FakeProfiles, chosen: list[Path]
) -> None:
    profiles.failure = Fault(FaultReason.DISK_FULL)
    chooser.make("Allotment")
    qtbot.waitUntil(chooser.problem.isVisible)
    assert chosen == []


def test_the_window_opens_another_profile_and_stays(
    run: Run[Any],
    qtbot: QtBot,
    qapp: QApplication,
    equipment: Equipment,
    engine: FakeEngine,
    profiles: FakeProfiles,
) -> None:
    has = equipment
    around = Equipment(has.bridge, has.theme, has.codes, has.links, has.settings, profiles=profiles)
    window = MainWindow(qapp, around, lambda _address: None)
    qtbot.addWidget(window)
    window.show()
    channel(engine, "Garden")

    async def scene() -> None:
        await started(window)
        entries = {one.text(): one for one in window.rail.own_menu().actions()}
        entries["Open another profile\u2026"].trigger()
        dialog = await dialog_of(ProfileChooser)
        await until(dialog.open_button.isEnabled)
        dialog.open_button.click()
        await until(lambda: bool(profiles.opened))
        await settled(window)

    run(scene())
    assert profiles.opened == [WORK.folder]
    assert window.isVisible()
    assert "opens in a window of its own" in window.toast.sentence.text()


def test_where_there_are_no_profiles_none_is_offered(window: MainWindow) -> None:
    words = [one.text() for one in window.rail.own_menu().actions()]
    assert words[0] == "Your identities\u2026"
    assert "Open another profile\u2026" not in words


def pressed(qapp: QApplication, name: str) -> QTimer:
    """Presses that button of the chooser as soon as it can be pressed."""
    timer = QTimer(interval=5)

    def press() -> None:
        for one in qapp.topLevelWidgets():
            if isinstance(one, ProfileChooser) and one.isVisible():
                button = getattr(one, name)
                if button.isEnabled():
                    timer.stop()
                    button.click()

    timer.timeout.connect(press)
    timer.start()
    return timer


@pytest.mark.parametrize(("button", "folder"), [("open_button", WORK.folder), ("cancel", None)])
def test_before_anything_is_open_it_is_asked_in_a_loop_of_its_own(
    qapp: QApplication, profiles: FakeProfiles, button: str, folder: Path | None
) -> None:
    timer = pressed(qapp, button)
    assert choose_profile(profiles) == folder
    assert not timer.isActive()


def test_closed_while_a_disk_does_not_answer_it_is_gone_at_once_and_ends_with_its_thread(
    run: Run[Any], chooser: ProfileChooser, profiles: FakeProfiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()
    monkeypatch.setattr(profiles, "can_hold", lambda _folder: answers.wait())
    ended: list[int] = []
    chooser.finished.connect(ended.append)
    chooser.take(Path("/far/away"))
    chooser.reject()
    assert not chooser.isVisible()
    assert not ended

    async def scene() -> None:
        answers.set()
        await until(lambda: bool(ended))

    try:
        run(scene())
    finally:
        answers.set()
    assert profiles.kept[-1].name == "away"
    assert not any(thread.name.startswith("profiles") for thread in threading.enumerate())
