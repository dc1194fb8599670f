"""The switch in the settings with which the desktop's key ring opens the profile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import Refusal, Refused
from tests.fake_vault import WORDS, FakeKeyRing
from tests.gui.conftest import Run, until
from tests.gui.window_scene import dialog_of
from ui.equipment import Equipment
from ui.people.secret_dialog import SecretQuestion
from ui.settings_page.key_ring import KeyRingSwitch


@dataclass
class Held:
    """A switch, its key ring, and whether the profile has a passphrase."""

    switch: KeyRingSwitch
    ring: FakeKeyRing
    has_passphrase: bool = True


@pytest.fixture
def held(qtbot: QtBot, equipment: Equipment) -> Held:
    ring = FakeKeyRing()
    switch = KeyRingSwitch(equipment, ring, lambda: made.has_passphrase)
    made = Held(switch, ring)
    qtbot.addWidget(switch)
    return made


async def shown(held: Held) -> None:
    held.switch.show_what_holds()
    held.switch.show()
    await until(lambda: held.ring.looked > 0)
    await until(lambda: held.switch.is_looked_at)


def test_it_is_turned_on_with_the_passphrase(run: Run[Any], held: Held) -> None:
    async def story() -> None:
        await shown(held)
        assert held.switch.box.isEnabled()
        assert not held.switch.box.isChecked()
        held.switch.box.click()
        question = await dialog_of(SecretQuestion)
        assert question.passphrase.accessibleName() == "Passphrase"
        question.passphrase.setText("correct hoarse")
        question.proceed.click()
        await until(question.problem.isVisible)
        assert not held.ring.is_used
        question.passphrase.setText(WORDS)
        question.proceed.click()
        await until(lambda: held.ring.is_used)
        assert held.switch.box.isChecked()

    run(story())


def test_who_gives_up_leaves_it_off(run: Run[Any], held: Held) -> None:
    async def story() -> None:
        await shown(held)
        held.switch.box.click()
        (await dialog_of(SecretQuestion)).reject()
        await until(lambda: not held.switch.box.isChecked())
        assert not held.ring.is_used

    run(story())


def test_it_is_turned_off_again(run: Run[Any], held: Held) -> None:
    held.ring.is_used = True

    async def story() -> None:
        await shown(held)
        assert held.switch.box.isChecked()
        held.switch.box.click()
        await until(lambda: not held.ring.is_used)
        assert not held.switch.box.isChecked()

    run(story())


def test_a_key_ring_that_does_not_let_go_is_told_and_stays_on(run: Run[Any], held: Held) -> None:
    held.ring.is_used = True
    held.ring.silent = Refused(Refusal.KEY_RING_SILENT)

    async def story() -> None:
        await shown(held)
        held.switch.box.click()
        await until(held.switch.problem.isVisible)
        assert "may still hold the key" in held.switch.problem.sentence.text()
        assert held.switch.box.isChecked()

    run(story())


def test_without_a_key_ring_it_cannot_be_turned_on_and_says_why(run: Run[Any], held: Held) -> None:
    held.ring.missing = Refused(Refusal.NO_KEY_RING)

    async def story() -> None:
        await shown(held)
        assert not held.switch.box.isEnabled()
        assert held.switch.reason.isVisible()
        assert "no key ring" in held.switch.reason.text()
        held.ring.missing = None  # it has been started meanwhile
        held.switch.hide()
        held.switch.show()
        await until(held.switch.box.isEnabled)
        assert not held.switch.reason.isVisible()

    run(story())


def test_without_a_passphrase_it_is_not_there(run: Run[Any], held: Held) -> None:
    held.has_passphrase = False

    async def story() -> None:
        held.switch.show_what_holds()
        assert not held.switch.isVisible()
        assert held.ring.looked == 0
        held.has_passphrase = True
        held.switch.show_what_holds()
        assert held.switch.isVisible()
        await until(lambda: held.switch.is_looked_at)

    run(story())
