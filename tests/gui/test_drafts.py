"""Drafts: what was begun and not sent is there after a restart, and nothing else is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from typing_extensions import override

from engine.errors import Fault, FaultReason
from engine.model.ids import SpaceId
from tests.fake_engine import FakeEngine, FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, settled, started
from ui.channel.composer import Composer
from ui.channel.drafts import DRAFT_BYTES_MAX, Drafts
from ui.look.theme import Theme
from ui.main_window.window import MainWindow

ONE, TWO = SpaceId(b"1" * 32), SpaceId(b"2" * 32)
NAME = f"draft.{ONE.hex()}"


def never(fault: Fault) -> None:
    raise AssertionError(fault)


@dataclass
class FullSettings(FakeSettings):
    """Settings on a disk that is full, or not."""

    full: bool = True

    @override
    def store_text(self, name: str, value: str) -> None:
        if self.full:
            raise Fault(FaultReason.DISK_FULL)
        super().store_text(name, value)


@pytest.fixture
def drafts(settings: FakeSettings) -> Drafts:
    return Drafts(settings, never)


@pytest.fixture
def composer(qtbot: QtBot, theme: Theme, drafts: Drafts) -> Composer:
    made = Composer(theme, drafts)
    qtbot.addWidget(made)
    made.open(ONE, "Garden")
    made.show()
    return made


def test_a_draft_is_there_after_a_restart(settings: FakeSettings, drafts: Drafts) -> None:
    drafts.keep(ONE, "half a thought")
    assert Drafts(settings, never).text(ONE) == "half a thought"
    assert not Drafts(settings, never).text(TWO)


def test_a_draft_is_stored_once_typing_stops(
    run: Run[Any], composer: Composer, settings: FakeSettings
) -> None:
    QTest.keyClicks(composer.edit, "hello")
    assert NAME not in settings.texts
    run(until(lambda: settings.texts.get(NAME) == "hello"))


def test_a_sent_text_is_a_draft_no_more(
    run: Run[Any], composer: Composer, settings: FakeSettings
) -> None:
    QTest.keyClicks(composer.edit, "hello")
    composer.keep_draft()
    composer.send.click()
    run(until(lambda: settings.texts[NAME] == ""))


def test_a_space_without_a_draft_leaves_the_settings_alone(
    composer: Composer, settings: FakeSettings
) -> None:
    composer.open(TWO, "Other")
    composer.keep_draft()
    assert not settings.texts


def test_too_long_a_draft_is_kept_in_memory_only(settings: FakeSettings, drafts: Drafts) -> None:
    longest = "x" * (DRAFT_BYTES_MAX - 2)
    drafts.keep(ONE, longest)
    assert settings.texts[NAME] == longest
    drafts.keep(TWO, f"{longest}x")
    assert drafts.text(TWO) == f"{longest}x"
    assert list(settings.texts) == [NAME]


def test_half_a_character_does_not_keep_a_draft_from_being_stored(
    settings: FakeSettings, drafts: Drafts
) -> None:
    drafts.keep(ONE, "a\ud83d")
    assert settings.texts[NAME] == "a?"


def test_a_disk_that_refuses_is_told_once_and_the_draft_is_kept() -> None:
    told: list[Fault] = []
    settings = FullSettings()
    drafts = Drafts(settings, told.append)
    drafts.keep(ONE, "h")
    drafts.keep(ONE, "hello")
    assert drafts.text(ONE) == "hello"
    assert len(told) == 1
    settings.full = False
    drafts.keep(ONE, "hello again")
    settings.full = True
    drafts.keep(ONE, "hello once more")
    assert len(told) == 2


def test_closing_the_window_stores_the_draft(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    space = channel(engine, "Garden", "hello")
    run(started(window))
    QTest.keyClicks(window.pages.channel.composer.edit, "half a thought")
    window.close()
    assert settings.texts[f"draft.{space.hex()}"] == "half a thought"


def test_an_opened_channel_shows_its_stored_draft(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    space = channel(engine, "Garden", "hello")
    settings.store_text(f"draft.{space.hex()}", "half a thought")
    run(started(window))
    assert window.pages.channel.composer.edit.toPlainText() == "half a thought"


def test_a_forgotten_channel_leaves_no_draft(
    run: Run[Any], window: MainWindow, engine: FakeEngine, settings: FakeSettings
) -> None:
    space = channel(engine, "Garden", "hello")

    async def scene() -> None:
        await started(window)
        QTest.keyClicks(window.pages.channel.composer.edit, "half a thought")
        window.pages.channel.composer.keep_draft()
        engine._forget(space)
        await settled(window)

    run(scene())
    assert not settings.texts[f"draft.{space.hex()}"]
