"""The first minute."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason
from engine.model.views import IdentityView
from tests.code_scene import Scene, click, strike, type_text
from tests.gui.conftest import Run, until
from tests.gui.everywhere.world import OneProfile
from ui.main_window.onboarding import HomeCards, OnboardingPage
from ui.settings_page.passphrase import PassphraseQuestion


class Onboarding:
    """The page, and where it led."""

    def __init__(self, scene: Scene, qtbot: QtBot) -> None:
        self.engine = scene.engine
        self.page = OnboardingPage(scene.bridge, scene.theme)
        self.home: list[IdentityView] = []
        self.asking: list[IdentityView] = []
        self.page.home_wanted.connect(self.home.append)
        self.page.asking_wanted.connect(self.asking.append)
        qtbot.addWidget(self.page)
        self.page.show()


@pytest.fixture
def onboarding(scene: Scene, qtbot: QtBot) -> Onboarding:
    return Onboarding(scene, qtbot)


def test_creating_an_identity_leads_home(onboarding: Onboarding, run: Run[Any]) -> None:
    async def create() -> None:
        click(onboarding.page.begin)
        type_text(onboarding.page.name, "Ada")
        click(onboarding.page.proceed)
        await until(lambda: bool(onboarding.home))

    run(create())
    assert [one.name for one in onboarding.engine.identities] == ["Ada"]
    assert not onboarding.asking


def test_who_has_an_invite_is_led_to_asking(onboarding: Onboarding, run: Run[Any]) -> None:
    async def create() -> None:
        strike(onboarding.page.invited, Qt.Key.Key_Space)
        type_text(onboarding.page.name, "Ada")
        strike(onboarding.page.name, Qt.Key.Key_Return)
        await until(lambda: bool(onboarding.asking))

    run(create())
    assert onboarding.asking[0].name == "Ada"
    assert not onboarding.home


def test_an_empty_name_is_said_beside_the_field(onboarding: Onboarding, run: Run[Any]) -> None:
    async def create() -> None:
        click(onboarding.page.begin)
        type_text(onboarding.page.name, "   ")
        click(onboarding.page.proceed)

    run(create())
    page = onboarding.page
    assert page.problem.sentence.text() == "Write a name first."
    type_text(page.name, "A")
    assert not page.problem.isVisible()


def test_a_failure_is_said_beside_the_field_and_can_be_tried_again(
    onboarding: Onboarding, run: Run[Any]
) -> None:
    async def create() -> None:
        click(onboarding.page.begin)
        type_text(onboarding.page.name, "Ada")
        onboarding.engine.next_failure = Fault(FaultReason.DISK_FULL)
        click(onboarding.page.proceed)
        await until(onboarding.page.problem.isVisible)
        click(onboarding.page.proceed)
        await until(lambda: bool(onboarding.home))

    run(create())


def test_return_pressed_twice_makes_one_identity(onboarding: Onboarding, run: Run[Any]) -> None:
    async def create() -> None:
        click(onboarding.page.begin)
        type_text(onboarding.page.name, "Ada")
        strike(onboarding.page.name, Qt.Key.Key_Return)
        strike(onboarding.page.name, Qt.Key.Key_Return)
        await until(lambda: bool(onboarding.home))

    run(create())
    assert len(onboarding.engine.identities) == 1


def test_back_leads_to_the_welcome(onboarding: Onboarding) -> None:
    click(onboarding.page.begin)
    assert onboarding.page.name.hasFocus()
    click(onboarding.page.back)
    assert onboarding.page.welcome.isVisible()


def test_the_home_offers_its_ways(scene: Scene, qtbot: QtBot) -> None:
    home = HomeCards(scene.theme)
    qtbot.addWidget(home)
    home.resize(1_000, 700)
    home.show()
    taken: list[str] = []
    home.create_wanted.connect(lambda: taken.append("create"))
    home.join_wanted.connect(lambda: taken.append("join"))
    home.follow_wanted.connect(lambda: taken.append("follow"))
    click(home.begin)
    strike(home.join, Qt.Key.Key_Space)
    click(home.follow)
    assert taken == ["create", "join", "follow"]


def test_what_is_said_of_the_key_pair_is_true(onboarding: Onboarding) -> None:
    click(onboarding.page.begin)
    said = onboarding.page.name.accessibleDescription()
    assert "never leaves" not in said
    assert "unless you export it yourself" in said


def test_a_passphrase_can_be_set_before_there_is_anything_to_protect(
    scene: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    profile = OneProfile("/srv/june/tidings", words=None)
    page = OnboardingPage(scene.bridge, scene.theme, profile)
    qtbot.addWidget(page)
    page.show()
    click(page.begin)
    assert "without a passphrase" in page.passphrase.words.text()

    async def set_it() -> None:
        click(page.passphrase.change)
        await until(lambda: bool(page.findChildren(PassphraseQuestion)))
        (question,) = page.findChildren(PassphraseQuestion)
        await until(question.isVisible)
        assert any("cannot be recovered" in one.text() for one in question.findChildren(QLabel))
        question.new.setText("one two three")
        question.again.setText("one two three")
        strike(question.again, Qt.Key.Key_Return)
        await until(page.passphrase.told.isVisible)

    run(set_it())
    assert profile.words == "one two three"
    assert page.name.isVisible()  # and one goes on
