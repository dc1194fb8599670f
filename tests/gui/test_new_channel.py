"""A new channel belongs to the identity that is named beside its name, where there are several."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QTest

from engine.model import commands
from engine.model.queries import Identities
from engine.model.views import IdentityView
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.conftest import Run, until
from tests.gui.window_scene import channel, dialog_of, settled, started
from ui.main_window.window import MainWindow
from ui.widgets.dialogs import NewChannel


@pytest.fixture
def two_identities(engine: FakeEngine) -> None:
    """Benno is the one used last."""
    engine.identities[:] = [IdentityView(name, key_of(name), None) for name in ("Ben", "Benno")]


async def asked(window: MainWindow) -> NewChannel:
    await started(window)
    window.sidebar.new.click()
    return await dialog_of(NewChannel)


async def made(dialog: NewChannel, window: MainWindow) -> None:
    QTest.keyClicks(dialog.name, "Kitchen")
    dialog.proceed.click()
    await settled(window)


@pytest.mark.usefixtures("two_identities")
def test_of_several_the_one_used_last_is_meant_until_another_is_chosen(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        dialog = await asked(window)
        await until(dialog.owner.isVisible)
        assert dialog.owner.accessibleName() == "Create as"
        names = [dialog.owner.itemText(each) for each in range(dialog.owner.count())]
        assert names == ["Benno", "Ben"]
        assert dialog.owner.currentText() == "Benno"
        dialog.owner.setCurrentIndex(1)
        await made(dialog, window)

    run(scene())
    assert commands.CreateChannel("Kitchen", identity="Ben") in engine.performed


@pytest.mark.usefixtures("two_identities")
def test_who_is_shown_owns_it_whoever_is_used_meanwhile(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden")

    async def scene() -> None:
        dialog = await asked(window)
        await until(dialog.owner.isVisible)
        engine.identities.reverse()
        await made(dialog, window)

    run(scene())
    assert commands.CreateChannel("Kitchen", identity="Benno") in engine.performed


def test_with_one_identity_nobody_is_asked_for(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    engine.identities[:] = [IdentityView("Ben", key_of("Ben"), None)]
    channel(engine, "Garden")

    async def scene() -> None:
        dialog = await asked(window)
        await until(lambda: Identities(used_last_first=True) in engine.asked)
        assert dialog.owner.isHidden()
        await made(dialog, window)

    run(scene())
    assert commands.CreateChannel("Kitchen") in engine.performed
