"""A newer version: asked for once a day where that was allowed, and told in one quiet banner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.code_scene import click
from tests.fake_settings import FakeSettings
from tests.gui.conftest import Run, until
from tests.gui.window_scene import dialog_of
from ui.choices import Choice
from ui.equipment import Equipment
from ui.services import Newer, UpdateTrouble
from ui.starting.update_notice import DAY_SECONDS, UpdateNotice
from ui.widgets.dialogs import LinkQuestion
from ui.widgets.toast import Notice

NEWER = Newer("2.0", "https://tidings.example/news")


class Asked:
    """Updates that count the questions."""

    place = "tidings.example"

    def __init__(self, answer: Newer | UpdateTrouble | None) -> None:
        self.answer = answer
        self.questions = 0

    async def newest(self) -> Newer | UpdateTrouble | None:
        self.questions += 1
        return self.answer


class Desk:
    """A window with a banner, and a clock that is set by hand."""

    def __init__(self, equipment: Equipment, qtbot: QtBot, updates: Asked) -> None:
        self.now = 1_000_000.0
        self.updates = updates
        self.opened: list[str] = []
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(800, 200)
        self.window.show()
        self.equipment = replace(equipment, updates=updates, now=lambda: self.now)
        self.banner = Notice(equipment.theme, "banner", self.window)
        self.notice = UpdateNotice(self.equipment, self.banner, self.opened.append, self.window)


@pytest.fixture
def updates() -> Asked:
    return Asked(NEWER)


@pytest.fixture
def desk(equipment: Equipment, qtbot: QtBot, updates: Asked) -> Desk:
    return Desk(equipment, qtbot, updates)


def allow(desk: Desk) -> None:
    desk.equipment.choices.switch(Choice.UPDATE_CHECK, on=True)


async def answered(desk: Desk) -> None:
    await desk.equipment.bridge.settle()


def test_nothing_is_asked_unless_the_person_allowed_it(desk: Desk, run: Run[Any]) -> None:
    desk.notice.look()
    run(answered(desk))
    assert desk.updates.questions == 0
    assert desk.banner.isHidden()


def test_a_newer_version_is_told_and_its_page_is_opened_after_a_question(
    desk: Desk, run: Run[Any]
) -> None:
    async def look() -> None:
        allow(desk)
        await answered(desk)
        assert desk.banner.sentence.text() == "Version 2.0 of Tidings is there."
        click(desk.banner.action)
        question = await dialog_of(LinkQuestion)
        assert desk.opened == []
        click(question.proceed)
        await until(lambda: bool(desk.opened))

    run(look())
    assert desk.opened == [NEWER.page]


def test_it_is_asked_once_a_day_also_over_restarts(
    desk: Desk, settings: FakeSettings, run: Run[Any]
) -> None:
    desk.updates.answer = None
    allow(desk)
    run(answered(desk))
    for _ in range(3):
        desk.notice.look()
    run(answered(desk))
    assert desk.updates.questions == 1
    assert settings.texts["updates.asked_at"] == "1000000"
    desk.now += DAY_SECONDS
    desk.notice.look()
    run(answered(desk))
    assert desk.updates.questions == 2


@pytest.mark.parametrize("answer", [None, *UpdateTrouble])
def test_no_news_and_no_answer_say_nothing(
    desk: Desk, run: Run[Any], answer: UpdateTrouble | None
) -> None:
    desk.updates.answer = answer
    allow(desk)
    run(answered(desk))
    assert desk.updates.questions == 1
    assert desk.banner.isHidden()


def test_trouble_that_is_shown_is_not_pushed_aside(desk: Desk, run: Run[Any]) -> None:
    desk.banner.say("triangle-alert", "warn", "The disk is full.")
    allow(desk)
    run(answered(desk))
    assert desk.updates.questions == 0
    assert desk.banner.sentence.text() == "The disk is full."


def test_a_clock_that_stood_years_ahead_keeps_no_later_question_back(
    desk: Desk, run: Run[Any]
) -> None:
    desk.updates.answer = None
    right = desk.now
    desk.now = right + 30 * 365 * DAY_SECONDS
    allow(desk)
    run(answered(desk))
    desk.now = right
    for _ in range(3):
        desk.notice.look()
    run(answered(desk))
    assert desk.updates.questions == 2
